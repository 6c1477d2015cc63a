/**
 * Returns the page's canonical address if it belongs to the same site, otherwise the given address. Removes tracking
 * parameters.
 */
export function addressToKeep(
  readUrl: string,
  candidates: readonly (string | null | undefined)[],
  base: string | null,
) {
  const read = new URL(readUrl)
  const against = URL.parse(base ?? '', readUrl) ?? read
  for (const candidate of candidates) {
    const url = candidate?.trim() ? URL.parse(candidate.trim(), against) : null
    if (url && isTrustworthy(url, read)) return withoutTracking(url)
  }
  return withoutTracking(read)
}

export function isOwnLink(href: string | null | undefined, pageUrl: string): boolean {
  const [url, page] = [URL.parse(href ?? '', pageUrl), new URL(pageUrl)]
  if (!href || !url || !isSameSite(url.hostname, page.hostname)) return false
  return url.pathname !== page.pathname || url.search !== page.search
}

function isTrustworthy(url: URL, read: URL): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false
  if (url.username !== '' || url.password !== '') return false
  // Ignore a front page, which some sites declare as the canonical address of every page.
  if (url.pathname === '/' && url.search === '' && read.pathname !== '/') return false
  return isSameSite(url.hostname, read.hostname)
}

/** Whether two hosts belong to the same site: equal, a subdomain, or a variant with `m.`, `amp.` or `www.`. */
function isSameSite(one: string, other: string): boolean {
  const [a, b] = [bareHost(one), bareHost(other)]
  const isAbove = (upper: string, lower: string) => upper.includes('.') && lower.endsWith(`.${upper}`)
  return a === b || isAbove(a, b) || isAbove(b, a)
}

const bareHost = (host: string) => host.toLowerCase().replace(/^(?:www|m|mobile|amp)\./, '')

export function withoutTracking(url: URL): string {
  const kept = new URL(url)
  kept.hash = ''
  const tracking = [...kept.searchParams.keys()].filter((name) => TRACKING.test(name))
  // Change the address only if needed, because `delete` rewrites the whole query.
  for (const name of tracking) kept.searchParams.delete(name)
  return kept.href
}

const TRACKING =
  /^(?:utm_\w+|fbclid|gclid|gbraid|wbraid|dclid|gclsrc|msclkid|yclid|twclid|ttclid|igshid|igsh|mc_cid|mc_eid|_hsenc|_hsmi|hsctatracking|mkt_tok|vero_id|oly_\w+_id|ga_\w+|_ga|_gl|srsltid|at_\w+|cmpid|ito|ocid|smid|wt_\w+)$/i
