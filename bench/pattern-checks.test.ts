import { expect, test } from 'vitest'
import { measurePatternChecks } from './pattern-checks.ts'

test('marks at most one in twenty right drafts by each pattern', () => {
  for (const { drafts, marked } of Object.values(measurePatternChecks())) {
    expect(drafts).toBeGreaterThan(100)
    expect(Object.entries(marked).filter(([, count]) => count / drafts > 0.05)).toEqual([])
  }
})
