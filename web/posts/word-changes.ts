import { diffArrays } from 'diff'

export interface Change {
  kind: 'same' | 'removed' | 'added'
  text: string
}

/**
 * The maximum number of differing words. With more, the diff would take seconds, so the whole text counts as changed.
 */
const MOST_CHANGES = 1_500

/** The changes between two texts, word by word. A word includes the spaces after it, so that adjacent changes are one. */
export function wordChanges(before: string, now: string, language: string): Change[] {
  const [old, current] = [wordsOf(before, language), wordsOf(now, language)]
  const parts = diffArrays(old, current, { maxEditLength: MOST_CHANGES }) ?? [
    { value: old, removed: true, added: false },
    { value: current, removed: false, added: true },
  ]
  return parts
    .map(({ value, added, removed }): Change => ({
      kind: removed ? 'removed' : added ? 'added' : 'same',
      text: value.join(''),
    }))
    .filter(({ text }) => text !== '')
}

/** How many changes a reader sees: a removal and the addition after it are one. */
export const countChanges = (changes: readonly Change[]): number =>
  changes.filter(({ kind }, at) => kind !== 'same' && !(kind === 'added' && changes[at - 1]?.kind === 'removed')).length

function wordsOf(text: string, language: string): string[] {
  const words: string[] = []
  for (const { segment } of new Intl.Segmenter(language, { granularity: 'word' }).segment(text)) {
    if (/^\s/u.test(segment) && words.length > 0) words[words.length - 1] += segment
    else words.push(segment)
  }
  return words
}
