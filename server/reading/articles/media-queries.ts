/** The screen that Frogy assumes, in CSS pixels: a usual laptop. Phones often hide what larger screens show. */
const SCREEN = { width: 1280, height: 720 }

/** The lengths of CSS units in pixels, for the usual text size. */
const PIXELS: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  vw: SCREEN.width / 100,
  vh: SCREEN.height / 100,
}

/** Converts a CSS length to pixels. Null for percentages, keywords and calculations. */
export function pixelsOf(length: string | undefined): number | null {
  const [, number = '', unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+))([a-z]{0,3})$/.exec(length ?? '') ?? []
  if (number === '') return null
  const pixels = Number(number) * (unit === '' ? (Number(number) === 0 ? 0 : NaN) : (PIXELS[unit] ?? NaN))
  return Number.isNaN(pixels) ? null : pixels
}

/** Whether a media query applies to the assumed screen. False for print, small screens and unknown features. */
export function appliesToScreen(media: string): boolean {
  const queries = media.toLowerCase().slice(0, 500).split(',')
  return media.trim() === '' || queries.some((query) => isForScreen(query.trim()))
}

function isForScreen(query: string): boolean {
  if (query.startsWith('not ')) return !isForScreen(query.slice(4).trim())
  return query
    .replace(/^only\s+/, '')
    .split(/\s+and\s+/)
    .every((part) => (part.startsWith('(') ? part.split(/\s+or\s+/).some(isFeature) : /^(?:all|screen)$/.test(part)))
}

function isFeature(feature: string): boolean {
  const inside = feature.replaceAll(/[\s()]/g, '')
  if (OF_A_LAPTOP.has(inside)) return true
  const [, bound, side = '', limit] = /^(min|max)-(?:device-)?(width|height):(.+)$/.exec(inside) ?? []
  const range = /^(?:([\d.]+[a-z]+)(<=?|>=?))?(width|height)(?:(<=?|>=?)([\d.]+[a-z]+))?$/.exec(inside)
  if (range) {
    const [, before, first = '', name = '', second = '', after] = range
    const given = [before, after].filter((length) => length !== undefined)
    return (
      given.length > 0 && isBeyond(name, before, first.startsWith('<')) && isBeyond(name, after, second.startsWith('>'))
    )
  }
  return bound !== undefined && isBeyond(side, limit, bound === 'min')
}

/** Whether the screen is at least, or at most, as large as this length. True if there is no length. */
function isBeyond(side: string, length: string | undefined, isLeast: boolean): boolean {
  if (length === undefined) return true
  const limit = pixelsOf(length)
  const size = side === 'width' ? SCREEN.width : SCREEN.height
  return limit !== null && (isLeast ? size >= limit : size <= limit)
}

const OF_A_LAPTOP = new Set(
  'color hover hover:hover any-hover:hover pointer:fine any-pointer:fine orientation:landscape scripting:enabled prefers-color-scheme:light prefers-reduced-motion:no-preference'.split(
    ' ',
  ),
)
