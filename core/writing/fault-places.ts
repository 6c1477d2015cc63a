import type { GeneratedItem } from './contract.ts'

const inOneForm = (text: string): string =>
  text
    .replaceAll(/[\u0640\u064B-\u0652\u0670]/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()

/** The faulty passages that the text still contains after the author's edits. */
export function openPlaces(text: string, places: readonly string[]): string[] {
  const whole = inOneForm(text)
  return places.filter((place) => whole.includes(inOneForm(place).replace(/[.,،]$/u, '')))
}

type Removed = NonNullable<GeneratedItem['removed']>

/**
 * Restores removed sentences in their places. If the text around the place has changed, or the place was at the end,
 * each sentence becomes a paragraph.
 */
export function withRemoved(content: string, removed: Removed): string {
  return removed.toReversed().reduce((text, { text: sentence, at }) => {
    const [before, after] = [text.slice(0, at), text.slice(at)]
    if (after.trim() !== '' && (before === '' || /\s$/u.test(before))) return `${before}${sentence} ${after}`
    // The removed sentence was the last of its paragraph, and other paragraphs follow.
    if (before !== '' && after.startsWith('\n') && after.trim() !== '') return `${before} ${sentence}${after}`
    return `${text.trimEnd()}\n\n${sentence}`
  }, content)
}
