/**
 * The index of the closing paragraph: the last question, or else the last paragraph without an address or quotation.
 */
export function closingIndex(paragraphs: readonly string[]): number {
  const question = paragraphs.findLastIndex((paragraph, at) => at > 0 && /[?؟]\s*$/u.test(paragraph))
  if (question > 0) return question
  const hasLink = /^https?:\S+$/u.test(paragraphs.at(-1) ?? '')
  const last = paragraphs.length - (hasLink ? 2 : 1)
  return Math.max(1, /[“«]/u.test(paragraphs[last] ?? '') ? last + 1 : last)
}
