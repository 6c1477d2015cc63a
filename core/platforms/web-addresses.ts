import { isDomainLabel } from './punycode.ts'
import { COUNTRY_DOMAINS, GENERIC_DOMAINS } from './top-level-domains.ts'

/** A range in UTF-16 units; `end` is exclusive. */
export type Span = { start: number; end: number }

/**
 * Finds the links that X sees in `text`, with or without `https://`, by the rules of twitter-text 3.1.0
 * (`extractUrlsWithIndices`). That package's regular expression takes seconds for texts like "a.a.a.a…"; this parser
 * takes linear time.
 */
export function findWebAddresses(text: string): Span[] {
  const found: Span[] = []
  if (!text.includes('.')) return found
  const names = new NameReader(text)
  let at = 0
  while (at < text.length) {
    const address =
      (canPrecede(text.charCodeAt(at)) ? addressAt(names, at + 1) : undefined) ??
      (at === 0 ? addressAt(names, 0) : undefined)
    if (address === undefined) {
      at++
      continue
    }
    found.push(...linksIn(text, address))
    at = address.end
  }
  return found
}

type Address = Span & { protocol: string; domain: Span; hasPath: boolean }

const PROTOCOL = /https?:\/\//iy
const PORT = /:[0-9]+/y

function addressAt(names: NameReader, start: number): Address | undefined {
  const { text } = names
  const protocol = matchAt(PROTOCOL, text, start)
  const domain = names.domainAt(start + protocol.length)
  if (domain === undefined) return undefined
  const pathStart = domain.end + matchAt(PORT, text, domain.end).length
  const pathEnd = endOfPath(text, pathStart)
  const query = matchAt(QUERY, text, pathEnd)
  return { start, end: pathEnd + query.length, protocol, domain, hasPath: pathEnd > pathStart }
}

/**
 * Returns where the path at `start` ends: after the last character that X allows at the end of a path. Brackets
 * directly after that character belong to the path.
 */
function endOfPath(text: string, start: number): number {
  if (text.charAt(start) !== '/') return start
  let end = start + 1
  for (let at = end; at < text.length;) {
    const unit = text.charCodeAt(at)
    if (isInPath(unit)) {
      at++
      if (endsPath(unit)) end = at
      continue
    }
    const brackets = matchAt(BRACKETS, text, at)
    if (brackets === '') break
    if (end === at) end += brackets.length
    at += brackets.length
  }
  return end
}

const LONGEST_ADDRESS = 4096
const LONGEST_SHORT_LINK_NAME = 40
const DEFAULT_PROTOCOL = 'https://'

/** The parts of an address that X links: the whole address, only its ASCII domain names, or none. */
function linksIn(text: string, address: Address): Span[] {
  const { start, end, domain } = address
  const protocol = address.protocol || DEFAULT_PROTOCOL
  if (!isPossibleName(text.slice(domain.start, domain.end))) return []
  if (protocol.length + end - start > LONGEST_ADDRESS) return []
  if (address.protocol !== '') {
    const shortLink = SHORT_LINK.exec(text.slice(start, end))
    if (shortLink === null) return [{ start, end }]
    return (shortLink[1] ?? '').length > LONGEST_SHORT_LINK_NAME ? [] : [{ start, end: start + shortLink[0].length }]
  }
  // Skip the rest of a name such as "a-.example.com". E-mail addresses are already excluded.
  if (start > 0 && /[-_./]/.test(text.charAt(start - 1))) return []
  const names = plainNames(text, domain)
  const last = names.at(-1)
  if (last !== undefined && address.hasPath) last.end += end - domain.end
  return names
}

/** Arabic text can touch a Latin domain name without a space. X links only the Latin part. */
function plainNames(text: string, { start, end }: Span): Span[] {
  const domain = text.slice(start, end)
  const names: Span[] = []
  PLAIN_LABELS.lastIndex = 0
  for (let run = PLAIN_LABELS.exec(domain); run !== null; run = PLAIN_LABELS.exec(domain)) {
    for (let dot = run.index + run[0].length - 1; dot > run.index; dot = domain.lastIndexOf('.', dot - 1)) {
      const nameEnd = topLevelDomainEnd(domain, dot + 1)
      if (nameEnd === -1) continue
      names.push({ start: start + run.index, end: start + nameEnd })
      PLAIN_LABELS.lastIndex = nameEnd
      break
    }
  }
  return names
}

function isPossibleName(domain: string): boolean {
  if (!domain.split('.').every(isDomainLabel)) return false
  return !domain.startsWith('xn--') || plainNames(domain, { start: 0, end: domain.length }).length > 0
}

/** Reads domain names label by label. Caches where names end, because overlapping names share their end. */
class NameReader {
  readonly text: string
  /** Maps the start of a label to the end of the longest domain name that starts there; -1 if none does. */
  readonly #ends = new Map<number, number>()
  #label = { start: 0, end: -1, lastUnderscore: -1 }

  constructor(text: string) {
    this.text = text
  }

  /** The longest domain name from `start` that ends in a known top-level domain. */
  domainAt(start: number): Span | undefined {
    const read: { start: number; end: number }[] = []
    let end = -1
    for (let labelStart = start; ;) {
      const known = this.#ends.get(labelStart)
      if (known !== undefined) {
        end = known
        break
      }
      const label = this.#labelAt(labelStart)
      if (this.text.charAt(label.end) !== '.' || !isLabel(this.text, labelStart, label.end)) break
      const hasUnderscore = label.lastUnderscore >= labelStart
      read.push({ start: labelStart, end: hasUnderscore ? -1 : topLevelDomainEnd(this.text, label.end + 1) })
      labelStart = label.end + 1
    }
    for (const label of read.toReversed()) {
      end = Math.max(end, label.end)
      this.#ends.set(label.start, end)
    }
    return end === -1 ? undefined : { start, end }
  }

  #labelAt(start: number): { end: number; lastUnderscore: number } {
    if (start >= this.#label.start && start <= this.#label.end) return this.#label
    let end = start
    let lastUnderscore = -1
    for (; end < this.text.length && isInLabel(this.text.charCodeAt(end)); end++)
      if (this.text.charAt(end) === '_') lastUnderscore = end
    this.#label = { start, end, lastUnderscore }
    return this.#label
  }
}

const LONGEST_TOP_LEVEL_DOMAIN = 18
const ENCODED_DOMAIN = /xn--[-0-9a-z]+/iy

/** The end of the top-level domain that begins at `start`; -1 if none does. */
function topLevelDomainEnd(text: string, start: number): number {
  const furthest = Math.min(start + LONGEST_TOP_LEVEL_DOMAIN, text.length)
  let labelEnd = start
  while (labelEnd < furthest && isInLabel(text.charCodeAt(labelEnd))) labelEnd++
  for (const domains of [GENERIC_DOMAINS, COUNTRY_DOMAINS]) {
    for (let end = labelEnd; end > start; end--) {
      if (end < text.length && continuesWord(text.charCodeAt(end))) continue
      if (domains.has(text.slice(start, end).toLowerCase())) return end
    }
  }
  const encoded = matchAt(ENCODED_DOMAIN, text, start)
  return encoded === '' ? -1 : start + encoded.length
}

function isLabel(text: string, start: number, end: number): boolean {
  return end > start && !/[_-]/.test(text.charAt(start)) && !/[_-]/.test(text.charAt(end - 1))
}

function matchAt(expression: RegExp, text: string, index: number): string {
  expression.lastIndex = index
  return expression.exec(text)?.[0] ?? ''
}

const DIRECTION_MARKS = '\\u202A-\\u202E\\u061C\\u200E\\u200F\\u2066-\\u2069'
const NEVER_IN_POSTS = '\\uFFFE\\uFEFF\\uFFFF'
const BLANKS = '\\t-\\r \\x85\\xA0\\u1680\\u180E\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000'
const LATIN_ACCENTED =
  '\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u024F\\u0253\\u0254\\u0256\\u0257\\u0259\\u025B\\u0263\\u0268\\u026F\\u0272\\u0289\\u028B\\u02BB\\u0300-\\u036F\\u1E00-\\u1EFF'

const canPrecede = characterTest(`[^A-Za-z0-9@＠$#＃${NEVER_IN_POSTS}]`)
// Characters of a label of a domain name: "-" and "_", but no other punctuation.
const isInLabel = characterTest(`[^!'#%&()*+,\\\\./:;<=>?@[\\]^{|}~$${BLANKS}${NEVER_IN_POSTS}${DIRECTION_MARKS}]`)

const continuesWord = characterTest('[0-9a-z@+-]', 'i')

const PLAIN_LABELS = new RegExp(`(?:[-a-z0-9${LATIN_ACCENTED}]+\\.)+`, 'gi')

const PATH_CHARACTER = `[a-z\\u0400-\\u04FF0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&${LATIN_ACCENTED}]`
// Matches balanced brackets, which belong to an address. At most one nested pair: `/Bank_(river_(old))`.
const BRACKETS = new RegExp(
  `\\((?:${PATH_CHARACTER}+|${PATH_CHARACTER}*\\(${PATH_CHARACTER}+\\)${PATH_CHARACTER}*)\\)`,
  'iy',
)
const isInPath = characterTest(PATH_CHARACTER, 'i')
const endsPath = characterTest(`[+\\-a-z\\u0400-\\u04FF0-9=_#/${LATIN_ACCENTED}]`, 'i')

const QUERY_TEXT = "\\?[a-z0-9!?*'@();:&=+$/%#[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]"
const QUERY = new RegExp(QUERY_TEXT, 'iy')
const SHORT_LINK = new RegExp(`^https?://t\\.co/([a-z0-9]+)(?:${QUERY_TEXT})?`, 'i')

/**
 * Returns a function that tests one UTF-16 unit with a regular expression. It caches the results, because the editor
 * tests every letter of a post on every key press.
 */
function characterTest(expression: string, flags = ''): (unit: number) => boolean {
  const pattern = new RegExp(expression, flags)
  const answers = new Map<number, boolean>()
  return (unit) => {
    const known = answers.get(unit)
    if (known !== undefined) return known
    const answer = pattern.test(String.fromCharCode(unit))
    answers.set(unit, answer)
    return answer
  }
}
