import type { Drawn } from './page-glyphs.ts'
import { rightOf } from './glyph.ts'

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
  const repeated = repeatedTexts(pages)
  const places = repeatedPlaces(pages)
  const cleaned = pages.map((page) => {
    const [level = [], ...turned] = page.glyphs
    const angle = level[0]?.angle ?? 0
    const kept = turned.filter((group) => {
      const isDiagonal = distanceFromLevel((group[0]?.angle ?? 0) - angle) > 5
      return !isMostlyFaint(group) && !(isDiagonal && isAcross(group, bodySize, repeated))
    })
    const uncovered = withoutCovering(withoutFaint(level, bodySize, places), bodySize)
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
function isAcross(group: readonly Drawn[], bodySize: number, repeated: ReadonlySet<string>): boolean {
  return sizeOfMost(group) > LARGE * bodySize || repeated.has(textOf(group))
}

function isMostlyFaint(group: readonly Drawn[]): boolean {
  return group.filter(({ isFaint }) => isFaint).length * 2 > group.length
}

/** Positions at which several pages have the same faint letter. */
function repeatedPlaces(pages: readonly Page[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { glyphs } of pages) {
    const own = new Set((glyphs[0] ?? []).filter(({ isFaint }) => isFaint).map(placeOf))
    for (const place of own) {
      if (seen.has(place)) repeated.add(place)
      seen.add(place)
    }
  }
  return repeated
}

const placeOf = ({ text, left, baseline }: Drawn): string => `${text} ${Math.round(left)} ${Math.round(baseline)}`

/** Removes large faint text that is half transparent or repeated. A light title on a dark banner is neither. */
function withoutFaint(level: readonly Drawn[], bodySize: number, places: ReadonlySet<string>): Drawn[] {
  return level.filter((glyph) => {
    const isLarge = glyph.size > COVERING * bodySize
    return !glyph.isFaint || !isLarge || !(glyph.isTransparent || places.has(placeOf(glyph)))
  })
}

function repeatedTexts(pages: readonly Page[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { glyphs } of pages) {
    for (const group of glyphs.slice(1)) {
      const text = textOf(group)
      if (seen.has(text)) repeated.add(text)
      seen.add(text)
    }
  }
  return repeated
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
