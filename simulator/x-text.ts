import { domainToASCII } from 'node:url'
import { emojiLengthAt } from './emoji.ts'
import { TOP_LEVEL_DOMAINS } from './top-level-domains.ts'

interface FoundUrl {
  start: number
  end: number
  url: string
}

const URL_WEIGHT = 23
const NOT_ALLOWED = /[\uFFFE\uFEFF\uFFFF]/

/** The weight of a text, of which X allows 280. The text must be in Unicode normalization form C. */
export function weightedLength(text: string): number {
  let weight = 0
  let url = 0
  const urls = findUrls(text)
  for (let at = 0; at < text.length;) {
    const found = urls[url]
    if (found && found.start === at) {
      weight += URL_WEIGHT
      at = found.end
      url++
      continue
    }
    const emoji = emojiLengthAt(text, at)
    if (emoji > 0) {
      weight += 2
      at += emoji
      continue
    }
    const point = text.codePointAt(at) ?? 0
    weight += isLight(point) ? 1 : 2
    at += point > 0xffff ? 2 : 1
  }
  return weight
}

export function hasForbiddenCharacters(text: string): boolean {
  return NOT_ALLOWED.test(text)
}

function isLight(point: number): boolean {
  if (point <= 0x10ff) return true
  if (point < 0x2000 || point > 0x2037) return false
  return point <= 0x200d || (point >= 0x2010 && point <= 0x201f) || point >= 0x2032
}

const BLANK = String.raw`\t-\r \x85\xA0\u1680\u180E\u2000-\u200A\u2028\u2029\u202F\u205F\u3000`
const DIRECTION = String.raw`\u202A-\u202E\u061C\u200E\u200F\u2066-\u2069`
const PUNCTUATION = String.raw`!'#%&()*+,\\./:;<=>?@\[\]^{|}~$`
const LABEL = `[^${PUNCTUATION}${BLANK}${DIRECTION}\\uFFFE\\uFEFF\\uFFFF]`
const CANDIDATE = new RegExp(String.raw`(https?://)?(${LABEL}+(?:\.${LABEL}+)+)`, 'giu')
const NO_URL_AFTER = /[A-Za-z0-9@＠$#＃\uFFFE\uFEFF\uFFFF]$/

const LATIN = String.raw`\xC0-\xD6\xD8-\xF6\xF8-\u024F\u0253\u0254\u0256\u0257\u0259\u025B\u0263\u0268\u026F\u0272\u0289\u028B\u02BB\u0300-\u036F\u1E00-\u1EFF`
const PATH_CHAR = String.raw`[a-z\u0400-\u04FF0-9!*';:=+,.$/%#[\]\-\u2013_~@|&${LATIN}]`
const BRACKETS = String.raw`\((?:${PATH_CHAR}+|${PATH_CHAR}*\(${PATH_CHAR}+\)${PATH_CHAR}*)\)`
const PATH = new RegExp(`/(?:${PATH_CHAR}|${BRACKETS})*`, 'iy')
const PATH_END = new RegExp(String.raw`(?:[+\-a-z\u0400-\u04FF0-9=_#/${LATIN}]|${BRACKETS}|@${PATH_CHAR}+/)$`, 'i')
const QUERY = /\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/]/iy
const PORT = /:\d+/y
const ASCII_DOMAIN_TAIL = new RegExp(`[-a-z0-9${LATIN}]+(?:\\.[-a-z0-9${LATIN}]+)*$`, 'i')

/** Finds the links that X shortens. A link without `https://` counts if its host ends in a real top-level domain. */
export function findUrls(text: string): FoundUrl[] {
  const urls: FoundUrl[] = []
  if (!text.includes('.')) return urls

  CANDIDATE.lastIndex = 0
  for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
    const protocol = match[1] ?? ''
    const domain = endOfDomain(match[2] ?? '', text, match.index + protocol.length)
    if (!domain) continue
    const start = protocol ? startWithProtocol(text, match.index) : startWithout(text, match.index, domain)
    if (start === undefined) continue

    const end = endOfUrl(text, domain.end)
    urls.push({ start, end, url: text.slice(start, end) })
    CANDIDATE.lastIndex = end
  }
  return urls
}

interface Domain {
  /** The start of the top-level domain, including its dot. */
  topStart: number
  end: number
}

function endOfDomain(run: string, text: string, offset: number): Domain | undefined {
  const labels = run.split('.')
  let position = offset + run.length
  for (let index = labels.length - 1; index > 0; index--) {
    const label = labels[index] ?? ''
    position -= label.length
    const top = topLevelLength(label, text[position + label.length] ?? '')
    const name = labels[index - 1] ?? ''
    if (top > 0 && /^[^_-]([^_]*[^_-])?$/u.test(name) && labels.slice(0, index).every(isLabel)) {
      return { topStart: position - 1, end: position + top }
    }
    position -= 1
  }
  return undefined
}

function isLabel(label: string): boolean {
  if (!/^[^_-](.*[^_-])?$/u.test(label)) return false
  // DNS rejects some hosts, such as names that mix Latin and Arabic letters. X still counts them as links.
  return (domainToASCII(label.replaceAll('_', 'a')) || label).length <= 63
}

/** The length of the top-level domain at the start of a label; 0 if one of `a-z0-9@+-` follows it. */
function topLevelLength(label: string, after: string): number {
  const ascii = /^(?:xn--[-0-9a-z]+|[a-z0-9]+)/i.exec(label)?.[0] ?? ''
  if (ascii) {
    const next = label[ascii.length] ?? after
    const isName = ascii.toLowerCase().startsWith('xn--') || TOP_LEVEL_DOMAINS.has(ascii.toLowerCase())
    return isName && !/[0-9a-z@+-]/i.test(next) ? ascii.length : 0
  }
  for (let length = label.length; length > 0; length--) {
    const next = label[length] ?? after
    if (TOP_LEVEL_DOMAINS.has(label.slice(0, length).toLowerCase()) && !/[0-9a-z@+-]/i.test(next)) return length
  }
  return 0
}

function startWithProtocol(text: string, start: number): number | undefined {
  return NO_URL_AFTER.test(text.slice(0, start)) ? undefined : start
}

/** The start of a link without `https://`. Only Latin letters, digits and hyphens belong to it. */
function startWithout(text: string, runStart: number, domain: Domain): number | undefined {
  const name = text.slice(runStart, domain.topStart)
  const plain = ASCII_DOMAIN_TAIL.exec(name)?.[0]
  if (!plain) return undefined
  const before = text[runStart - 1] ?? ''
  if (/[-_./]/.test(before)) return undefined
  const start = domain.topStart - plain.length
  if (start > runStart) return start
  // At the start of a text, X leaves an accented first letter out of the link.
  if (start === 0 && /^[^A-Za-z0-9]/.test(plain)) return 1
  return NO_URL_AFTER.test(before) ? undefined : start
}

function endOfUrl(text: string, domainEnd: number): number {
  let end = after(PORT, text, domainEnd)
  let path = text.slice(end, after(PATH, text, end))
  while (path.length > 1 && !PATH_END.test(path)) path = path.slice(0, -1)
  end += path.length
  return after(QUERY, text, end)
}

function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return at + (pattern.exec(text)?.[0].length ?? 0)
}
