/** What stands between the text written last and the next; of several asked for, the strongest wins. */
export const GAP = { none: 0, space: 1, line: 2, block: 3 } as const
export type Gap = (typeof GAP)[keyof typeof GAP]

const GAP_TEXT = ['', ' ', '\n', '\n\n'] as const

/** A list item, or what a term means, while it is written. */
interface Item {
  indent: string
  /** What its first line starts with; null once that line is there. */
  marker: string | null
  /** Its first line goes on behind its term. */
  isBehindTerm: boolean
}

/**
 * Writes blocks, lines, list items and table cells as plain text. Gaps are asked for, and written only once something
 * follows them: so none is doubled, and none is left at the end.
 */
export class TextWriter {
  #parts: string[] = []
  #gap: Gap = GAP.none
  /** Line breaks of preformatted text that wait for what follows them. */
  #rawBreaks = 0
  #items: Item[] = []
  /** The text around the cell that is being written. */
  #around: { parts: string[]; gap: Gap } | null = null

  ask(gap: Gap): void {
    // A cell is one line, and the items of a list stand on consecutive ones.
    const most = this.#around ? GAP.space : this.#items.length > 0 ? GAP.line : GAP.block
    const asked = gap < most ? gap : most
    if (asked > this.#gap) this.#gap = asked
  }

  /** `<br>`. With two of them some pages part their paragraphs. */
  breakLine(): void {
    this.ask(this.#gap === GAP.line ? GAP.block : GAP.line)
  }

  /** Running text, of which white space is no more than one blank. */
  words(text: string): void {
    const words = withoutInvisible(text).replace(/\s+/gu, ' ')
    if (words.startsWith(' ')) this.ask(GAP.space)
    const trimmed = words.trim()
    if (trimmed === '') return
    this.#write(trimmed)
    if (words.endsWith(' ')) this.ask(GAP.space)
  }

  /** Preformatted text, of which lines and blanks are kept. */
  lines(text: string): void {
    if (this.#around) return this.words(text)
    const lines = withoutInvisible(text).replace(/\r\n?/g, '\n').replaceAll('\u00A0', ' ').split('\n')
    for (const [index, line] of lines.entries()) {
      if (index > 0) this.#rawBreaks++
      const kept = index < lines.length - 1 ? line.trimEnd() : line
      if (kept !== '') this.#write(kept)
    }
  }

  /** A mark that stands right behind the text before it, whatever blank there was: a closing quotation mark. */
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

  /** What a term means: on the line of its term, or on one of its own. */
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
  }

  /** What was written since `startCell`. It is not in the text. */
  endCell(): string {
    const cell = this.#parts.join('')
    this.#parts = this.#around?.parts ?? []
    this.#gap = this.#around?.gap ?? GAP.none
    this.#around = null
    return cell
  }

  /** A line of cells. A row without text is none; an empty cell leaves its place. */
  row(cells: readonly string[]): void {
    const last = cells.findLastIndex((cell) => cell !== '')
    if (last < 0) return
    this.ask(GAP.line)
    const line = cells.slice(0, last + 1).map((cell, index) => (index === 0 ? cell : cell === '' ? ' |' : ` | ${cell}`))
    this.#write(line.join('').trimStart())
    this.ask(GAP.line)
  }

  /** How many pieces were written: larger once something was. */
  get length(): number {
    return this.#parts.length
  }

  /** All that was written, in Unicode's composed form (NFC). */
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
    if (item) Object.assign(item, { marker: null, isBehindTerm: false })
    this.#gap = GAP.none
    this.#rawBreaks = 0
  }
}

/** Soft hyphens, zero-width blanks, byte order marks and control characters: nobody sees them, but they part words. */
function withoutInvisible(text: string): string {
  return text.replace(/[\u00AD\u200B\u2060\uFEFF]|(?!\s)\p{Cc}/gu, '')
}
