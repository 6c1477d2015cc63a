import { expect, test } from 'vitest'
import { withSameEdit } from './shared-answers.ts'

const LINKEDIN = ['⟨A moment⟩', 'A night shift.', '⟨One figure⟩', '⟨A surprise⟩', 'And you?'].join('\n\n')
const X = ['⟨A moment⟩', 'A night shift.', '⟨One figure⟩', 'And you?'].join('\n\n')

/** Makes the same edits in both drafts, one after the other. */
function edited(...edits: [from: string, to: string][]) {
  let [linkedin, x] = [LINKEDIN, X]
  for (const [from, to] of edits) {
    const next = linkedin.replace(from, to)
    x = withSameEdit(linkedin, next, x)
    linkedin = next
  }
  return x
}

test("inserts an answer into the other draft's place, also while the visitor continues to type", () => {
  expect(edited(['⟨A moment⟩', 'T'], ['T\n', 'Two\n'], ['⟨One figure⟩', 'Nine.'])).toBe(
    'Two\n\nA night shift.\n\nNine.\n\nAnd you?',
  )
})

test('inserts an answer of several paragraphs', () => {
  expect(edited(['⟨A moment⟩', 'Two'], ['Two\n\n', 'Two\n\n\n\n'], ['Two\n\n\n\n', 'Two\n\nThree\n\n'])).toBe(
    'Two\n\nThree\n\nA night shift.\n\n⟨One figure⟩\n\nAnd you?',
  )
})

test('removes a place that the visitor removes, and ignores a place that the other draft lacks', () => {
  expect(edited(['⟨A moment⟩\n\n', ''], ['⟨A surprise⟩', 'Nothing broke.'])).toBe(
    'A night shift.\n\n⟨One figure⟩\n\nAnd you?',
  )
})
