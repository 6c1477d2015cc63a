import { card } from './feed-card.ts'
import { markup, shell, type Markup } from './html.ts'
import type { Network } from './network.ts'
import type { Platform } from './platform.ts'
import type { PublicPost } from './posts.ts'
import { WORDS } from './words.ts'

interface FeedPage {
  networks: Network[]
  platform: Platform | undefined
  posts: PublicPost[]
  emptyText: string
  /** Cursor of the next page, if there is one. */
  olderThan?: number | undefined
  /** Whether this is the first page, where new posts appear on top. */
  isNewest: boolean
  language: 'en' | 'ar'
  nonce: string
}

export function feedPage(page: FeedPage): Markup {
  const { networks, platform, posts, language, nonce } = page
  const words = WORDS[language]
  const shown = networks.find((network) => network.platform === platform)
  const title = `${shown?.name ?? words.all} · ${words.simulator}`
  const query = platform ? `platform=${platform}&` : ''
  const tab = (to?: Network) =>
    markup`<a href="/${to && `?platform=${to.platform}`}"${to === shown && markup` aria-current="page"`}>${to?.name ?? words.all}</a>`
  const body = markup`<h1>${title}</h1>
<p class="soft">${words.nothingLeaves}</p>
<nav aria-label="${words.all}">${tab()}${networks.map((network) => tab(network))}</nav>
<main id="feed" data-platform="${platform ?? ''}" data-language="${language}" data-newest="${page.isNewest ? '1' : ''}">
${posts.map((post) => {
  const network = networks.find((one) => one.platform === post.platform)
  return network && card(network, post, words)
})}
${posts.length === 0 && markup`<p id="empty">${page.emptyText}</p>`}
</main>
<nav>
${!page.isNewest && markup`<a href="/?${query}">${words.newest}</a>`}
${page.olderThan !== undefined && markup`<a href="/?${query}before=${page.olderThan}">${words.older}</a>`}
</nav>`
  return shell({ language, title, nonce, body, script: LIVE_SCRIPT })
}

/** This script runs in the browser. It adds new posts on top and replaces changed ones. */
const LIVE_SCRIPT = `
'use strict'
const feed = document.getElementById('feed')
const query = new URLSearchParams({ platform: feed.dataset.platform, language: feed.dataset.language })
const events = new EventSource('/_sim/events?' + query)
let wasLost = false
events.addEventListener('error', () => (wasLost = true))
// The page misses events while its connection is lost, so it reloads.
events.addEventListener('open', () => wasLost && location.reload())
events.addEventListener('reset', () => location.reload())
events.addEventListener('card', (event) => {
  const { id, arrival, html } = JSON.parse(event.data)
  const old = document.getElementById(id)
  const newest = Number(feed.querySelector('.post')?.dataset.arrival ?? 0)
  if (old) old.outerHTML = html
  else if (feed.dataset.newest && arrival > newest) {
    document.getElementById('empty')?.remove()
    feed.insertAdjacentHTML('afterbegin', html)
  }
})
`
