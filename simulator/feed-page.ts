import { badge, card, portrait } from './feed-card.ts'
import { markup, shell, type Markup } from './html.ts'
import type { Network } from './network.ts'
import type { Platform } from './platform.ts'
import type { PublicPost } from './posts.ts'
import { LIVE_SCRIPT } from './live-script.ts'
import { WORDS } from './words.ts'

interface FeedPage {
  networks: Network[]
  platform: Platform | undefined
  posts: PublicPost[]
  /** How many posts each network has, and all together under ''. */
  totals: Record<string, number>
  /** Where the next page of older posts begins, if there is one. */
  olderThan: number | undefined
  isNewest: boolean
  now: number
  faults: number
  language: 'en' | 'ar'
  nonce: string
}

export function feedPage(page: FeedPage): Markup {
  const { networks, platform, posts, language, nonce } = page
  const words = WORDS[language]
  const networkOf = (post: PublicPost) => networks.find((network) => network.platform === post.platform)
  const query = platform ? `platform=${platform}&` : ''
  const body = markup`${top(page)}
<div class="desk">
<main aria-label="${platform ? words.networks[platform] : words.all}">
<div class="frog" id="frog" aria-hidden="true"${posts.length === 0 && markup` hidden`}><img src="/pictures/frog/happy.svg" alt="" width="56" height="56"></div>
<h1 class="sr">${platform ? words.networks[platform] : words.all} · ${words.simulator}</h1>
<div id="feed" data-platform="${platform ?? ''}" data-language="${language}" data-now="${page.now}" data-newest="${page.isNewest ? '1' : ''}">
${posts.map((post) => {
  const network = networkOf(post)
  return network && card(network, post, words)
})}
</div>
<div class="empty" id="empty"${posts.length > 0 && markup` hidden`}>
<img src="/pictures/frog/sleeping.svg" alt="" width="128" height="128">
<h2>${words.empty}</h2>
<p>${words.emptyHint}</p>
</div>
<nav class="pager">
${!page.isNewest && markup`<a href="/?${query}">${words.newest}</a>`}
${page.olderThan !== undefined && markup`<a href="/?${query}before=${page.olderThan}">${words.older}</a>`}
</nav>
</main>
<aside>
<p>${words.nothingLeaves}</p>
${page.faults > 0 && markup`<p class="waiting"><strong>${words.faults}:</strong> <span class="number">${page.faults}</span></p>`}
<h2>${words.people}</h2>
<p class="soft">${words.peopleHint}</p>
${networks
  .filter((network) => !platform || network.platform === platform)
  .map(
    (
      network,
    ) => markup`<details${Boolean(platform) && markup` open`}><summary>${badge(network.platform)} ${words.networks[network.platform]}</summary>
<ul class="people">${residents(network)}</ul></details>`,
  )}
</aside>
</div>`
  const title = platform ? `${words.networks[platform]} · ${words.simulator}` : `Frogy · ${words.simulator}`
  return shell({ language, title, nonce, body, script: LIVE_SCRIPT })
}

/** One post alone, at the address that its network would give it. */
export function postPage(options: {
  networks: Network[]
  network: Network
  post: PublicPost | undefined
  totals: Record<string, number>
  now: number
  language: 'en' | 'ar'
  nonce: string
}): Markup {
  const { network, post, language, nonce } = options
  const words = WORDS[language]
  const body = markup`${top({ ...options, platform: network.platform })}
<div class="desk single">
<main>
<h1 class="sr">${words.networks[network.platform]} · ${words.simulator}</h1>
<div id="feed" data-single="1" data-platform="${network.platform}" data-language="${language}" data-now="${options.now}" data-newest="">
${post && card(network, post, words)}
</div>
<div class="empty" id="empty"${post !== undefined && markup` hidden`}>
<img src="/pictures/frog/sleeping.svg" alt="" width="128" height="128"><h2>${words.gone}</h2>
</div>
<nav class="pager"><a href="/?platform=${network.platform}">${words.backToFeed}</a></nav>
</main>
</div>`
  const title = `${words.networks[network.platform]} · ${words.simulator}`
  return shell({ language, title, nonce, body, script: LIVE_SCRIPT })
}

type Top = Pick<FeedPage, 'networks' | 'platform' | 'totals' | 'language'>

function top({ networks, platform, totals, language }: Top): Markup {
  const words = WORDS[language]
  const tab = (to: Platform | undefined) => {
    const current = to === platform && markup` aria-current="page"`
    return markup`<a href="/${to && `?platform=${to}`}"${current}>${to && badge(to)}<span>${to ? words.networks[to] : words.all}</span><span class="number faint" data-total="${to ?? ''}">${totals[to ?? ''] ?? 0}</span></a>`
  }
  return markup`<header class="top">
<div class="bar">
<a class="brand" href="/"><img src="/pictures/frog/mark.svg" alt="" width="32" height="26"><bdi dir="ltr">Frogy</bdi></a>
<span class="chip">${words.simulator}</span>
<span class="live" id="live" role="status" data-live="${words.live}" data-waiting="${words.reconnecting}">${words.live}</span>
</div>
<nav class="tabs" aria-label="${words.all}">${tab(undefined)}${networks.map((network) => tab(network.platform))}</nav>
</header>`
}

function residents(network: Network): Markup[] {
  return network.people
    .flatMap((person): { id: string; name: string; headline: string }[] => person.pages ?? [person])
    .map(
      (one) => markup`<li>${portrait(network.platform, one.id, 32)}<span><strong><bdi>${one.name}</bdi></strong>
<span class="soft" dir="auto">${one.headline}</span></span></li>`,
    )
}
