import { expect, test } from 'vitest'
import { groundingTotals, LEAST_MARKED, measureGrounding, MOST_FALSE } from './grounding.ts'

test('marks wrong claims but not correct claims in 400 drafts, half of them Arabic', () => {
  const { drafts, arabic, shareMarked, shareFalse } = groundingTotals(measureGrounding())
  expect({ drafts, arabic }).toEqual({ drafts: 400, arabic: 200 })
  expect(shareMarked).toBeGreaterThanOrEqual(LEAST_MARKED)
  expect(shareFalse).toBeLessThan(MOST_FALSE)
})
