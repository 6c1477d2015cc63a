import { applyPatch, inverseOf, patchBetween, type Patch, type TextRange } from './text-edits.ts'

/**
 * The kind of an undo step. `typed` and `deleted` steps in quick succession are merged into one. `other` steps are
 * never merged.
 */
export type StepKind = 'typed' | 'deleted' | 'other'

interface Step {
  patch: Patch
  kind: StepKind
  at: number
  /** The selections before and after the step. */
  before: TextRange
  after: TextRange
}

/** A text with the steps that undo and redo it. Steps store only what changed, because texts can be long. */
export interface EditHistory {
  text: string
  past: readonly Step[]
  future: readonly Step[]
}

type Restored = { history: EditHistory; selection: TextRange; patch: Patch }

const MAX_STEPS = 500
const PAUSE_MS = 1_000

export const newHistory = (text: string): EditHistory => ({ text, past: [], future: [] })

export function withStep(
  history: EditHistory,
  text: string,
  { kind, at, before, after }: Omit<Step, 'patch'>,
): EditHistory {
  if (text === history.text) return history
  const patch = patchBetween(history.text, text)
  const last = history.past.at(-1)
  if (last && history.future.length === 0 && isContinued(last, patch, kind, at)) {
    const base = applyPatch(history.text, inverseOf(last.patch))
    const merged = { patch: patchBetween(base, text), kind, at, before: last.before, after }
    return { text, past: [...history.past.slice(0, -1), merged], future: [] }
  }
  return { text, past: [...history.past, { patch, kind, at, before, after }].slice(-MAX_STEPS), future: [] }
}

/** Whether an edit continues the last undo step. A new line or a pause starts a new step. */
function isContinued(last: Step, patch: Patch, kind: StepKind, at: number): boolean {
  return kind !== 'other' && kind === last.kind && at - last.at < PAUSE_MS && !patch.inserted.includes('\n')
}

export function undone({ text, past, future }: EditHistory): Restored | null {
  const step = past.at(-1)
  if (!step) return null
  const patch = inverseOf(step.patch)
  const history = { text: applyPatch(text, patch), past: past.slice(0, -1), future: [...future, step] }
  return { history, selection: step.before, patch }
}

export function redone({ text, past, future }: EditHistory): Restored | null {
  const step = future.at(-1)
  if (!step) return null
  const history = { text: applyPatch(text, step.patch), past: [...past, step], future: future.slice(0, -1) }
  return { history, selection: step.after, patch: step.patch }
}
