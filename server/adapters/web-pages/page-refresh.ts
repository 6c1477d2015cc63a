/**
 * The address to which a page leads by a `Refresh` header or `<meta http-equiv=refresh>`. Null if it leads to no other
 * page.
 */
export function refreshTarget(url: URL, header: string | undefined, contentType: string | null, bytes: Uint8Array) {
  const mayBeHtml = contentType === null || /html|xml|octet-stream/i.test(contentType)
  const inPage = mayBeHtml ? refreshIn(bytes) : null
  // A `Refresh` header takes precedence, because it arrives before the page.
  const found = header === undefined ? inPage : { content: header, base: null }
  const [delay, target] = (found && targetOf(found.content)) ?? []
  if (!found || !target) return null
  const next = URL.parse(target, URL.parse(found.base ?? '', url) ?? url)
  if (!next || !/^https?:$/.test(next.protocol)) return null
  // Do not follow a page that only loads itself again after a while. Pages with live news do so, often with a number in
  // the query.
  const isItself = next.host === url.host && next.pathname === url.pathname && Number(delay) >= LIVE_DELAY_S
  return isItself || withoutHash(next) === withoutHash(url) ? null : next
}

/** A page that refreshes after at least this many seconds counts as live. Pages that check the browser wait less. */
const LIVE_DELAY_S = 10

function withoutHash(url: URL): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}

/**
 * The longest delay of a refresh that Frogy follows, in seconds. With a longer delay, the page itself should be read.
 */
const LONGEST_DELAY_S = 30

/** Returns the delay and target of a refresh such as `0; url='/new'`, by the HTML standard's rules. */
function targetOf(content: string): [delay: string, target: string] | null {
  const [, delay = '', rest = ''] = /^\s*(\d*)[\d.]*(?=[\s;,])[\s]*[;,]?\s*([^]*)$/.exec(content) ?? []
  if (Number(delay || '0') > LONGEST_DELAY_S) return null
  const written = rest.replace(/^url\s*=\s*/i, '').trim()
  const quote = /^["']/.exec(written)?.[0]
  const target = quote ? written.slice(1).split(quote, 1)[0] : written
  return target?.trim() ? [delay, target.trim()] : null
}

/** How many bytes to search for a `<meta>` refresh, which belongs at the start of a page. */
const LOOKED_AT_BYTES = 64 * 1024
/** A page with more characters of text than this has content, so Frogy ignores a refresh in its `noscript`. */
const SHORT_PAGE = 400

const RAW = /^(?:script|style|textarea|title|template|xmp|iframe|noembed|noframes)$/

function refreshIn(bytes: Uint8Array): { content: string; base: string | null } | null {
  const html = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, LOOKED_AT_BYTES)).toString()
  if (!/refresh/i.test(html)) return null
  const lower = html.toLowerCase()
  let base: string | null = null
  let inNoscript: string | null = null
  let isInNoscript = false
  let textLength = 0
  for (let at = 0; at < html.length;) {
    const start = html.indexOf('<', at)
    if (!isInNoscript) textLength += html.slice(at, start < 0 ? undefined : start).trim().length
    if (start < 0) break
    if (html.startsWith('<!--', start)) {
      at = after(html, '-->', start + 4)
      continue
    }
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z\d:-]{0,30})/.exec(lower.slice(start, start + 40)) ?? []
    at = name === '' ? start + 1 : endOfTag(html, start)
    if (name === 'noscript') isInNoscript = !slash
    if (slash) continue
    if (RAW.test(name)) {
      const close = lower.indexOf(`</${name}`, at)
      at = close < 0 ? html.length : close
    } else if (name === 'base') base ??= attributesOf(html.slice(start, at)).get('href') ?? null
    else if (name === 'meta') {
      const attributes = attributesOf(html.slice(start, at))
      const content = attributes.get('content')
      if (attributes.get('http-equiv')?.trim().toLowerCase() !== 'refresh' || !content || !targetOf(content)) continue
      if (!isInNoscript) return { content, base }
      inNoscript ??= content
    }
  }
  return inNoscript !== null && textLength < SHORT_PAGE ? { content: inNoscript, base } : null
}

function after(html: string, mark: string, from: number): number {
  const end = html.indexOf(mark, from)
  return end < 0 ? html.length : end + mark.length
}

const LONGEST_TAG = 4_000

/** Finds the end of a tag: after the first `>` outside quotes, or if a quote is never closed, after the first `>`. */
function endOfTag(html: string, start: number): number {
  let quote = ''
  for (let at = start; at < Math.min(html.length, start + LONGEST_TAG); at++) {
    const character = html.charAt(at)
    if (quote === '' && character === '>') return at + 1
    if (quote === character) quote = ''
    else if (quote === '' && /["']/.test(character)) quote = character
  }
  return after(html, '>', start)
}

const ATTRIBUTE = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g

function attributesOf(written: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', double, single, bare = ''] of written.matchAll(ATTRIBUTE)) {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, decoded(double ?? single ?? bare))
  }
  return found
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', colon: ':', sol: '/' }

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));?/gi, (all, decimal, hex, name: string | undefined) => {
    const code = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : undefined
    if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : all
    return ENTITIES[name?.toLowerCase() ?? ''] ?? all
  })
