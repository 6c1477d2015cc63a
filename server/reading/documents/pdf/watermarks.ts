import type { Drawn } from './page-glyphs.ts'
import { rightOf, rowsByBaseline } from './glyph.ts'

interface Page {
  /** The glyphs in groups of the same angle, the largest group first. */
  glyphs: Drawn[][]
}

/** Letters above these sizes may be watermarks. The sizes are multiples of the main text's size. */
const LARGE = 1.5
const COVERING = 1.8

/** A horizontal word counts as a watermark if at least this many smaller letters are printed over it. */
const COVERED_LETTERS = 3

/** The maximum number of large words to check per page. A page with more is a poster, whose words may overlap. */
const MOST_WORDS = 60

/** Removes text across or behind the page, such as CONFIDENTIAL. Keeps it if a file has no other text. */
export function withoutWatermarks<P extends Page>(pages: readonly P[]): P[] {
  const bodySize = sizeOfMost(pages.flatMap(({ glyphs }) => glyphs[0] ?? []))
  const counts = countsOfTurned(pages)
  const stamps = stampsOn(pages, bodySize)
  const cleaned = pages.map((page) => {
    const [level = [], ...turned] = page.glyphs
    const angle = level[0]?.angle ?? 0
    const kept = turned.filter((group) => {
      const isDiagonal = distanceFromLevel((group[0]?.angle ?? 0) - angle) > 5
      const count = counts.get(textOf(group)) ?? 0
      // Keep text that is on every page: it is usually a note along the edge that names the reader who downloaded the
      // file.
      const isOnAll = count > 1 && count === pages.length
      return !isMostlyFaint(group) && !isOnAll && !(isDiagonal && (isAcross(group, bodySize, count) || isTiled(group)))
    })
    const uncovered = withoutCovering(
      level.filter((glyph) => !stamps.has(glyph) && !isGhost(glyph, bodySize)),
      bodySize,
    )
    return { ...page, glyphs: [uncovered, ...kept].filter((group) => group.length > 0) }
  })
  return cleaned.some(({ glyphs }) => glyphs.length > 0) ? cleaned : [...pages]
}

/** The difference of an angle to the nearest multiple of 90 degrees, in degrees. */
function distanceFromLevel(angle: number): number {
  const rest = ((angle % 90) + 90) % 90
  return Math.min(rest, 90 - rest)
}

/**
 * Whether diagonal text is a watermark, because it is large or repeated on several pages. Labels of a chart are
 * neither.
 */
function isAcross(group: readonly Drawn[], bodySize: number, count: number): boolean {
  return sizeOfMost(group) > LARGE * bodySize || count > 1
}

function isMostlyFaint(group: readonly Drawn[]): boolean {
  return group.filter(({ isFaint }) => isFaint).length * 2 > group.length
}

const isGhost = ({ size, isTransparent }: Drawn, bodySize: number): boolean =>
  isTransparent && size > COVERING * bodySize

/** A short piece of text in one row, which may be a watermark. */
interface Piece {
  glyphs: Drawn[]
  /** The text without blanks. */
  text: string
  size: number
  isFaint: boolean
  left: number
  baseline: number
}

/** The maximum number of letters of a watermark. A longer row is a sentence. */
const LONGEST_STAMP = 40

/** The sizes above which level text may be a watermark, as multiples of the main text's size. */
const STAMP = { faint: 1.3, alone: 1.8, anyColour: 3 }

/** Text larger than this, as a multiple of the main text's size, is a heading. */
const HEADING = 1.12

/**
 * Finds level watermarks: faint or very large words at the same place of several pages, and faint words that one page
 * repeats. A single faint word counts if it is far larger than the headings. Headings and light titles stay.
 */
function stampsOn(pages: readonly Page[], bodySize: number): ReadonlySet<Drawn> {
  const byPage = pages.map(({ glyphs }) => piecesOf(glyphs[0] ?? []))
  const placeOf = ({ text, left, baseline }: Piece) => `${text} ${Math.round(left / 2)} ${Math.round(baseline / 2)}`
  const places = new Map<string, number>()
  for (const pieces of byPage)
    for (const place of new Set(pieces.map(placeOf))) places.set(place, (places.get(place) ?? 0) + 1)
  const stated = Map.groupBy(
    byPage.flatMap((pieces, page) => pieces.filter(({ isFaint }) => isFaint).map(({ text }) => ({ text, page }))),
    ({ text }) => text,
  )
  const pagesWith = (text: string) => new Set(stated.get(text)?.map(({ page }) => page)).size
  const found = new Set<Drawn>()
  for (const pieces of byPage) {
    const dark = pieces.filter(({ isFaint }) => !isFaint)
    const largest = dark.reduce((most, { size }) => Math.max(most, size), 0)
    const highest = dark.reduce((most, { baseline }) => Math.max(most, baseline), -Infinity)
    const faintTexts = Map.groupBy(
      pieces.filter(({ isFaint }) => isFaint),
      ({ text }) => text,
    )
    for (const piece of pieces) {
      const { size, text, isFaint } = piece
      if (text.length > LONGEST_STAMP || !/\p{L}/u.test(text)) continue
      const ratio = size / bodySize
      if (!isFaint && ratio < STAMP.anyColour) continue
      const count = places.get(placeOf(piece)) ?? 0
      const isRepeated = count >= 2 && count * 2 >= pages.length
      const isTiled = isFaint && text.length >= 4 && (faintTexts.get(text)?.length ?? 0) >= FEWEST_TILES
      const word = isWatermarkWord(text)
      // A word with text above it is not a title, but it may be a watermark, which can be anywhere on the page.
      const isBelow = highest > piece.baseline + size
      const hasHeading = largest > HEADING * bodySize
      const isHuge = ratio >= STAMP.anyColour && size >= 1.5 * largest
      const isStamp = isFaint
        ? isTiled ||
          (isRepeated && (word || (ratio > STAMP.faint && (isBelow || hasHeading)))) ||
          (word && pagesWith(text) >= 2 && pagesWith(text) * 2 >= pages.length) ||
          (ratio > STAMP.alone && (word ? isBelow || hasHeading : isBelow && hasHeading && isHuge))
        : isRepeated && (word || (count >= 3 && isBelow))
      if (isStamp) for (const glyph of piece.glyphs) found.add(glyph)
    }
  }
  return found
}

const FEWEST_TILES = 3

/** Divides each row of glyphs into pieces of the same font size and shade. A wide gap also starts a new piece. */
function piecesOf(glyphs: readonly Drawn[]): Piece[] {
  const pieces: Piece[] = []
  for (const row of rowsByBaseline(glyphs, (gap) => gap < 1)) {
    let open: Piece | undefined
    for (const glyph of row.toSorted((a, b) => a.left - b.left)) {
      const { text, left, size, baseline, isFaint } = glyph
      const last = open?.glyphs.at(-1)
      const isApart = !open || !last || left - rightOf(last) > 1.5 * size
      if (!open || isApart || Math.abs(open.size - size) > 0.5 || open.isFaint !== isFaint) {
        if (text.trim() === '') continue
        open = { glyphs: [], text: '', size, isFaint, left, baseline }
        pieces.push(open)
      }
      open.glyphs.push(glyph)
      open.text += text.trim()
    }
  }
  return pieces
}

/** Whether a text is a usual watermark, such as DRAFT. Arabic letters are in the order in which they are drawn. */
const isWatermarkWord = (text: string): boolean =>
  WATERMARK_WORD.test(text) || WATERMARK_WORD.test([...text].toReversed().join(''))

const WATERMARK_WORD = new RegExp(
  `^(?:${[
    'draft|confidential|strictlyconfidential|copy|sample|specimen|void|secret|topsecret|internal(?:useonly)?|preview|proof',
    'donot(?:copy|distribute|print)|notfor(?:distribution|sale)|proprietary|uncontrolled(?:copy)?|duplicate|demo|trial|evaluation',
    'entwurf|vertraulich|muster|kopie|brouillon|confidentiel|copie|borrador|confidencial|copia|bozza|riservato',
    'مسود[ةه]|سر[يى](?:للغاي[ةه])?|نسخ[ةه]|عين[ةه]',
  ].join('|')})+$`,
  'iu',
)

/** Whether diagonal text repeats the same words all over the page. */
function isTiled(group: readonly Drawn[]): boolean {
  const pieces = piecesOf(group)
  const texts = new Map<string, number>()
  for (const { text } of pieces) texts.set(text, (texts.get(text) ?? 0) + 1)
  const repeated = [...texts].filter(([text, count]) => count >= FEWEST_TILES || (count > 1 && text.length >= 8))
  return repeated.reduce((sum, [, count]) => sum + count, 0) * 2 > pieces.length
}

/** Counts the pages on which each rotated text appears. */
function countsOfTurned(pages: readonly Page[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { glyphs } of pages)
    for (const text of new Set(glyphs.slice(1).map(textOf))) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

const textOf = (group: readonly Drawn[]): string => group.map(({ text }) => text).join('')

function sizeOfMost(glyphs: readonly Drawn[]): number {
  const counts = new Map<number, number>()
  for (const { size, text } of glyphs) {
    if (text.trim() === '') continue
    const rounded = Math.round(size * 2) / 2
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1)
  }
  return [...counts].reduce((most, some) => (some[1] > most[1] ? some : most), [0, 0])[0]
}

/** Removes large words over which other text is printed. */
function withoutCovering(level: readonly Drawn[], bodySize: number): Drawn[] {
  const large = level.filter(({ size, text }) => size > COVERING * bodySize && text.trim() !== '')
  const words = Map.groupBy(large, ({ baseline, size }) => `${Math.round(baseline)} ${Math.round(size)}`)
  if (large.length === 0 || words.size > MOST_WORDS) return [...level]
  const covering = new Set<Drawn>()
  for (const word of words.values()) {
    const { baseline, size } = word[0]!
    const left = word.reduce((least, glyph) => Math.min(least, glyph.left), Infinity)
    const right = word.reduce((most, glyph) => Math.max(most, rightOf(glyph)), -Infinity)
    const covered = level.filter((glyph) => {
      const [x, y] = [glyph.left + glyph.width / 2, glyph.baseline + 0.25 * glyph.size]
      const isSmall = glyph.size <= size / COVERING && glyph.text.trim() !== ''
      return isSmall && x > left && x < right && y > baseline && y < baseline + 0.7 * size
    })
    const isCovering = covered.some((glyph) => word.some((letter) => lieOnEachOther(letter, glyph)))
    if (isCovering && covered.length >= COVERED_LETTERS) for (const glyph of word) covering.add(glyph)
  }
  return covering.size === 0 ? [...level] : level.filter((glyph) => !covering.has(glyph))
}

function lieOnEachOther(large: Drawn, small: Drawn): boolean {
  const middle = small.left + small.width / 2
  return middle > large.left + 0.1 * large.width && middle < rightOf(large) - 0.1 * large.width
}
