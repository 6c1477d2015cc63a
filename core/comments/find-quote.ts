/**
 * Finds quoted words in a text that may have changed since. If they occur several times, it takes the occurrence
 * nearest to their previous start. Returns null if the words are no longer in the text.
 */
export function findQuote(
  text: string,
  { text: words, start }: { text: string; start: number },
): { start: number; end: number } | null {
  const before = text.lastIndexOf(words, start)
  const after = text.indexOf(words, start)
  const found = before < 0 || (after >= 0 && after - start < start - before) ? after : before
  return found < 0 ? null : { start: found, end: found + words.length }
}
