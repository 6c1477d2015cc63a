import { storageName } from '../lib/base-path.ts'
import { unsavedTexts } from '../lib/saved-drafts.ts'
import { readEdits } from './unsaved-edit.ts'

export interface UnsavedText {
  kind: 'topic' | 'draft' | 'edit'
  text: string
}

/**
 * The texts that are stored only in this browser: what the user typed in the composer and in edits of posts.
 * @param nameOf turns a key into its name in storage; by default, for the workspace of this page
 */
export function listUnsavedTexts(userId: string, nameOf = storageName): UnsavedText[] {
  const { topic, drafts } = unsavedTexts(userId, nameOf)
  return [
    ...(topic === '' ? [] : [{ kind: 'topic' as const, text: topic }]),
    ...drafts.map((text) => ({ kind: 'draft' as const, text })),
    ...readEdits(userId, nameOf).map(({ content, further = [], firstComment }) => ({
      kind: 'edit' as const,
      text: [content, ...further.map((part) => part.content), firstComment?.content].filter(Boolean).join('\n\n'),
    })),
  ]
}
