import { expect, test } from 'vitest'
import { DOCUMENT_LIMIT_BYTES } from '#core/reading/limits.ts'
import {
  documentProblem,
  documentReducer,
  isTicking,
  NO_DOCUMENT,
  TICK_MS,
  type DocumentAction,
} from './document-state.ts'

const PDF = 'application/pdf'
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const after = (...actions: DocumentAction[]) => actions.reduce(documentReducer, NO_DOCUMENT)
const CHOSEN = { type: 'chosen', name: 'Report.pdf', sizeBytes: 2_000, at: 5 } as const

test('uses the document size limit of the API contract', () => {
  expect(DOCUMENT_LIMIT_BYTES).toBe(10_485_760)
})

test.each([
  ['a PDF', { name: 'a.pdf', type: PDF, size: 1 }, null],
  ['a DOCX', { name: 'a.docx', type: DOCX, size: 1 }, null],
  ['a DOCX on a system that does not know the type', { name: 'تقرير.DOCX', type: '', size: 1 }, null],
  ['an old Word file', { name: 'a.doc', type: 'application/msword', size: 1 }, 'type'],
  ['a text named like a PDF', { name: 'a.pdf', type: 'text/plain', size: 1 }, 'type'],
  ['a file of unknown type', { name: 'notes', type: '', size: 1 }, 'type'],
  ['exactly 10 MB', { name: 'a.pdf', type: PDF, size: 10_485_760 }, null],
  ['one byte more', { name: 'a.pdf', type: PDF, size: 10_485_761 }, 'size'],
] as const)('checks the type and size of a document before its upload: %s', (_, file, problem) => {
  expect(documentProblem(file)).toBe(problem)
})

test('shows the upload of a document as the first half of the bar, then advances by ten up to ninety percent', () => {
  expect(after(CHOSEN, { type: 'sent', share: 0.5 })).toMatchObject({ percent: 25, isSent: false })
  const steps: number[] = []
  let state = after(CHOSEN, { type: 'sent', share: 1 })
  while (isTicking(state)) {
    state = documentReducer(state, { type: 'ticked' })
    if (state.step === 'working') steps.push(state.percent)
  }
  expect(steps).toEqual([60, 70, 80, 90])
  expect(TICK_MS).toBe(200)
})

test("advances the progress bar by time only between the upload's end and the response", () => {
  expect(isTicking(after(CHOSEN, { type: 'sent', share: 0.9 }))).toBe(false)
  expect(isTicking(after(CHOSEN, { type: 'sent', share: 1 }, { type: 'refused', error: { message: 'Damaged' } }))).toBe(
    false,
  )
})

test('keeps the name of a document whose upload was interrupted, so that the user can retry', () => {
  const stopped = after(CHOSEN, { type: 'stopped', error: { message: 'No answer' } })
  expect(stopped).toEqual({ step: 'stopped', name: 'Report.pdf', sizeBytes: 2_000, error: { message: 'No answer' } })
  expect(documentReducer(stopped, CHOSEN)).toMatchObject({ step: 'working', percent: 0 })
})

test("ignores the progress timer after the user cancels a document's upload", () => {
  expect(after(CHOSEN, { type: 'cleared' }, { type: 'ticked' })).toEqual(NO_DOCUMENT)
})

test("fills the progress bar when the document's text arrives", () => {
  const sent = after(CHOSEN, { type: 'sent', share: 1 }, { type: 'ticked' })
  expect(sent).toMatchObject({ percent: 60 })
  const read = documentReducer(sent, { type: 'read' })
  expect(read).toMatchObject({ step: 'working', percent: 100 })
  expect(isTicking(read)).toBe(false)
})
