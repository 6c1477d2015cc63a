/** The gaps between two pieces of text. If several gaps are requested, the largest counts. */
export const GAP = { none: 0, space: 1, line: 2, block: 3 } as const
type Gap = (typeof GAP)[keyof typeof GAP]

const GAP_TEXT = ['', ' ', '\n', '\n\n'] as const

/** The maximum number of earlier characters to keep, enough for a price. */
const LONGEST_BEFORE = 40

/** A list item or definition that is being written. */
interface Item {
  indent: string
  /** The bullet or number before the item's first line; null after that line. */
  marker: string | null
  /** Whether the first line of a definition continues the line of its term. */
  isBehindTerm: boolean
}

/**
 * Writes text with the gaps between its pieces. Gaps are written only before text, so that they are never doubled or at
 * the end.
 */
export class TextWriter {
  #parts: string[] = []
  #gap: Gap = GAP.none
  /** The number of line breaks in preformatted text that are not written yet. */
  #rawBreaks = 0
  #items: Item[] = []
  /** The last pieces of text without a gap, to see whether a number would join another number. */
  #last = ''
  /** Whether the last text was a fraction or formula, which a digit must not touch. */
  #isAfterFormula = false
  /** The text around a table cell. It is kept here while the text of the cell is being written. */
  #around: { parts: string[]; gap: Gap } | null = null

  ask(gap: Gap): void {
    // Reduce larger gaps, because a table cell is one line, and list items are on consecutive lines.
    const most = this.#around ? GAP.space : this.#items.length > 0 ? GAP.line : GAP.block
    const asked = gap < most ? gap : most
    if (asked > this.#gap) this.#gap = asked
  }

  /** Writes the break of a `<br>`. Some pages separate paragraphs with two of them. */
  breakLine(): void {
    this.ask(this.#gap === GAP.line ? GAP.block : GAP.line)
  }

  /** Writes running text, with each white space as one blank. */
  words(text: string): void {
    const words = withoutInvisible(text).replace(/\s+/gu, ' ')
    if (words.startsWith(' ')) this.ask(GAP.space)
    const trimmed = words.trim()
    if (trimmed === '') return
    if (this.#isAfterFormula && /^\p{N}/u.test(trimmed)) this.ask(GAP.space)
    this.#write(trimmed)
    if (words.endsWith(' ')) this.ask(GAP.space)
  }

  /** Requests a space before a fraction or formula after a digit, so that 2¾ does not become 23/4. */
  startFormula(): void {
    if (/\p{N}$/u.test(this.before)) this.ask(GAP.space)
  }

  /** Writes the bar between the two numbers of a fraction, unless the text already has one. */
  fractionBar(): void {
    this.#gap = GAP.none
    if (!/[/⁄∕]$/u.test(this.#last)) this.#write('/')
  }

  endFormula(): void {
    this.#isAfterFormula = true
  }

  /** The text directly before the next piece of text; empty if a gap separates them. */
  get before(): string {
    return this.#gap === GAP.none && this.#rawBreaks === 0 ? this.#last : ''
  }

  /** Writes preformatted text with its line breaks and blanks. */
  lines(text: string): void {
    if (this.#around) return this.words(text)
    const lines = withoutInvisible(text).replace(/\r\n?/g, '\n').replaceAll('\u00A0', ' ').split('\n')
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#rawBreaks++
      const kept = index < lines.length - 1 ? line.trimEnd() : line
      if (kept !== '') this.#write(kept)
    }
  }

  /** Writes a closing mark directly after the text, without a blank. */
  closingMark(mark: string): void {
    const hadSpace = this.#gap === GAP.space
    if (hadSpace) this.#gap = GAP.none
    this.#write(mark)
    if (hadSpace) this.ask(GAP.space)
  }

  startItem(indent: string, marker: string): void {
    this.ask(GAP.line)
    this.#items.push({ indent, marker, isBehindTerm: false })
  }

  /** Starts the definition of a term, on the term's line or on a new line. */
  startMeaning(indent: string, isBehindTerm: boolean): void {
    this.ask(GAP.line)
    this.#items.push({ indent, marker: isBehindTerm ? null : '', isBehindTerm })
  }

  endItem(): void {
    this.ask(GAP.line)
    this.#items.pop()
  }

  startCell(): void {
    this.#around = { parts: this.#parts, gap: this.#gap }
    this.#parts = []
    this.#gap = GAP.none
    this.#last = ''
  }

  /** Ends a table cell. Returns its text, which is not yet part of the output. */
  endCell(): string {
    const cell = this.#parts.join('')
    this.#parts = this.#around?.parts ?? []
    this.#gap = this.#around?.gap ?? GAP.none
    this.#around = null
    return cell
  }

  /** Writes a row of cells. Skips an empty row; an empty cell keeps its place. */
  row(cells: readonly string[]): void {
    const last = cells.findLastIndex((cell) => cell !== '')
    if (last < 0) return
    this.ask(GAP.line)
    const line = cells.slice(0, last + 1).map((cell, index) => (index === 0 ? cell : cell === '' ? ' |' : ` | ${cell}`))
    this.#write(line.join('').trimStart())
    this.ask(GAP.line)
  }

  /** The number of pieces written so far. Callers compare it to detect whether text was added. */
  get length(): number {
    return this.#parts.length
  }

  text(): string {
    return this.#parts.join('').normalize('NFC').trimEnd()
  }

  #write(text: string): void {
    const item = this.#around ? undefined : this.#items.at(-1)
    if (item?.isBehindTerm) {
      this.#parts.push(/[:：]$/u.test(this.#parts.at(-1) ?? '') ? ' ' : ': ')
    } else {
      const gap = this.#gap < GAP.line ? '\n'.repeat(this.#rawBreaks) || GAP_TEXT[this.#gap] : GAP_TEXT[this.#gap]
      const isLineStart = this.#parts.length === 0 || gap.startsWith('\n')
      if (this.#parts.length > 0) this.#parts.push(gap)
      if (isLineStart && item) this.#parts.push(item.indent, item.marker ?? '  ')
    }
    this.#parts.push(text)
    this.#last = this.before === '' ? text : `${this.before}${text}`.slice(-LONGEST_BEFORE)
    this.#isAfterFormula = false
    if (item) Object.assign(item, { marker: null, isBehindTerm: false })
    this.#gap = GAP.none
    this.#rawBreaks = 0
  }
}

/**
 * Removes invisible characters that would split words: soft hyphens, zero-width spaces, byte order marks and control
 * characters.
 */
function withoutInvisible(text: string): string {
  return text.replace(/[\u00AD\u200B\u2060\uFEFF]|(?!\s)\p{Cc}/gu, '')
}
