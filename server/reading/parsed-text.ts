/** What a reader of files gives: text in reading order, blocks apart by a blank line, the rest where the file tells it. */
export interface ParsedText {
  title: string | null
  author: string | null
  content: string
  /** A BCP 47 tag. */
  language: string | null
  pageCount: number | null
}
