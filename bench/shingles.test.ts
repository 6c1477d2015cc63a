import { expect, test } from 'vitest'
import { matchOf } from './shingles.ts'

test.for([
  ['all of a text', 'The harbour was closed at noon.', 'The harbour was closed at noon', 1],
  ['nothing of it', 'Somebody else wrote these words', 'The harbour was closed at noon', 0],
  ['twice the text', 'one two three four five one two three four five', 'one two three four five', (2 * 2) / (7 + 2)],
  ['less than four words', 'At noon', 'at noon', 0],
  ['nothing where nothing was wanted', ' … ', '', 1],
] as const)('%s', ([, read, wanted, match]) => {
  expect(matchOf(read, wanted)).toBeCloseTo(match, 10)
})
