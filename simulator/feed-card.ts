import { faFacebookF } from '@fortawesome/free-brands-svg-icons/faFacebookF'
import { faInstagram } from '@fortawesome/free-brands-svg-icons/faInstagram'
import { faLinkedinIn } from '@fortawesome/free-brands-svg-icons/faLinkedinIn'
import { faThreads } from '@fortawesome/free-brands-svg-icons/faThreads'
import { faXTwitter } from '@fortawesome/free-brands-svg-icons/faXTwitter'
import { Markup, markup } from './html.ts'
import type { Network } from './network.ts'
import type { Platform } from './platform.ts'
import { keyOf, type PublicPost } from './posts.ts'
import type { Words } from './words.ts'
import { findUrls } from './x-text.ts'

const BADGES = {
  linkedin: faLinkedinIn,
  twitter: faXTwitter,
  facebook: faFacebookF,
  instagram: faInstagram,
  threads: faThreads,
} as const

const FOLD_AFTER = 560
const FOLD_AFTER_LINES = 9

export function badge(platform: Platform): Markup {
  const [width, height, , , path] = BADGES[platform].icon
  const drawing = markup`<svg viewBox="0 0 ${width} ${height}" aria-hidden="true"><path d="${String(path)}"/></svg>`
  return markup`<span class="badge ${platform}">${drawing}</span>`
}

export function portrait(platform: Platform, id: string, size: number): Markup {
  return markup`<img class="portrait" src="/pictures/${platform}/${id}.svg" alt="" width="${size}" height="${size}">`
}

/** One post, dressed as its own network would show it. */
export function card(network: Network, post: PublicPost, words: Words): Markup {
  const author = authorOf(network, post.accountId)
  const heading = `${words.networks[post.platform]}: ${author.name}`
  if (post.deleted) return tombstone(post, author, words, heading)
  return markup`<article class="post ${post.platform}" id="${domId(post)}" data-arrival="${post.arrival}" aria-label="${heading}">
<header>
${portrait(post.platform, post.accountId, 44)}
<div class="author">${byline(post, author)}</div>
<a class="corner" href="${permalink(network, post)}" aria-label="${words.post}">${badge(post.platform)}</a>
</header>
${post.replyTo !== undefined && markup`<p class="reply">${ICONS.reply} ${words.replying}</p>`}
${post.platform === 'instagram' && pictures(post, words)}
${post.text !== '' && body(post.text, words)}
${post.platform !== 'instagram' && pictures(post, words)}
${post.link && linkCard(post.link)}
${post.comments.length > 0 && markup`<ul class="comments">${post.comments.map((comment) => markup`<li>${portrait(post.platform, comment.accountId, 28)}<div dir="auto" class="said">${linked(comment.text)}</div></li>`)}</ul>`}
${counts(post, words)}
</article>`
}

/** What was deleted keeps its place, faintly: a person who looks for it sees that it was there. */
function tombstone(post: PublicPost, author: ReturnType<typeof authorOf>, words: Words, heading: string): Markup {
  return markup`<article class="post gone ${post.platform}" id="${domId(post)}" data-arrival="${post.arrival}" aria-label="${heading}">
<header>
${portrait(post.platform, post.accountId, 44)}
<div class="author">${byline(post, author)}</div>
<span class="corner">${badge(post.platform)}</span>
</header>
<p class="reply">${ICONS.bin} ${words.deleted}</p>
${post.text !== '' && markup`<div class="words"><div class="text" dir="auto">${post.text.slice(0, 140)}${post.text.length > 140 && '…'}</div></div>`}
</article>`
}

function byline(post: PublicPost, author: ReturnType<typeof authorOf>): Markup {
  const name = markup`<strong class="name"><bdi>${author.name}</bdi></strong>`
  const handle = markup`<span class="faint"><bdi dir="ltr">@${author.username ?? ''}</bdi></span>`
  const at = new Date(post.publishedAt).toISOString()
  const time = markup`<time class="faint" datetime="${at}">${at.slice(0, 16).replace('T', ' ')}</time>`
  switch (post.platform) {
    case 'twitter':
      return markup`${name} ${handle} <span class="faint moment">· ${time}</span>`
    case 'threads':
    case 'instagram':
      return markup`<strong class="name"><bdi dir="ltr">${author.username ?? author.name}</bdi></strong> ${time}`
    case 'facebook':
      return markup`${name}<br>${time} <span class="faint">· ${ICONS.globe}</span>`
    case 'linkedin':
      return markup`${name}<br><span class="soft" dir="auto">${author.headline}</span><br>${time} <span class="faint">· ${ICONS.globe}</span>`
  }
}

function body(text: string, words: Words): Markup {
  const isLong = text.length > FOLD_AFTER || text.split('\n').length > FOLD_AFTER_LINES
  // The words have a direction of their own, and their place the page's.
  const shown = markup`<div class="words"><div class="text${isLong && ' long'}" dir="auto">${linked(text)}</div></div>`
  if (!isLong) return shown
  return markup`${shown}<button type="button" class="fold" aria-expanded="false" data-less="${words.less}">${words.more}</button>`
}

/** Links, hashtags and mentions in the colour that networks give them. */
function linked(text: string): Markup {
  const parts: Markup[] = []
  // Besides what X calls a link: whatever says https:// is one for the others.
  for (const [index, part] of text.split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]،؛؟])/i).entries()) {
    if (index % 2) {
      parts.push(anchor(part))
      continue
    }
    let at = 0
    for (const { start, end, url } of findUrls(part)) {
      parts.push(tagged(part.slice(at, start)), anchor(url))
      at = end
    }
    parts.push(tagged(part.slice(at)))
  }
  return markup`${parts}`
}

function anchor(url: string): Markup {
  const href = /^https?:/i.test(url) ? url : `http://${url}`
  return markup`<a href="${href}" rel="noopener noreferrer nofollow" target="_blank"><bdi>${url}</bdi></a>`
}

function tagged(text: string): Markup {
  const parts = text.split(/((?<![\p{L}\p{N}_&])[#@][\p{L}\p{M}\p{N}_]+)/u)
  return markup`${parts.map((part, index) => (index % 2 ? markup`<span class="tag">${part}</span>` : part))}`
}

/** Side by side as far as four; what the pictures tell is said below them, as nobody sees it elsewhere. */
function pictures(post: PublicPost, words: Words): Markup | false {
  if (post.media.length === 0) return false
  const shown = post.media.map(({ file, altText, width, height, type }) => {
    const source = `/media/${file}`
    const image =
      type === 'video'
        ? markup`<video src="${source}" controls preload="metadata" aria-label="${altText ?? ''}"></video>`
        : markup`<img src="${source}" alt="${altText ?? ''}" width="${width}" height="${height}" loading="lazy">`
    const told =
      altText !== null &&
      markup`<figcaption><abbr title="${words.altText}">ALT</abbr> <span dir="auto">${altText}</span></figcaption>`
    return markup`<figure><a href="${source}" target="_blank" aria-label="${words.openPicture}">${image}</a>${told}</figure>`
  })
  const isRow = shown.length > 4 || (post.platform === 'instagram' && shown.length > 1)
  return markup`<div class="pictures${isRow && ' row'}" data-count="${shown.length}"${isRow && markup` tabindex="0"`}>${shown}</div>`
}

function linkCard(link: NonNullable<PublicPost['link']>): Markup {
  return markup`<a class="link-card" href="${link.url}" rel="noopener noreferrer nofollow" target="_blank">
${link.picture === undefined ? ICONS.link : markup`<img src="/media/${link.picture}" alt="">`}<span><strong dir="auto">${link.title ?? link.url}</strong>
${link.description !== undefined && markup`<span class="soft" dir="auto">${link.description}</span>`}
<span class="faint" dir="auto">${URL.parse(link.url)?.hostname.replace(/^www\./, '') ?? ''}</span></span></a>`
}

function counts(post: PublicPost, words: Words): Markup {
  const { likes, comments, shares, impressions } = post.engagement
  const total = comments + post.comments.length
  const one = (icon: Markup, label: string, value: number) =>
    markup`<li><span class="sr">${label}: </span>${icon}<span class="number">${value === 0 ? markup`<span class="sr">0</span>` : value.toLocaleString('en')}</span></li>`
  const like = markup`<li><button type="button" class="like" data-platform="${post.platform}" data-post="${post.id}" data-likes="${likes}" aria-label="${words.like}: ${likes}">${ICONS.like}<span class="number">${likes > 0 && likes.toLocaleString('en')}</span></button></li>`
  return markup`<ul class="counts">${like}${one(ICONS.comment, words.comments, total)}${one(ICONS.share, words.shares, shares)}${one(ICONS.views, words.views, impressions)}</ul>`
}

export function domId(post: PublicPost): string {
  return keyOf(post.platform, post.id).replaceAll(/[^\w-]/g, '-')
}

/** The post's own address, of the same form as on the real network. */
export function permalink(network: Network, post: PublicPost): string {
  const { username } = authorOf(network, post.accountId)
  switch (post.platform) {
    case 'linkedin':
      return `/linkedin/feed/update/${post.id}/`
    case 'twitter':
      return `/twitter/${username}/status/${post.id}`
    case 'facebook':
      return `/facebook/${post.id.replace('_', '/posts/')}`
    case 'instagram':
      return `/instagram/p/${post.shortcode}/`
    case 'threads':
      return `/threads/@${username}/post/${post.shortcode}`
  }
}

export function authorOf(network: Network, id: string): { name: string; username?: string; headline: string } {
  for (const person of network.people) {
    if (person.id === id) return person
    const page = person.pages?.find((one) => one.id === id)
    if (page) return page
  }
  return { name: id, username: id, headline: '' }
}

function icon(paths: string): Markup {
  return new Markup(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`)
}

const ICONS = {
  like: icon('<path d="M12 20.5C5.5 16 2.8 12.6 2.8 9a5 5 0 0 1 9.2-2.7A5 5 0 0 1 21.2 9c0 3.6-2.7 7-9.2 11.5Z"/>'),
  comment: icon('<path d="M3.5 5.5h17v11.5h-9l-4.6 3.8V17H3.5Z"/>'),
  share: icon(
    '<path d="M4 9.5V7.3A2.3 2.3 0 0 1 6.3 5H19m-3-3 3 3-3 3M20 14.500v2.2a2.3 2.3 0 0 1-2.3 2.300H5m3 3-3-3 3-3"/>',
  ),
  views: icon('<path d="M4 20v-6M12 20V4M20 20v-9.5"/>'),
  globe: icon(
    '<circle cx="12" cy="12" r="9"/><path d="M3 12h18M12 3c3 2.6 3.8 5.6 3.8 9S15 18.4 12 21c-3-2.6-3.8-5.6-3.8-9S9 5.6 12 3Z"/>',
  ),
  link: icon(
    '<path d="M10 14a4.5 4.5 0 0 0 6.4 0l3.2-3.200a4.5 4.5 0 0 0-6.4-6.400L12 5.600M14 10a4.5 4.5 0 0 0-6.4 0l-3.2 3.200a4.5 4.5 0 0 0 6.4 6.400l1.2-1.2"/>',
  ),
  bin: icon('<path d="M4.500 7h15M9.500 7V4.500h5V7M6.500 7l.8 13h9.400l.8-13M10 11v5.500M14 11v5.500"/>'),
  reply: icon('<path d="M9.5 5 4 10.5 9.5 16M4 10.500h10a6 6 0 0 1 6 6V19"/>'),
}
