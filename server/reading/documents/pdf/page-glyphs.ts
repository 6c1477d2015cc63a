import { around, common, isOutside, type Clip, type Point } from './clip.ts'
import { rightOf, type Glyph } from './glyph.ts'
import { withoutStruck } from './struck.ts'
import { isArabicMark, plainLetters, readableText } from './letters.ts'
import { textOfString } from './actual-text.ts'

/** The maximum number of glyphs to read per page. */
const GLYPH_LIMIT = 200_000

/** A page with more dots than this is a drawing, so its dots are not bullets. */
const DOT_LIMIT = 2_000

/** The longest text that a PDF may state for drawn pieces (`ActualText`), about a line. */
const SPELLED_LIMIT = 500

/** The fields of pdf.js's operator list that Frogy uses. */
export interface DrawingList {
  fnArray: number[]
  argsArray: unknown[][]
}

/** The numbers of pdf.js's operators, by name. */
type Operators = Readonly<Record<string, number>>

/** The fields of pdf.js's fonts that Frogy uses. They exist with the option `fontExtraProperties`. */
export interface Font {
  name: string
  /** An error if pdf.js could not load the font. The font's letters are then unknown. */
  error?: string
  bold?: boolean
  black?: boolean
  isType3Font?: boolean
  composite?: boolean
  fontMatrix?: number[]
  bbox?: number[]
  /** The letter of each glyph. `_map` is missing if the PDF file does not say which letter a glyph shows. */
  toUnicode?: { _map?: readonly (string | undefined)[] }
}

interface FontGlyph {
  unicode: string
  originalCharCode: number
  width: number
  isSpace: boolean
}

export interface PageGlyphs {
  /** The glyphs in groups of the same angle, the largest group first. */
  glyphs: Drawn[][]
  /** The angle of `glyphs[0]`, in whole degrees. */
  angle: number
  /**
   * Small round drawings, which may be bullets. Their positions are rotated so that the text of `glyphs[0]` is level.
   */
  dots: Dot[]
  /** The number of glyphs whose letters are unknown. */
  unreadable: number
  drawings: number
}

export interface Dot {
  left: number
  right: number
  middle: number
}

type Matrix = readonly [number, number, number, number, number, number]

const INITIAL_STATE = {
  matrix: [1, 0, 0, 1, 0, 0] as Matrix,
  clip: undefined as Clip | undefined,
  font: undefined as Font | undefined,
  size: 0,
  letterSpacing: 0,
  wordSpacing: 0,
  stretch: 1,
  leading: 0,
  rise: 0,
  isLight: false,
  isStrokeLight: false,
  /** Whether letters are drawn only as outlines. */
  isOutlined: false,
  opacity: 1,
}

export interface Drawn extends Glyph {
  /** The angle of the baseline in whole degrees. */
  angle: number
  /** Whether the text has a light colour or is half transparent. */
  isFaint: boolean
  isTransparent: boolean
  /** Whether the file marks the text as decoration, such as a page header, page number or watermark. */
  isArtifact: boolean
}

/** Whether to read the text of an optional layer, which pdf.js describes. */
export type IsLayerRead = (layer: unknown) => boolean

export function glyphsOf(
  list: DrawingList,
  operators: Operators,
  fontOf: (name: string) => Font | undefined,
  isLayerRead: IsLayerRead = () => true,
  struck: readonly Clip[] = [],
  page?: Clip,
): PageGlyphs {
  const drawn: Drawn[] = []
  const dots: Clip[] = []
  /** Thin level lines, which may strike out text. */
  const lines: Clip[] = []
  let unreadable = 0
  let drawings = 0

  let state = { ...INITIAL_STATE, clip: page }
  const saved: (typeof state)[] = []
  /** The marked-content operators around the current text: the text that each one states, and its first glyph. */
  const open: { text: string | null; from: number; kind: 'artifact' | 'skipped' | null }[] = []
  let textMatrix: Matrix = [1, 0, 0, 1, 0, 0]
  let x = 0
  let y = 0
  let lineX = 0
  let lineY = 0
  /** Whether the next path limits the visible area instead of drawing. */
  let isClip = false

  const moveLine = (dx: number, dy: number) => {
    x = lineX += dx
    y = lineY += dy
  }

  const show = (glyphs: readonly (FontGlyph | number)[]) => {
    const { font, size, stretch, opacity } = state
    const isLight = state.isOutlined ? state.isStrokeLight : state.isLight
    const isSkipped = open.some(({ kind }) => kind === 'skipped')
    const shade = {
      isFaint: isLight || opacity < FAINT_OPACITY,
      isTransparent: opacity < FAINT_OPACITY,
      isArtifact: open.some(({ kind }) => kind === 'artifact'),
    }
    if (!font || font.error !== undefined) {
      unreadable++
      return
    }
    const unit = font.fontMatrix?.[0] ?? 0.001
    // Turn letters of a negative size upside down, and only mirror letters of a negative stretch.
    const [turnX, turnY] = [size * stretch < 0 ? -1 : 1, size < 0 ? -1 : 1]
    const base = multiplied(multiplied(state.matrix, textMatrix), [turnX, 0, 0, turnY, 0, 0])
    for (const glyph of glyphs) {
      if (typeof glyph === 'number') {
        x -= (glyph / 1000) * size * stretch
        continue
      }
      const advance =
        (glyph.width * unit * size + state.letterSpacing + (glyph.isSpace ? state.wordSpacing : 0)) * stretch
      const place: Point = [turnX * x, turnY * (y + state.rise)]
      const width = glyph.width * unit * Math.abs(size * stretch)
      const isPainted = !state.clip || !isHidden(state.clip, base, place, [width, Math.abs(size)])
      if (drawn.length < GLYPH_LIMIT && isPainted && !isSkipped) {
        const isKnown = isReadable(font, glyph)
        const text = isKnown ? readableText(glyph.unicode) : ''
        if (text === '') unreadable++
        // Keep a glyph whose letter is unknown, because the file may state its text (`ActualText`).
        drawn.push({ ...placed(base, place, width), ...look(font, base, size), ...shade, text })
      }
      x += advance
    }
  }

  for (const [at, operator] of list.fnArray.entries()) {
    const args = list.argsArray[at] ?? []
    const numbers = args as number[]
    switch (operator) {
      case operators.save:
        saved.push(state)
        break
      case operators.restore:
      case operators.paintFormXObjectEnd:
        state = saved.pop() ?? state
        break
      case operators.transform:
        state = { ...state, matrix: multiplied(state.matrix, args as unknown as Matrix) }
        break
      case operators.paintFormXObjectBegin:
        saved.push(state)
        if (args[0]) state = { ...state, matrix: multiplied(state.matrix, args[0] as Matrix) }
        break
      case operators.beginText:
        textMatrix = [1, 0, 0, 1, 0, 0]
        x = y = lineX = lineY = 0
        break
      case operators.setTextMatrix:
        textMatrix = args[0] as Matrix
        x = y = lineX = lineY = 0
        break
      case operators.moveText:
        moveLine(numbers[0]!, numbers[1]!)
        break
      case operators.setLeadingMoveText:
        state = { ...state, leading: numbers[1]! }
        moveLine(numbers[0]!, numbers[1]!)
        break
      case operators.setLeading:
        state = { ...state, leading: -numbers[0]! }
        break
      case operators.nextLine:
        moveLine(0, state.leading)
        break
      case operators.setCharSpacing:
        state = { ...state, letterSpacing: numbers[0]! }
        break
      case operators.setWordSpacing:
        state = { ...state, wordSpacing: numbers[0]! }
        break
      case operators.setHScale:
        state = { ...state, stretch: numbers[0]! / 100 }
        break
      case operators.setTextRise:
        state = { ...state, rise: numbers[0]! }
        break
      case operators.setFont:
        state = { ...state, font: fontOf(String(args[0])), size: numbers[1]! }
        break
      case operators.setFillRGBColor:
        state = { ...state, isLight: isLightColour(args) }
        break
      case operators.setStrokeRGBColor:
        state = { ...state, isStrokeLight: isLightColour(args) }
        break
      case operators.setTextRenderingMode:
        state = { ...state, isOutlined: numbers[0] === 1 || numbers[0] === 5 }
        break
      case operators.setGState:
        state = { ...state, opacity: opacityIn(args[0]) ?? state.opacity }
        break
      case operators.showText:
        show(args[0] as (FontGlyph | number)[])
        break
      case operators.beginMarkedContent:
        open.push({ text: null, from: drawn.length, kind: kindOf(args, isLayerRead) })
        break
      case operators.beginMarkedContentProps:
        open.push({
          text: typeof args[1] === 'string' ? textOfString(args[1]) : null,
          from: drawn.length,
          kind: kindOf(args, isLayerRead),
        })
        break
      case operators.endMarkedContent: {
        const bracket = open.pop()
        if (bracket?.text != null) unreadable -= spellOut(drawn, bracket.from, bracket.text)
        break
      }
      case operators.clip:
      case operators.eoClip:
        isClip = true
        break
      case operators.constructPath: {
        const box = (args[2] ?? []) as number[]
        // Ignore empty paths, which damaged or unusual files contain.
        if (isClip && box.length > 0 && box.every((edge) => Number.isFinite(edge)))
          state = { ...state, clip: common(state.clip, boxOf(state.matrix, box)) }
        isClip = false
        drawings++
        const dot = args[2] ? dotIn(state.matrix, args[2] as number[]) : undefined
        if (dot && dots.length < DOT_LIMIT) dots.push(dot)
        const area = args[2] && !dot ? boxOf(state.matrix, box) : undefined
        if (area && isThin(area) && lines.length < DOT_LIMIT) lines.push(area)
        break
      }
    }
  }
  const glyphs = byDirection(withMarks(withoutArtifacts(drawn.filter((piece) => piece.text !== '' && hasPlace(piece)))))
  const angle = glyphs[0]?.[0]?.angle ?? 0
  const levelled = (area: Clip) => boxOf(levelling(angle), [area.left, area.bottom, area.right, area.top])
  if (glyphs[0]) glyphs[0] = withoutStruck(glyphs[0], struck.map(levelled), lines.map(levelled).filter(isLong))
  return { glyphs, angle, dots: dots.map((dot) => levelDot(dot, levelling(angle))), unreadable, drawings }
}

const FAINT_OPACITY = 0.6

/**
 * Above this lightness (0 to 1), text counts as faint, because such colours only tint the page. Darker greys are meant
 * to be read.
 */
const LIGHT_FROM = 0.7

/** From this lightness on, text counts as white. White text is on a dark ground, so it is meant to be read. */
const WHITE_FROM = 0.985

function isLightColour(args: readonly unknown[]): boolean {
  const [red = 0, green = 0, blue = 0] =
    typeof args[0] === 'string'
      ? (args[0].match(/[\da-f]{2}/gi) ?? []).map((channel) => Number.parseInt(channel, 16))
      : (args as number[])
  const lightness = (0.299 * red + 0.587 * green + 0.114 * blue) / 255
  return lightness > LIGHT_FROM && lightness < WHITE_FROM
}

function opacityIn(states: unknown): number | undefined {
  const found = (Array.isArray(states) ? states : []).findLast((state) => Array.isArray(state) && state[0] === 'ca')
  return typeof found?.[1] === 'number' ? found[1] : undefined
}

function kindOf([tag, properties]: readonly unknown[], isLayerRead: IsLayerRead): 'artifact' | 'skipped' | null {
  if (tag === 'OC') return properties === null || isLayerRead(properties) ? null : 'skipped'
  const name = typeof tag === 'string' ? tag : (tag as { name?: unknown } | null)?.name
  return name === 'Artifact' ? 'artifact' : null
}

/** Removes text marked as decoration, unless it is most of the page, because some programs mark whole pages. */
function withoutArtifacts(drawn: readonly Drawn[]): Drawn[] {
  const kept = drawn.filter(({ isArtifact }) => !isArtifact)
  return kept.length * 2 < drawn.length ? [...drawn] : kept
}

function isReadable(font: Font, { originalCharCode }: FontGlyph): boolean {
  // For a font of more than 256 glyphs without a mapping, pdf.js returns glyph numbers instead of letters. Its text is
  // unreadable.
  return !font.composite || Boolean(font.toUnicode?._map?.[originalCharCode])
}

/** The position of a piece after it is rotated to a level baseline. */
function placed(base: Matrix, [x, y]: Point, width: number) {
  const [a, b, c, d, e, f] = base
  // Some programs mirror Arabic text, so that its baseline runs opposite to its letters.
  const sign = a * d - b * c < 0 ? -1 : 1
  const length = Math.hypot(a, b) || 1
  const cos = (sign * a) / length
  const sin = (sign * b) / length
  const pageX = a * x + c * y + e
  const pageY = b * x + d * y + f
  const along = pageX * cos + pageY * sin
  const extent = width * length * sign
  return {
    left: Math.min(along, along + extent),
    width: Math.abs(extent),
    baseline: pageY * cos - pageX * sin,
    angle: (Math.round((Math.atan2(sin, cos) * 180) / Math.PI) + 360) % 360,
  }
}

function isHidden(clip: Clip, base: Matrix, [x, y]: Point, [width, size]: Point): boolean {
  const [pageX, pageY] = applied(base, x, y)
  const isWithin = pageX > clip.left && pageX < clip.right && pageY > clip.bottom && pageY < clip.top
  if (isWithin) return false
  const corners = [x, x + width].flatMap((one) => [
    applied(base, one, y - size / 4),
    applied(base, one, y + size * 0.75),
  ])
  return isOutside(around(corners), clip)
}

function boxOf(matrix: Matrix, [left = 0, bottom = 0, right = 0, top = 0]: readonly number[]): Clip {
  return around([left, right].flatMap((x) => [applied(matrix, x, bottom), applied(matrix, x, top)]))
}

function look(font: Font, base: Matrix, fontSize: number) {
  const height = Math.hypot(base[2], base[3]) * Math.abs(fontSize)
  // A font of type 3 defines its own em, so compute the letters' size from its box.
  const em = font.isType3Font
    ? Math.abs(((font.bbox?.[3] ?? 0) - (font.bbox?.[1] ?? 0)) * (font.fontMatrix?.[3] ?? 0))
    : 1
  const isBold = Boolean(font.bold || font.black) || /bold|black|heavy|semibold/i.test(font.name)
  return { size: height * (em || 1), isBold, isLogical: false }
}

/**
 * Replaces the pieces since `from` by one piece with the text that the file states. Returns how many of them had
 * unknown letters.
 */
function spellOut(drawn: Drawn[], from: number, text: string): number {
  const first = drawn[from]
  // Replace nothing if the text covers a whole paragraph, because one replacement could not represent the positions of
  // its lines.
  if (!first || drawn.length - from > SPELLED_LIMIT) return 0
  const pieces = drawn.slice(from)
  if (pieces.some((piece) => !isBeside(piece, first))) return 0
  // Ignore Arabic marks, because they have no width and may be drawn next to their letter.
  const wide = pieces.filter(({ width }) => width > 0)
  const placing = wide.length > 0 ? wide : pieces
  const left = placing.reduce((least, piece) => Math.min(least, piece.left), Infinity)
  const width = placing.reduce((most, piece) => Math.max(most, rightOf(piece)), -Infinity) - left
  drawn.splice(from, pieces.length, { ...placing[0]!, left, width, text: plainLetters(text), isLogical: true })
  return pieces.filter((piece) => piece.text === '').length
}

function isBeside(one: Drawn, other: Drawn): boolean {
  return one.angle === other.angle && Math.abs(one.baseline - other.baseline) < other.size
}

/** Joins each Arabic mark to its letter: the previous one in reading order, or else the next one. */
function withMarks(drawn: readonly Drawn[]): Drawn[] {
  const letters: Drawn[] = []
  let waiting = ''
  for (const [at, piece] of drawn.entries()) {
    if (!isArabicMark(piece.text)) {
      letters.push(waiting ? { ...piece, text: piece.text + waiting } : piece)
      waiting = ''
      continue
    }
    const before = letters.at(-1)
    const after = drawn.slice(at + 1, at + 5).find(({ text }) => !isArabicMark(text))
    const canFollow = before && takesMark(before, piece)
    const canPrecede = after && takesMark(after, piece)
    if (canPrecede && !(canFollow && before.left > after.left)) waiting += piece.text
    else if (canFollow) letters[letters.length - 1] = { ...before, text: before.text + piece.text }
  }
  return letters
}

function takesMark(letter: Drawn, mark: Drawn): boolean {
  return /\p{Script=Arabic}/u.test(letter.text) && isBeside(letter, mark)
}

/** Whether a glyph has a valid position. Damaged files contain NaN. */
function hasPlace({ left, width, baseline, size }: Drawn): boolean {
  return [left, width, baseline].every((number) => Math.abs(number) < 1e9) && size > 0 && size < 1e9
}

/**
 * The heights of a page's edges after text at this angle is rotated to level. `edges` are left, bottom, right and top.
 */
export function heightsOf(edges: readonly number[], angle: number): { top: number; bottom: number } {
  const { top, bottom } = boxOf(levelling(angle), edges)
  return { top, bottom }
}

function levelling(angle: number): Matrix {
  const [sin, cos] = [Math.sin((angle / 180) * Math.PI), Math.cos((angle / 180) * Math.PI)]
  return [cos, -sin, sin, cos, 0, 0]
}

function byDirection(drawn: readonly Drawn[]): Drawn[][] {
  const groups = Map.groupBy(drawn, ({ angle }) => angle)
  return [...groups.values()].sort((a, b) => b.length - a.length)
}

function dotIn(matrix: Matrix, path: readonly number[]): Clip | undefined {
  const box = boxOf(matrix, path)
  const [width, height] = [box.right - box.left, box.top - box.bottom]
  return width < 1.5 || width > 9 || Math.abs(width - height) > 0.2 * width ? undefined : box
}

/** The position of a dot, which may be a bullet, after the page is rotated. A dot is round, so its shape stays. */
function levelDot({ left, right, bottom, top }: Clip, turn: Matrix): Dot {
  const [x, middle] = applied(turn, (left + right) / 2, (bottom + top) / 2)
  const radius = (right - left) / 2
  return { left: x - radius, right: x + radius, middle }
}

/** The thickest line that may strike out text, in points. */
const THICKEST = 4

const isThin = ({ left, right, bottom, top }: Clip): boolean => Math.min(right - left, top - bottom) <= THICKEST

const isLong = ({ left, right, bottom, top }: Clip): boolean => right - left > 2 && top - bottom <= THICKEST

function applied([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

function multiplied(outer: Matrix, inner: Matrix): Matrix {
  const [a, b, c, d, e, f] = inner
  const [A, B, C, D] = outer
  return [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, ...applied(outer, e, f)]
}
