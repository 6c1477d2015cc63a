import { analyse } from 'chardet'
import { AppError } from '#core/errors.ts'

/**
 * Decodes a page. Trusts the declared encoding, in the order of the HTML standard, unless the bytes prove it wrong.
 * Throws `page_type`.
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const text = decoded(bytes, contentType)
  if (text === null || !isText(text)) throw new AppError('page_type', { values: { type: 'application/octet-stream' } })
  return text
}

function decoded(bytes: Uint8Array, contentType: string | null): string | null {
  const mark = markedEncoding(bytes) ?? unmarkedUtf16(bytes)
  if (mark) return new TextDecoder(mark).decode(bytes)
  const utf8 = new TextDecoder().decode(bytes)
  if (isUtf8(utf8) && !utf8.includes('\u001B$')) return utf8
  const declared = declaredEncoding(bytes, contentType)
  const text = declared && decode(bytes, declared)
  if (text && !(isWestern(declared) && hasTooManyAccents(text))) return text
  const encoding = recognised(bytes)
  return encoding && (decode(bytes, encoding) ?? utf8)
}

function isText(text: string): boolean {
  const length = Math.min(text.length, MAX_JUDGED)
  let broken = 0
  for (let at = 0; at < length; at++) if (isBroken(text.charCodeAt(at))) broken++
  return broken <= length * MAX_BROKEN
}

const MAX_JUDGED = 1_000_000
const MAX_BROKEN = 0.02

function isBroken(unit: number): boolean {
  if (unit < 0xa0) return unit < 0x20 ? unit < 9 || unit > 13 : unit >= 0x7f
  // Private-use characters (icon fonts), the replacement character and noncharacters do not occur in normal text. They
  // are signs of a wrong encoding.
  return (unit >= 0xe000 && unit < 0xf900) || unit >= 0xfff0
}

/** Whether bytes are UTF-16, the only encoding in browsers whose text has zero bytes. */
export const isUtf16 = (bytes: Uint8Array): boolean =>
  (markedEncoding(bytes) ?? unmarkedUtf16(bytes))?.startsWith('utf-16') ?? false

function charsetOf(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*"?'?([^\s;"']+)/i.exec(contentType ?? '')?.[1]
}

function markedEncoding(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return null
}

/** Detects UTF-16 without a byte order mark. In its markup, every second byte is zero. */
function unmarkedUtf16(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 4_096)
  const zeros = [0, 0]
  for (const [index, byte] of start.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < start.length / 10 || Math.min(even, odd) > start.length / 100) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Whether bytes decoded as UTF-8 really are UTF-8. Allows a few invalid characters, such as a pasted byte. */
function isUtf8(decoded: string): boolean {
  const foreign = decoded.match(/[^\p{ASCII}]/gu)?.length ?? 0
  const broken = decoded.match(/\uFFFD/g)?.length ?? 0
  return broken <= foreign / 10
}

function declaredEncoding(bytes: Uint8Array, contentType: string | null): string | null {
  const fromPage = pageEncoding(bytes)
  const fromHeader = otherThanUtf(charsetOf(contentType))
  // Many servers declare a Western encoding for every page by default. The page's own declaration is then more
  // reliable.
  return isWestern(fromHeader) ? (fromPage ?? fromHeader) : (fromHeader ?? fromPage)
}

/** The encoding that a page declares in its first kilobytes. The declaration is ASCII in every encoding. */
function pageEncoding(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 8_192)).toString('latin1')
  const ofXml = /^\s{0,9}<\?xml[^>]*?encoding\s*=\s*["']([^"']+)/i.exec(start)?.[1]
  const charsets = start
    .replace(/<!--[^]*?(?:-->|$)/g, '')
    .split(/<meta\b/i)
    .slice(1)
    .map((meta) => /charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(meta.slice(0, meta.indexOf('>')))?.[1])
  return [...charsets, ofXml].map((name) => otherThanUtf(name)).find((encoding) => encoding !== null) ?? null
}

/** Ignores a declared UTF encoding. The bytes here are not UTF-8, and UTF-16 was detected earlier. */
function otherThanUtf(name: string | undefined): string | null {
  const encoding = canonicalName(name)
  return encoding?.startsWith('utf-') ? null : encoding
}

/** Returns the browsers' name of an encoding, such as windows-1252 for `latin1`. Null for unknown names. */
function canonicalName(name: string | undefined): string | null {
  try {
    return name ? new TextDecoder(name).encoding : null
  } catch {
    return null
  }
}

const isWestern = (encoding: string | null) => encoding === 'windows-1252'

/** Whether a text was decoded with a wrong encoding. No language with Latin letters has so many accents. */
function hasTooManyAccents(text: string): boolean {
  const letters = withoutMarkup(text).match(/\p{L}/gu) ?? []
  return letters.filter((letter) => letter > '\u007F').length > letters.length * 0.4
}

function recognised(bytes: Uint8Array): string | null {
  // Remove markup first. It is ASCII in every encoding, so it tells nothing about the encoding.
  const text = withoutMarkup(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
  const judged = Buffer.from(text.slice(0, 100_000), 'latin1')
  const [best] = analyse(judged)
  const isForeign = judged.filter((byte) => byte > 0x7f).length > judged.length / 3
  if (isForeign && (best?.confidence ?? 0) < MIN_CONFIDENCE) return null
  return best?.name ?? 'windows-1252'
}

/**
 * The minimum confidence of the encoding detector, in percent. Short texts get more than 40, random bytes about three.
 */
const MIN_CONFIDENCE = 10

/** Removes tags from HTML. It is not exact, but fast for any input. */
function withoutMarkup(html: string): string {
  const parts = html.split('<')
  return parts.map((part) => (/^(?:script|style)\b/i.test(part) ? '' : part.slice(part.indexOf('>') + 1))).join(' ')
}

function decode(bytes: Uint8Array, encoding: string): string | null {
  // Return null for an encoding that the detector knows and browsers do not support.
  return canonicalName(encoding) && new TextDecoder(encoding).decode(bytes)
}
