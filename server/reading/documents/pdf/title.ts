import type { Block } from './paragraphs.ts'

/** In UTF-16 units; what is longer is a paragraph. */
const TITLE_LIMIT = 250

/** What programs write as a title when nobody gave one: the file's name, their own, or nothing of meaning. */
const NO_TITLE =
  /^(?:untitled.*|no ?title|title|document\d*|doc\d*|microsoft (?:word|powerpoint|excel) ?-.*|(?:slide|presentation|sheet) ?\d*|about:blank|print|\d+|بدون عنوان|مستند ?\d*|https?:.*|.*[\\/].*\.\w+|.*\.(?:docx?|pdf|html?|php|aspx?|indd|qxd|tex|dvi|odt|rtf|txt|pptx?|xlsx?))$/i

/** The title that the file names when it says something, else the first of its largest headings. */
export function titleOf(named: readonly unknown[], blocks: readonly Block[], bodySize: number): string | null {
  for (const title of named) {
    const text = typeof title === 'string' ? title.replace(/[\p{Cc}\s]+/gu, ' ').trim() : ''
    if (text.length > 1 && text.length <= TITLE_LIMIT && !text.includes('\uFFFD') && !NO_TITLE.test(text)) return text
  }
  const headings = blocks.filter(
    ({ text, size, kind }) =>
      kind === 'paragraph' && size > 1.12 * bodySize && text.length > 1 && text.length <= TITLE_LIMIT,
  )
  const largest = headings.reduce((most, { size }) => Math.max(most, size), 0)
  return headings.find(({ size }) => size > 0.98 * largest)?.text ?? null
}
