import { expect, test } from 'vitest'
import { matchOf } from './shingles.ts'

test.for([
  ['a complete text as 1', 'The harbour was closed at noon.', 'The harbour was closed at noon', 1],
  ['a different text as 0', 'Somebody else wrote these words', 'The harbour was closed at noon', 0],
  [
    'a repeated text by its surplus',
    'one two three four five one two three four five',
    'one two three four five',
    (2 * 2) / (7 + 2),
  ],
  ['fewer than four words by the whole text', 'At noon', 'at noon', 0],
  ['an expected empty text as 1', ' … ', '', 1],
] as const)('scores how well a text matches the expected text: %s', ([, read, wanted, match]) => {
  expect(matchOf(read, wanted)).toBeCloseTo(match, 10)
})
