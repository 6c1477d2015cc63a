import { isInitialLetter, startsWord } from '../../initial-letter.ts'
import { rightOf, type Glyph } from './glyph.ts'
import { RIGHT_TO_LEFT_LETTER } from './letters.ts'
import { lineText } from './line-text.ts'
import { segmentsOf, type Segment } from './lines.ts'

/** How many times larger than the text an initial letter must be. A smaller letter is only emphasis. */
const LEAST_SIZE = 1.6

/**
 * The maximum number of initial letters on a page. If there are more large letters, they are a heading or a drawing.
 */
const MOST_INITIALS = 40

/**
 * Groups glyphs into lines, and moves each large initial letter to the start of its word. Without this, it would join
 * the last line next to it.
 */
export function segmentsWithInitials(glyphs: readonly Glyph[]): Segment[] {
  const initials = initialsIn(glyphs)
  if (initials.length === 0) return segmentsOf(glyphs)
  const large = new Set(initials.flat())
  let segments = segmentsOf(glyphs.filter((glyph) => !large.has(glyph)))
  const alone: Glyph[] = []
  for (const initial of initials) {
    const joined = joinedTo(segments, initial)
    if (joined) segments = joined
    else alone.push(...initial)
  }
  // If no large letter has lines next to it, read all of them as ordinary text.
  if (alone.length === initials.flat().length) return segmentsOf(glyphs)
  return alone.length === 0 ? segments : [...segments, ...segmentsOf(alone)]
}

/**
 * Whether a text can be a large first word. Arabic letters are joined, so Arabic texts often enlarge the whole word.
 */
const isWord = (text: string): boolean => /^\s*[«“"(]?[\p{L}\p{M}]{2,12}\s*$/u.test(text)

const textIn = (glyphs: readonly Glyph[]): string => glyphs.map(({ text }) => text).join('')

/** Finds large letters or words that stand alone, including a quotation mark before them. */
function initialsIn(glyphs: readonly Glyph[]): Glyph[][] {
  const letters = glyphs.filter(({ text }) => text.trim() !== '')
  const size = usualSize(letters)
  const large = letters.filter((glyph) => glyph.size > LEAST_SIZE * size)
  const groups: Glyph[][] = []
  for (const glyph of large.toSorted((a, b) => b.baseline - a.baseline || a.left - b.left)) {
    const group = groups.find((some) => some.some((other) => areNear(glyph, other)))
    if (group) group.push(glyph)
    else groups.push([glyph])
  }
  const initials = groups.filter((group) => isInitialLetter(textIn(group)) || isWord(textIn(group)))
  return initials.length > MOST_INITIALS ? [] : initials
}

function areNear(one: Glyph, other: Glyph): boolean {
  const gap = Math.max(one.left - rightOf(other), other.left - rightOf(one))
  return gap < Math.max(one.size, other.size) && Math.abs(one.baseline - other.baseline) < other.size / 2
}

function usualSize(glyphs: readonly Glyph[]): number {
  const counts = new Map<number, number>()
  for (const { size } of glyphs) {
    const rounded = Math.round(size * 2) / 2
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1)
  }
  return [...counts].reduce((most, some) => (some[1] > most[1] ? some : most), [0, 0])[0]
}

function joinedTo(segments: readonly Segment[], initial: readonly Glyph[]): Segment[] | null {
  const text = textIn(initial)
  const isLetter = isInitialLetter(text)
  const isRightToLeft = RIGHT_TO_LEFT_LETTER.test(text)
  const left = initial.reduce((least, glyph) => Math.min(least, glyph.left), Infinity)
  const right = initial.reduce((most, glyph) => Math.max(most, rightOf(glyph)), -Infinity)
  const { baseline, size } = initial[0]!
  const gapTo = (line: Segment) => (isRightToLeft ? left - line.right : line.left - right)
  const near = segments.filter((line) => {
    // Allow a wider gap next to a larger initial letter.
    const isAtSide =
      gapTo(line) > -0.5 * line.size && gapTo(line) < Math.max(1.5 * line.size, isLetter ? 0.6 * size : 0)
    const isAtHeight =
      line.baseline > baseline - 0.35 * line.size && line.baseline + 0.4 * line.size < baseline + 0.9 * size
    return isAtSide && isAtHeight && line.size < size / 1.3
  })
  const nearest = near.reduce((least, line) => Math.min(least, gapTo(line)), Infinity)
  const beside = near.filter((line) => gapTo(line) < nearest + 1.5 * line.size)
  const first = beside.reduce<Segment | null>((top, line) => (!top || line.baseline > top.baseline ? line : top), null)
  // Leave a large letter that is on the baseline of the first line, because it is already in its place.
  if (!first || first.baseline < baseline + 0.3 * first.size) return null

  // Do not move a heading in the margin, where no text below it starts at the same edge.
  const isUnderneath = (line: Segment) =>
    line.baseline < baseline &&
    line.baseline > baseline - 3.2 * first.size &&
    Math.abs(isRightToLeft ? line.right - right : line.left - left) < first.size
  if (!isLetter && !segments.some(isUnderneath)) return null

  const following = lineText(first.glyphs, isRightToLeft ? 'rtl' : 'ltr')
  const wholeText = () => segments.map((line) => lineText(line.glyphs, isRightToLeft ? 'rtl' : 'ltr')).join('\n')
  // In a PDF, no blank joins or separates a large first digit and the rest of its number: 4 and 12 form 412.
  const isNumber = /\p{Nd}\s*$/u.test(text) && /^\p{Nd}/u.test(following)
  const joins = isLetter && (isNumber || (/^\p{L}/u.test(following) && startsWord(text, following, wholeText)))
  const placed = placedBeside(first, initial, isRightToLeft, joins)
  const edge = isRightToLeft ? { right } : { left }
  const edgeOf = (line: Segment) => (isRightToLeft ? line.right : line.left)
  // Also move an indented line just below the large letter.
  const isMoved = (line: Segment) =>
    beside.includes(line) ||
    (line.baseline < baseline &&
      line.baseline > baseline - 0.7 * size &&
      Math.abs(edgeOf(line) - edgeOf(first)) < 0.3 * line.size)
  return segments.map((line) => (line === first ? { ...placed, ...edge } : isMoved(line) ? { ...line, ...edge } : line))
}

/** Adds the initial letters before a line, in the line's font size. Adds a space between them unless `joins` is set. */
function placedBeside(line: Segment, initial: readonly Glyph[], isRightToLeft: boolean, joins: boolean): Segment {
  const { size, baseline } = line
  const width = size / 100
  const shared = { size, baseline, width, isBold: line.isBold, isLogical: false }
  // Add the letters outwards from the line, which is the reverse of the reading order.
  const outwards = initial.toSorted((a, b) => (isRightToLeft ? a.left - b.left : b.left - a.left))
  const texts = [...(joins ? [] : [' ']), ...outwards.map((glyph) => glyph.text)]
  const added = texts.map((text, at): Glyph => {
    const distance = (at + 1) * width
    return { ...shared, text, left: isRightToLeft ? line.right + at * width : line.left - distance }
  })
  const glyphs = isRightToLeft ? [...line.glyphs, ...added] : [...added.toReversed(), ...line.glyphs]
  return { ...line, glyphs }
}
