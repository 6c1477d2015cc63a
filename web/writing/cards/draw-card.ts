import type { CardText } from '#core/writing/card-texts.ts'
import { textDirection } from '#core/posts/text-direction.ts'

/** The side of the square picture in px. */
export const CARD_SIDE = 1_080
const MARGIN = 96
const WIDTH = CARD_SIDE - 2 * MARGIN
const FOOT = 150

const PAPER = '#FFFFFF'
const INK = '#15211A'
const SOFT = '#45524A'

// The font families of tokens.css. Arabic uses a separate font for quotation marks.
const LATIN = '"Hanken Grotesk", "IBM Plex Sans Arabic", system-ui, sans-serif'
const ARABIC = `"Arabic Marks", ${LATIN}`

type Weight = 400 | 600
const fontOf = (text: string, size: number, weight: Weight) =>
  `${weight} ${size}px ${textDirection(text) === 'rtl' ? ARABIC : LATIN}`

export interface CardLook {
  text: CardText
  /** The account's name, which the picture shows below the text. */
  author: string
  accent: string
}

/** Draws a picture of a number or a quotation. The canvas shapes Arabic with the page's own fonts. */
export async function drawCard(canvas: HTMLCanvasElement, { text, author, accent }: CardLook): Promise<void> {
  await loadFonts([text.words, author, ...(text.kind === 'figure' ? [text.figure] : [text.speaker])])
  const context = paperOf(canvas, accent)
  if (!context) return
  if (text.kind === 'figure') drawFigure(context, text, accent, BOTTOM)
  else drawQuotation(context, text, accent, BOTTOM)
  drawAuthor(context, author, textDirection(text.words))
}

export interface PageLook {
  words: string
  /** Whether this is the first page, whose text is bold like a title. */
  isFirst: boolean
  author: string
  accent: string
}

/** Draws a page of a document: a paragraph in the largest size that fits, in the middle of the page. */
export async function drawPage(canvas: HTMLCanvasElement, { words, isFirst, author, accent }: PageLook): Promise<void> {
  await loadFonts([words, author])
  const context = paperOf(canvas, accent)
  if (!context) return
  const weight = isFirst ? 600 : 400
  const [top, height] = [MARGIN + 40, BOTTOM - MARGIN - 40]
  const lines = fit(context, words, { sizes: PAGE_SIZES, weight, height, leading: 1.4 })
  const unused = height - lines.lines.length * lines.size * lines.leading
  drawLines(context, lines, { top: top + unused / 2 + lines.size, colour: INK, weight })
  drawAuthor(context, author, textDirection(words))
}

const PAGE_SIZES = [92, 80, 70, 62, 54, 48, 42, 38, 34, 30, 28]
const BOTTOM = CARD_SIDE - MARGIN - FOOT

/** An empty card with the accent colour at its top. */
function paperOf(canvas: HTMLCanvasElement, accent: string): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d')
  if (!context) return null
  canvas.width = CARD_SIDE
  canvas.height = CARD_SIDE
  context.fillStyle = PAPER
  context.fillRect(0, 0, CARD_SIDE, CARD_SIDE)
  context.fillStyle = accent
  context.fillRect(0, 0, CARD_SIDE, 20)
  context.textBaseline = 'alphabetic'
  return context
}

/** Loads the fonts of these texts, because a canvas does not wait for fonts. */
async function loadFonts(texts: readonly string[]): Promise<void> {
  const fonts = texts.flatMap((text) => [400, 600].map((weight) => [fontOf(text, 40, weight as Weight), text] as const))
  await Promise.all(fonts.map(([font, text]) => document.fonts.load(font, text).catch(() => [])))
}

function drawFigure(
  context: CanvasRenderingContext2D,
  { figure, words }: Extract<CardText, { kind: 'figure' }>,
  accent: string,
  bottom: number,
): void {
  const large = fit(context, figure, { sizes: [260, 200, 150, 110, 80, 60], weight: 600, height: 420, leading: 1.15 })
  const base = MARGIN + 60 + large.size
  // A figure has no letters that determine its direction, so use the direction of its sentence.
  const direction = textDirection(words)
  const end = drawLines(context, { ...large, direction }, { top: base, colour: accent, weight: 600 })
  const room = bottom - end - 40
  const small = fit(context, words, { sizes: [64, 56, 48, 42, 36, 32, 28], weight: 400, height: room, leading: 1.4 })
  drawLines(context, small, { top: end + 40 + small.size, colour: INK, weight: 400 })
}

function drawQuotation(
  context: CanvasRenderingContext2D,
  { words, speaker }: Extract<CardText, { kind: 'quotation' }>,
  accent: string,
  bottom: number,
): void {
  const direction = textDirection(words)
  const mark = direction === 'rtl' ? '«' : '“'
  context.fillStyle = accent
  place(context, mark, 240, 600, direction, MARGIN + (direction === 'rtl' ? 200 : 230))
  const top = MARGIN + 220
  const room = bottom - top - (speaker ? 90 : 0)
  const lines = fit(context, words, {
    sizes: [76, 66, 58, 50, 44, 38, 32, 28],
    weight: 600,
    height: room,
    leading: 1.35,
  })
  const end = drawLines(context, lines, { top: top + lines.size, colour: INK, weight: 600 })
  if (!speaker) return
  const name = fit(context, speaker, { sizes: [40, 34, 28], weight: 400, height: 60, leading: 1.3 })
  drawLines(context, { ...name, direction }, { top: end + 52 + name.size, colour: SOFT, weight: 400 })
}

function drawAuthor(context: CanvasRenderingContext2D, author: string, direction: 'ltr' | 'rtl'): void {
  const y = CARD_SIDE - MARGIN
  context.fillStyle = '#DADBD0'
  context.fillRect(MARGIN, y - 84, WIDTH, 2)
  const [line = ''] = fit(context, author, { sizes: [38, 32, 26], weight: 600, height: 60, leading: 1.2 }).lines
  context.fillStyle = INK
  place(context, line, 38, 600, direction, y)
}

interface Lines {
  lines: string[]
  size: number
  leading: number
  direction: 'ltr' | 'rtl'
}

/**
 * Wraps a text in the largest size that fits the height. Text that is too long even in the smallest size is truncated.
 */
function fit(
  context: CanvasRenderingContext2D,
  text: string,
  { sizes, weight, height, leading }: { sizes: readonly number[]; weight: Weight; height: number; leading: number },
): Lines {
  const direction = textDirection(text)
  let last: Lines = { lines: [], size: sizes[0] ?? 40, leading, direction }
  for (const size of sizes) {
    context.font = fontOf(text, size, weight)
    const lines = wrap(context, text)
    last = { lines: lines.slice(0, Math.max(1, Math.floor(height / (size * leading)))), size, leading, direction }
    if (lines.length === last.lines.length && lines.every((line) => context.measureText(line).width <= WIDTH))
      return last
  }
  return last
}

function wrap(context: CanvasRenderingContext2D, text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/u)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && context.measureText(longer).width > WIDTH) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return line === '' ? lines : [...lines, line]
}

/** Draws lines from their first baseline. @returns the last baseline */
function drawLines(
  context: CanvasRenderingContext2D,
  { lines, size, leading, direction }: Lines,
  { top, colour, weight }: { top: number; colour: string; weight: Weight },
): number {
  context.fillStyle = colour
  for (const [at, line] of lines.entries()) place(context, line, size, weight, direction, top + at * size * leading)
  return top + Math.max(0, lines.length - 1) * size * leading
}

function place(
  context: CanvasRenderingContext2D,
  text: string,
  size: number,
  weight: Weight,
  direction: 'ltr' | 'rtl',
  y: number,
): void {
  context.font = fontOf(text, size, weight)
  context.direction = direction
  context.textAlign = 'start'
  context.fillText(text, direction === 'rtl' ? CARD_SIDE - MARGIN : MARGIN, y)
}

export async function pngOf(canvas: HTMLCanvasElement): Promise<File | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob && new File([blob], 'card.png', { type: 'image/png' })
}

export const altTextOf = (text: CardText): string =>
  text.kind === 'figure'
    ? text.words
    : `${textDirection(text.words) === 'rtl' ? `«${text.words}»` : `“${text.words}”`}${text.speaker && ` — ${text.speaker}`}`
