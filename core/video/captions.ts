import { cleanText } from '../clean-text.ts'

/** A caption: a text that the player shows from one time to another. */
export interface Caption {
  fromMs: number
  toMs: number
  text: string
}

/** The largest captions file, enough for hours of speech. */
export const CAPTIONS_LIMIT_BYTES = 200_000

export const CAPTION_LANGUAGES = ['en', 'ar'] as const
export type CaptionLanguage = (typeof CAPTION_LANGUAGES)[number]

/** The properties of a video's captions that screens show. */
export interface CaptionFacts {
  language: CaptionLanguage
  count: number
  /** The size of the file as WebVTT. */
  sizeBytes: number
}

/** The cover of a video: the frame at this time. */
export interface CoverFacts {
  atMs: number
  /**
   * A value that changes with the cover picture. The picture's URL contains it, so that browsers can cache the picture.
   */
  version: string
  sizeBytes: number
}

/**
 * Reads captions from a SubRip (SRT) or WebVTT file, in order of time. Undefined for another file, or for a caption with
 * an invalid time. Ignores styles, positions and comments, which few networks accept.
 */
export function readCaptions(file: string): Caption[] | undefined {
  const lines = cleanText(file).split('\n')
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '')
  const captions: Caption[] = []
  let block: string[] = []
  for (const line of [...lines.slice(isVtt ? 1 : 0), '']) {
    if (line.trim() !== '') {
      block.push(line)
      continue
    }
    const caption = captionOf(block, isVtt)
    if (caption === null) return undefined
    if (caption) captions.push(caption)
    block = []
  }
  return captions.length > 0 ? captions.toSorted((a, b) => a.fromMs - b.fromMs) : undefined
}

/** Reads one block of a captions file. Null if the block is invalid, and undefined if it shows nothing. */
function captionOf(block: readonly string[], isVtt: boolean): Caption | null | undefined {
  const at = block.slice(0, 2).findIndex((line) => line.includes('-->'))
  if (at < 0) return isVtt || block.length === 0 ? undefined : null
  const [from = '', rest = ''] = (block[at] ?? '').split('-->')
  const [to = ''] = rest.trim().split(/\s/)
  const [fromMs, toMs] = [timeOf(from.trim()), timeOf(to)]
  if (fromMs === undefined || toMs === undefined || toMs <= fromMs) return null
  const text = block
    .slice(at + 1)
    .map((line) => plainText(line, isVtt))
    .join('\n')
    .trim()
  return text === '' ? undefined : { fromMs, toMs, text }
}

/** Reads `00:01:02,345` of SubRip, and `00:01:02.345` or `01:02.345` of WebVTT. */
function timeOf(given: string): number | undefined {
  const [, hours = '0', minutes, seconds, fraction] =
    /^(?:(\d{1,3}):)?([0-5]?\d):([0-5]?\d)[,.](\d{1,3})$/.exec(given) ?? []
  if (minutes === undefined || seconds === undefined || fraction === undefined) return undefined
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, '0'))
}

function plainText(line: string, isVtt: boolean): string {
  const text = line.replaceAll(/<[^<>]*>|\{\\[^{}]*\}/g, '').replaceAll('-->', '→')
  return isVtt ? text.replaceAll(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '') : text
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: ' ', lrm: '\u200E', rlm: '\u200F' }

export const toWebVtt = (captions: readonly Caption[]): string =>
  `WEBVTT\n\n${captions
    .map(({ fromMs, toMs, text }) => `${clock(fromMs, '.')} --> ${clock(toMs, '.')}\n${escaped(text)}\n`)
    .join('\n')}`

export const toSubRip = (captions: readonly Caption[]): string =>
  captions
    .map(({ fromMs, toMs, text }, index) => `${index + 1}\n${clock(fromMs, ',')} --> ${clock(toMs, ',')}\n${text}\n`)
    .join('\n')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function clock(ms: number, separator: ',' | '.'): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = ms / 1_000
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}${separator}${String(ms % 1_000).padStart(3, '0')}`
}
