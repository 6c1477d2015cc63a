import { expect, test } from 'vitest'
import { newHistory, redone, undone, withStep, type EditHistory, type StepKind } from './edit-history.ts'
import { caretAt } from './text-edits.ts'

function typed(history: EditHistory, text: string, at: number, kind: StepKind = 'typed'): EditHistory {
  return withStep(history, text, { kind, at, before: caretAt(history.text.length), after: caretAt(text.length) })
}

const textsBack = (history: EditHistory): string[] => {
  const back = undone(history)
  return back ? [back.history.text, ...textsBack(back.history)] : []
}

test('undoes text typed without a pause in one step', () => {
  let history = newHistory('')
  for (const [at, text] of ['o', 'on', 'one', 'one ', 'one t'].entries()) history = typed(history, text, at * 100)
  expect(textsBack(history)).toEqual([''])
})

test('begins a new step after a pause, at a new line and when the user starts to delete', () => {
  let history = newHistory('')
  history = typed(history, 'one', 0)
  history = typed(history, 'one two', 5_000)
  history = typed(history, 'one two\n', 5_100)
  history = typed(history, 'one two\nx', 5_200)
  history = typed(history, 'one two\n', 5_300, 'deleted')
  expect(textsBack(history)).toEqual(['one two\nx', 'one two', 'one', ''])
})

test('undoes and redoes typing and other changes in order, with their selections', () => {
  let history = newHistory('Nine signatures')
  history = typed(history, 'Nine signatures.', 0)
  history = withStep(history, 'Four names.', {
    kind: 'other',
    at: 1,
    before: { start: 0, end: 15 },
    after: caretAt(11),
  })
  history = typed(history, 'Four names. Two days.', 2)
  const tool = undone(undone(history)!.history)!
  expect(tool.history.text).toBe('Nine signatures.')
  expect(tool.selection).toEqual({ start: 0, end: 15 })
  const again = redone(redone(tool.history)!.history)!
  expect(again.history.text).toBe('Four names. Two days.')
  expect(redone(again.history)).toBeNull()
})

test('removes the undone changes from the redo history when the user types again', () => {
  const back = undone(typed(typed(newHistory('a'), 'ab', 0), 'abc', 9_000))!
  const history = typed(back.history, 'abX', 10_000)
  expect(redone(history)).toBeNull()
  expect(textsBack(history)).toEqual(['ab', 'a'])
})

test('keeps only the latest 500 undo steps', () => {
  let history = newHistory('')
  for (let step = 1; step <= 600; step++) history = typed(history, 'x'.repeat(step), step * 2_000)
  expect(textsBack(history)).toHaveLength(500)
})
