import { unsavedTexts } from '../lib/saved-drafts.ts'
import { readEdits } from './unsaved-edit.ts'

/** The texts that are stored only in this browser: what the user typed in the composer and in edits of posts. */
export function listUnsavedTexts(userId: string): { kind: 'topic' | 'draft' | 'edit'; text: string }[] {
  const { topic, drafts } = unsavedTexts(userId)
  return [
    ...(topic === '' ? [] : [{ kind: 'topic' as const, text: topic }]),
    ...drafts.map((text) => ({ kind: 'draft' as const, text })),
    ...readEdits(userId).map(({ content }) => ({ kind: 'edit' as const, text: content })),
  ]
}
