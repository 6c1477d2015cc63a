import type { StoredMessage } from '../../lib/error-message.ts'
import { DOCUMENT_LIMIT_BYTES } from '#core/reading/limits.ts'

export const DOCUMENT_LIMIT = { megabytes: DOCUMENT_LIMIT_BYTES / 1024 ** 2 }
const DOCUMENT_TYPES = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
] as const
export const DOCUMENT_ACCEPT = ['.pdf', '.docx', ...DOCUMENT_TYPES].join(',')

/**
 * The progress bar shows the upload up to this percentage. The rest is for reading the document, whose duration is
 * unknown.
 */
const SENT_PERCENT = 50
const TICK_PERCENT = 10
const CAP_PERCENT = 90
export const TICK_MS = 200
export const FULL_MS = 300

type FileLike = { name: string; type: string; size: number }

export function documentProblem({ name, type, size }: FileLike): 'type' | 'size' | null {
  // Checks the file name, because some systems report no media type.
  const isKnown =
    type === '' || type === 'application/octet-stream' ? /\.(pdf|docx)$/i.test(name) : isDocumentType(type)
  if (!isKnown) return 'type'
  return size > DOCUMENT_LIMIT_BYTES ? 'size' : null
}

function isDocumentType(type: string): boolean {
  return DOCUMENT_TYPES.some((documentType) => documentType === type)
}

type DocumentState =
  | { step: 'none'; error: StoredMessage | null }
  | { step: 'working'; name: string; sizeBytes: number; startedAt: number; percent: number; isSent: boolean }
  | { step: 'stopped'; name: string; sizeBytes: number; error: StoredMessage }

export type DocumentAction =
  | { type: 'chosen'; name: string; sizeBytes: number; at: number }
  | { type: 'sent'; share: number }
  | { type: 'ticked' }
  | { type: 'read' }
  | { type: 'refused'; error: StoredMessage }
  | { type: 'stopped'; error: StoredMessage }
  | { type: 'cleared' }

export const NO_DOCUMENT: DocumentState = { step: 'none', error: null }

export function documentReducer(state: DocumentState, action: DocumentAction): DocumentState {
  switch (action.type) {
    case 'chosen': {
      const { name, sizeBytes, at } = action
      return { step: 'working', name, sizeBytes, startedAt: at, percent: 0, isSent: false }
    }
    case 'sent':
      if (state.step !== 'working') return state
      return { ...state, percent: Math.max(state.percent, action.share * SENT_PERCENT), isSent: action.share >= 1 }
    case 'ticked':
      if (state.step !== 'working') return state
      return { ...state, percent: Math.min(CAP_PERCENT, state.percent + TICK_PERCENT) }
    case 'read':
      return state.step === 'working' ? { ...state, percent: 100 } : state
    case 'stopped':
      if (state.step !== 'working') return state
      return { step: 'stopped', name: state.name, sizeBytes: state.sizeBytes, error: action.error }
    case 'refused':
      return { step: 'none', error: action.error }
    case 'cleared':
      return NO_DOCUMENT
  }
}

export function isTicking(state: DocumentState): boolean {
  return state.step === 'working' && state.isSent && state.percent < CAP_PERCENT
}
