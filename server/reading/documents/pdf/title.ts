import type { Block } from './paragraphs.ts'

/** The longest title, in UTF-16 units. A longer text is a paragraph. */
const TITLE_LIMIT = 250

/** Titles that programs declare by default: the file's name, the program's name, or words without meaning. */
const MEANINGLESS_TITLE =
  /^(?:untitled.*|no ?title|title|document\d*|doc\d*|microsoft (?:word|powerpoint|excel) ?-.*|(?:slide|presentation|sheet) ?\d*|about:blank|print|\d+|بدون عنوان|مستند ?\d*|https?:.*|.*[\\/].*\.\w+|.*\.(?:docx?|pdf|html?|php|aspx?|indd|qxd|tex|dvi|odt|rtf|txt|pptx?|xlsx?))$/i

/** The declared title if it is meaningful, otherwise the first of the largest headings. */
export function titleOf(named: readonly unknown[], blocks: readonly Block[], bodySize: number): string | null {
  for (const title of named) {
    const text = typeof title === 'string' ? title.replace(/[\p{Cc}\s]+/gu, ' ').trim() : ''
    if (text.length > 1 && text.length <= TITLE_LIMIT && !text.includes('\uFFFD') && !MEANINGLESS_TITLE.test(text))
      return text
  }
  const headings = blocks.filter(
    ({ text, size, kind }) =>
      kind === 'paragraph' && size > 1.12 * bodySize && text.length > 1 && text.length <= TITLE_LIMIT,
  )
  const largest = headings.reduce((most, { size }) => Math.max(most, size), 0)
  return headings.find(({ size }) => size > 0.98 * largest)?.text ?? null
}
