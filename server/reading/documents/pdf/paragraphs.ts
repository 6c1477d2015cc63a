import { rightOf } from './glyph.ts'
import { directionOfGlyphs, lineText } from './line-text.ts'
import type { Segment } from './lines.ts'
import { LIST_MARKER, listItem } from './list-marker.ts'
import { unpairedBrackets, type Brackets, type Direction } from './logical-order.ts'

/** A paragraph, heading, list item or table, in reading order. */
export interface Block {
  text: string
  /** The font size in points. */
  size: number
  isBold: boolean
  kind: 'paragraph' | 'item' | 'table'
  /** Whether the last line fills the column, so that the paragraph may continue. */
  isOpen: boolean
  /** Whether the first line starts at the column's edge, so that it may continue a paragraph. */
  isFlush: boolean
}

/** The measures of a column, in points. */
interface Frame {
  direction: Direction
  left: number
  right: number
  /** Whether enough lines start at the column's edge. Otherwise, an indent does not mean a new paragraph. */
  isAligned: boolean
  /** The usual distance between the baselines of a paragraph, in multiples of the font size. */
  leading: number
}

export function paragraphsOf(lines: readonly Segment[], around: Direction): Block[] {
  if (lines.length === 0) return []
  const frame: Frame = {
    direction: around,
    left: lines.reduce((least, { left }) => Math.min(least, left), Infinity),
    right: lines.reduce((most, { right }) => Math.max(most, right), -Infinity),
    isAligned: true,
    leading: usualLeading(lines),
  }
  const inDirection = Map.groupBy(lines, (line) => directionOfLines([line], around))
  const aligned = [...inDirection].map(([direction, own]) => {
    const flush = own.filter((line) => startOf(line, { ...frame, direction }) < 0.5 * line.size)
    // Leave out one line, because the longest line always starts at the edge of the column.
    return [direction, flush.length - 1 >= ALIGNED_SHARE * (own.length - 1)] as const
  })
  const frameFor = (some: readonly Segment[]): Frame => {
    const direction = directionOfLines(some, around)
    return { ...frame, direction, isAligned: new Map(aligned).get(direction) ?? true }
  }
  const paragraphs: Segment[][] = []
  for (const line of lines) {
    const paragraph = paragraphs.at(-1)
    if (paragraph && !isParted(paragraph, line, frameFor([paragraph[0]!, line]))) paragraph.push(line)
    else paragraphs.push([line])
  }
  return paragraphs.map((paragraph) => blockOf(paragraph, frameFor(paragraph)))
}

/** If at least this share of a column's lines starts at its edge, an indent means a new paragraph. */
const ALIGNED_SHARE = 0.3

export function directionOfLines(lines: readonly Segment[], around: Direction): Direction {
  const all = lines.flatMap(({ glyphs }) => glyphs)
  return directionOfGlyphs(all, around)
}

function usualLeading(lines: readonly Segment[]): number {
  const gaps = lines
    .slice(1)
    .map((line, at) => ({ gap: lines[at]!.baseline - line.baseline, size: line.size }))
    .filter(({ gap, size }) => gap > 0.8 * size && gap < 3 * size)
    .map(({ gap, size }) => gap / size)
    .sort((a, b) => a - b)
  // Take a small gap, because the distances between the lines of a paragraph are the smallest, and the most frequent in
  // long columns.
  return gaps[Math.floor(gaps.length * (gaps.length < 10 ? 0.25 : 0.4))] ?? 1.3
}

function isParted(paragraph: readonly Segment[], line: Segment, frame: Frame): boolean {
  const first = paragraph[0]!
  const above = paragraph.at(-1)!
  const gap = above.baseline - line.baseline
  const size = Math.max(above.size, line.size)
  if (gap < 0 || gap > 1.25 * frame.leading * size + 0.5) return true
  if (Math.abs(line.size - above.size) > 0.12 * size || line.isBold !== above.isBold) return true
  if (LIST_MARKER.test(textOf(line, frame)) || turnsAfterSentence(above, line, frame)) return true
  const indent = startOf(line, frame) - startOf(first, frame)
  if (LIST_MARKER.test(textOf(first, frame)) && indent > 0.4 * size) return false
  const isIndented = startOf(line, frame) - startOf(above, frame) > 0.8 * size && !isCentred(line, frame)
  return (frame.isAligned && isIndented) || endsEarly(above, line, frame)
}

/** Whether a line ends a sentence and the next line has the other direction, such as Arabic after English. */
function turnsAfterSentence(above: Segment, line: Segment, { direction }: Frame): boolean {
  const own = directionOfLines([above], direction)
  return own !== directionOfLines([line], direction) && SENTENCE_END.test(lineText(above.glyphs, own))
}

const SENTENCE_END = /[.!?:؟۔»”"]$/

/** The indent of a line, in points. */
function startOf({ left, right }: Segment, frame: Frame): number {
  return frame.direction === 'rtl' ? frame.right - right : left - frame.left
}

/** The free space after a line, in points. */
function restOf(line: Segment, frame: Frame): number {
  const empty = frame.right - frame.left - (line.right - line.left)
  return frame.isAligned ? empty - startOf(line, frame) : empty
}

function isCentred(line: Segment, frame: Frame): boolean {
  return Math.abs(startOf(line, frame) - restOf(line, frame)) < line.size
}

/** Whether a line ends a paragraph, because the next line's first word would have fitted on it. */
function endsEarly(line: Segment, next: Segment, frame: Frame): boolean {
  const rest = restOf(line, frame)
  if (firstWordWidth(next, frame) + 0.4 * line.size > 0.9 * rest) return false
  return SENTENCE_END.test(textOf(line, frame)) || rest > 0.4 * (frame.right - frame.left)
}

function firstWordWidth(line: Segment, { direction }: Frame): number {
  const glyphs = direction === 'rtl' ? line.glyphs.toReversed() : line.glyphs
  let end = glyphs[0]!
  for (const glyph of glyphs) {
    const gap = direction === 'rtl' ? end.left - rightOf(glyph) : glyph.left - rightOf(end)
    if (glyph.text.trim() === '' || gap > 0.15 * glyph.size) break
    end = glyph
  }
  return direction === 'rtl' ? line.right - end.left : rightOf(end) - line.left
}

function blockOf(lines: readonly Segment[], frame: Frame): Block {
  const text = linesText(lines, frame.direction)
  const item = listItem(text)
  const [first, last] = [lines[0]!, lines.at(-1)!]
  return {
    text: item ?? text,
    size: first.size,
    isBold: first.isBold,
    kind: item === null ? 'paragraph' : 'item',
    isOpen: restOf(last, frame) < 0.12 * (frame.right - frame.left),
    isFlush: !frame.isAligned || startOf(first, frame) < 0.5 * first.size,
  }
}

function textOf(line: Segment, { direction }: Frame): string {
  return lineText(line.glyphs, direction)
}

export function tableOf(rows: readonly Segment[][][], around: Direction): Block {
  const lines = rows.map((cells) => cells.map((cell) => linesText(cell, directionOfLines(cell, around))).join(' | '))
  const first = rows.flat(2)[0]!
  return { text: lines.join('\n'), size: first.size, isBold: false, kind: 'table', isOpen: false, isFlush: false }
}

function linesText(lines: readonly Segment[], direction: Direction): string {
  return inBestBrackets((brackets) => joined(lines.map(({ glyphs }) => lineText(glyphs, direction, brackets))))
}

/** Reads a text with both forms of brackets, and returns the one with more complete pairs. */
function inBestBrackets(read: (brackets: Brackets) => string): string {
  const mirrored = read('mirrored')
  if (unpairedBrackets(mirrored) === 0) return mirrored
  const written = read('written')
  return unpairedBrackets(written) < unpairedBrackets(mirrored) ? written : mirrored
}

/** Joins lines to one text. A soft hyphen marks a split word, and a later step decides whether to keep the hyphen. */
export function joined(lines: readonly string[]): string {
  const parts: string[] = []
  let end = ''
  for (const line of lines.filter((text) => text !== '')) {
    const before = end.replace(/\u00AD$/, '-')
    const isParted = /\p{L}[-‐]$/u.test(before)
    const goesOn = end === '' || isParted || /\p{Nd}[-–/]$/u.test(before) || ADDRESS_GOES_ON.test(before)
    const gap = goesOn ? '' : ' '
    const above = parts.pop()?.replace(/\u00AD$/, '-') ?? ''
    if (isParted && /^\p{Ll}/u.test(line)) parts.push(above.slice(0, -1), '\u00AD', line)
    else parts.push(above, gap + line)
    end = `${before}${gap}${line}`.slice(-SEAM)
  }
  return parts.join('')
}

/** How many UTF-16 units around a line end to search for a web address that the line end splits. */
const SEAM = 300

const ADDRESS_GOES_ON = /https?:\/\/(?:\S*[/?=&_])?$/
