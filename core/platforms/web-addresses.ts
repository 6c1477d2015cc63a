import { punycodeLength } from './punycode.ts'
import { COUNTRY_DOMAINS, GENERIC_DOMAINS } from './top-level-domains.ts'

/** A stretch of a text, in UTF-16 units, `end` not included. */
export type Span = { start: number; end: number }

/**
 * Where X sees a link in `text`, with or without `https://`: what counts 23 there whatever its length.
 *
 * The rules are those of twitter-text 3.1.0 (`extractUrlsWithIndices`), which is one expression that backtracks for
 * seconds over text like "a.a.a.a…". Here the name is read label by label, in a time that grows with the text; only
 * path and query are left to expressions.
 */
export function findWebAddresses(text: string): Span[] {
  const found: Span[] = []
  if (!text.includes('.')) return found

  const labels = new LabelReader(text)
  let at = 0
  while (at < text.length) {
    const address =
      (canPrecede(text.charCodeAt(at)) ? addressAt(labels, at + 1) : undefined) ??
      (at === 0 ? addressAt(labels, 0) : undefined)
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

function addressAt(labels: LabelReader, start: number): Address | undefined {
  const { text } = labels
  const protocol = matchAt(PROTOCOL, text, start)
  const domain = labels.domainAt(start + protocol.length)
  if (domain === undefined) return undefined

  const port = matchAt(PORT, text, domain.end)
  const path = matchAt(PATH, text, domain.end + port.length)
  const pathEnd = domain.end + port.length + path.length
  const query = matchAt(QUERY, text, pathEnd)
  return { start, end: pathEnd + query.length, protocol, domain, hasPath: path !== '' }
}

const LONGEST_ADDRESS = 4096
const LONGEST_SHORT_LINK_NAME = 40
const DEFAULT_PROTOCOL = 'https://'

/** What of an address becomes a link: nothing, the whole, or the names in plain letters inside it. */
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

  // "me@example.com" never comes here, and neither should the second half of "a-.example.com".
  if (start > 0 && /[-_./]/.test(text.charAt(start - 1))) return []
  const names = plainNames(text, domain)
  const last = names.at(-1)
  if (last !== undefined && address.hasPath) last.end += end - domain.end
  return names
}

/** Arabic text can run into a name without a blank: only the part in Latin letters is linked then. */
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
  if (domain.startsWith('xn--') && plainNames(domain, { start: 0, end: domain.length }).length === 0) return false
  return domain.split('.').every((label) => punycodeLength(label) <= 63)
}

/** Reads the labels of names and remembers where the last run of them ended, since each letter may begin a name. */
class LabelReader {
  readonly text: string
  #runStart = 0
  #runEnd = -1
  #topLevelEnds = new Map<number, number>()

  constructor(text: string) {
    this.text = text
  }

  /** The longest name that begins at `start` and ends in a top-level domain that exists. */
  domainAt(start: number): Span | undefined {
    let end = -1
    for (let labelStart = start; ;) {
      const labelEnd = this.#labelEnd(labelStart)
      if (this.text.charAt(labelEnd) !== '.' || !isLabel(this.text, labelStart, labelEnd)) break
      const underscore = this.text.indexOf('_', labelStart)
      if (underscore === -1 || underscore >= labelEnd) end = Math.max(end, this.#topLevelDomainEnd(labelEnd + 1))
      labelStart = labelEnd + 1
    }
    return end === -1 ? undefined : { start, end }
  }

  #labelEnd(start: number): number {
    if (start >= this.#runStart && start <= this.#runEnd) return this.#runEnd
    this.#runStart = start
    this.#runEnd = start
    while (this.#runEnd < this.text.length && isInLabel(this.text.charCodeAt(this.#runEnd))) this.#runEnd++
    return this.#runEnd
  }

  #topLevelDomainEnd(start: number): number {
    const known = this.#topLevelEnds.get(start)
    if (known !== undefined) return known
    const end = topLevelDomainEnd(this.text, start)
    this.#topLevelEnds.set(start, end)
    return end
  }
}

const LONGEST_TOP_LEVEL_DOMAIN = 18
const ENCODED_DOMAIN = /xn--[-0-9a-z]+/iy

/** Where the top-level domain that begins at `start` ends, -1 if there is none. */
function topLevelDomainEnd(text: string, start: number): number {
  for (const domains of [GENERIC_DOMAINS, COUNTRY_DOMAINS]) {
    for (let end = Math.min(start + LONGEST_TOP_LEVEL_DOMAIN, text.length); end > start; end--) {
      if (end < text.length && /[0-9a-z@+-]/i.test(text.charAt(end))) continue
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
// "-" and "_" are allowed inside a label, all other punctuation ends it.
const isInLabel = characterTest(`[^!'#%&()*+,\\\\./:;<=>?@[\\]^{|}~$${BLANKS}${NEVER_IN_POSTS}${DIRECTION_MARKS}]`)

const PLAIN_LABELS = new RegExp(`(?:[-a-z0-9${LATIN_ACCENTED}]+\\.)+`, 'gi')

const PATH_CHARACTER = `[a-z\\u0400-\\u04FF0-9!*';:=+,.$/%#[\\]\\-\\u2013_~@|&${LATIN_ACCENTED}]`
// Brackets belong to an address when they close again in it, at most one pair inside another: /Bank_(river_(old))
const BRACKETS = `\\((?:${PATH_CHARACTER}+|${PATH_CHARACTER}*\\(${PATH_CHARACTER}+\\)${PATH_CHARACTER}*)\\)`
const PATH_END = `[+\\-a-z\\u0400-\\u04FF0-9=_#/${LATIN_ACCENTED}]`
const PATH_PART = `(?:${PATH_CHARACTER}*(?:${BRACKETS}${PATH_CHARACTER}*)*${PATH_END}|${BRACKETS}|@${PATH_CHARACTER}+/)`
const PATH = new RegExp(`/${PATH_PART}*`, 'iy')

const QUERY_TEXT = "\\?[a-z0-9!?*'@();:&=+$/%#[\\]\\-_.,~|]*[a-z0-9\\-_&=#/]"
const QUERY = new RegExp(QUERY_TEXT, 'iy')
const SHORT_LINK = new RegExp(`^https?://t\\.co/([a-z0-9]+)(?:${QUERY_TEXT})?`, 'i')

/** A test of one UTF-16 unit, answered from a table: it is asked for every letter on every key stroke. */
function characterTest(expression: string): (unit: number) => boolean {
  const pattern = new RegExp(expression)
  const answers = new Map<number, boolean>()
  return (unit) => {
    const known = answers.get(unit)
    if (known !== undefined) return known
    const answer = pattern.test(String.fromCharCode(unit))
    answers.set(unit, answer)
    return answer
  }
}
