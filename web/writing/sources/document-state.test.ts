import { expect, test } from 'vitest'
import { DOCUMENT_LIMIT_BYTES as CONTRACT_LIMIT_BYTES } from '#core/reading/contract.ts'
import {
  DOCUMENT_LIMIT_BYTES,
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

test('the limit is the contract’s', () => {
  expect(DOCUMENT_LIMIT_BYTES).toBe(CONTRACT_LIMIT_BYTES)
})

test.each([
  ['a PDF', { name: 'a.pdf', type: PDF, size: 1 }, null],
  ['a DOCX', { name: 'a.docx', type: DOCX, size: 1 }, null],
  ['a DOCX on a system that does not know the type', { name: 'تقرير.DOCX', type: '', size: 1 }, null],
  ['an old Word file', { name: 'a.doc', type: 'application/msword', size: 1 }, 'type'],
  ['a text named like a PDF', { name: 'a.pdf', type: 'text/plain', size: 1 }, 'type'],
  ['a nameless kind of file', { name: 'notes', type: '', size: 1 }, 'type'],
  ['exactly 10 MB', { name: 'a.pdf', type: PDF, size: 10_485_760 }, null],
  ['one byte more', { name: 'a.pdf', type: PDF, size: 10_485_761 }, 'size'],
] as const)('%s', (_, file, problem) => {
  expect(documentProblem(file)).toBe(problem)
})

test('the bar shows the bytes that are sent, then steps of ten up to ninety', () => {
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

test('nothing ticks while bytes are still going out, or after the answer', () => {
  expect(isTicking(after(CHOSEN, { type: 'sent', share: 0.9 }))).toBe(false)
  expect(isTicking(after(CHOSEN, { type: 'sent', share: 1 }, { type: 'refused', error: { message: 'Damaged' } }))).toBe(
    false,
  )
})

test('a document whose way was cut off keeps its name, to be sent again', () => {
  const stopped = after(CHOSEN, { type: 'stopped', error: { message: 'No answer' } })
  expect(stopped).toEqual({ step: 'stopped', name: 'Report.pdf', sizeBytes: 2_000, error: { message: 'No answer' } })
  expect(documentReducer(stopped, CHOSEN)).toMatchObject({ step: 'working', percent: 0 })
})

test('a tick that comes after Cancel changes nothing', () => {
  expect(after(CHOSEN, { type: 'cleared' }, { type: 'ticked' })).toEqual(NO_DOCUMENT)
})

test('the bar is full once the text is here', () => {
  const sent = after(CHOSEN, { type: 'sent', share: 1 }, { type: 'ticked' })
  expect(sent).toMatchObject({ percent: 60 })
  const read = documentReducer(sent, { type: 'read' })
  expect(read).toMatchObject({ step: 'working', percent: 100 })
  expect(isTicking(read)).toBe(false)
})
