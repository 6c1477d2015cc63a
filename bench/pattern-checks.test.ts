import { expect, test } from 'vitest'
import { groundingCases, UNSEEN } from './grounding.ts'
import { measurePatternChecks } from './pattern-checks.ts'

test('lets each pattern check mark at most one in twenty correct drafts', () => {
  const cases = [...groundingCases(), ...groundingCases(UNSEEN)]
  for (const { drafts, marked } of Object.values(measurePatternChecks(cases))) {
    expect(drafts).toBeGreaterThan(100)
    expect(Object.entries(marked).filter(([, count]) => count / drafts > 0.05)).toEqual([])
  }
})
