import { Parser } from 'htmlparser2'
import { AppError } from '#core/errors.ts'

const FEED_TYPES = /^application\/(?:rss\+xml|atom\+xml|feed\+json|rdf\+xml)\b/i
const MAX_FEEDS = 5
/** The number of characters to search for links to feeds, which pages have near their start. */
const MAX_LENGTH = 500_000
const MAX_DEPTH = 3_000
/** How many characters of a page to parse before its nesting depth is checked again. */
const STEP = 32_768

/** The addresses of the feeds that a page links, comment feeds last. @throws AppError page_too_complex */
export function feedsOfPage(html: string, url: string): string[] {
  const links: { href: string; isOfComments: boolean }[] = []
  let base: string | undefined
  let depth = 0
  const parser = new Parser({
    onopentag(name, { rel = '', type = '', href, title = '' }) {
      depth++
      if (name === 'base') base ??= href
      if (name === 'link' && href && FEED_TYPES.test(type) && rel.toLowerCase().split(/\s+/).includes('alternate'))
        links.push({ href, isOfComments: /comment|تعليق/i.test(title) })
    },
    onclosetag: () => void depth--,
  })
  for (let start = 0; start < Math.min(html.length, MAX_LENGTH); start += STEP) {
    parser.write(html.slice(start, start + STEP))
    if (depth > MAX_DEPTH) throw new AppError('page_too_complex')
  }
  const against = URL.parse(base ?? '', url) ?? url
  const sorted = links.toSorted((one, other) => Number(one.isOfComments) - Number(other.isOfComments))
  const addresses = sorted.flatMap(({ href }) => URL.parse(href.trim(), against)?.href ?? [])
  return [...new Set(addresses)].slice(0, MAX_FEEDS)
}
