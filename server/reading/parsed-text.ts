/** The result of a reader: text in reading order with blank lines between blocks, and metadata if available. */
export interface ParsedText {
  title: string | null
  author: string | null
  content: string
  /** The language as a BCP 47 tag. */
  language: string | null
  pageCount: number | null
}
