import { expect, test } from 'vitest'
import { LEAST_MARKED, measureGrounding, MOST_FALSE } from './grounding.ts'

test('of 400 drafts, half of them Arabic, what is wrong is marked and what is right is left', () => {
  const { drafts, arabic, shareMarked, shareFalse } = measureGrounding()
  expect({ drafts, arabic }).toEqual({ drafts: 400, arabic: 200 })
  expect(shareMarked).toBeGreaterThanOrEqual(LEAST_MARKED)
  expect(shareFalse).toBeLessThan(MOST_FALSE)
})
