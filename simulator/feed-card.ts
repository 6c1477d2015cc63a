import { markup, type Markup } from './html.ts'
import type { Network } from './network.ts'
import type { Platform } from './platform.ts'
import { keyOf, type PublicPost } from './posts.ts'
import type { Words } from './words.ts'
import { findUrls } from './x-text.ts'

export function portrait(platform: Platform, id: string): Markup {
  return markup`<img class="portrait" src="/pictures/${platform}/${id}.svg" alt="" width="40" height="40">`
}

/** One post of the feed. A deleted post keeps its place, but loses its pictures. */
export function card(network: Network, post: PublicPost, words: Words): Markup {
  const { name, username } = authorOf(network, post.accountId)
  const at = new Date(post.publishedAt).toISOString()
  return markup`<article class="post${post.deleted && ' gone'}" id="${domId(post)}" data-arrival="${post.arrival}" aria-label="${network.name}: ${name}">
<header>
${portrait(post.platform, post.accountId)}
<span><strong><bdi>${name}</bdi></strong> ${username !== undefined && markup`<bdi dir="ltr" class="soft">@${username}</bdi>`}<br>
<time class="soft" datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time></span>
${post.deleted ? markup`<span>${network.name}</span>` : markup`<a class="corner" href="/${network.platform}${network.postPath(post, username)}">${network.name}</a>`}
</header>
${post.deleted && markup`<p>${words.deleted}</p>`}
${post.replyTo !== undefined && markup`<p class="soft">${words.replying}</p>`}
${post.text !== '' && markup`<div class="text" dir="auto">${linked(post.text)}</div>`}
${!post.deleted && details(post, words)}
</article>`
}

function details(post: PublicPost, words: Words): Markup {
  const { likes, comments, shares, impressions } = post.engagement
  const counts = [
    [words.likes, likes],
    [words.comments, comments + post.comments.length],
    [words.shares, shares],
    [words.views, impressions],
  ] as const
  return markup`${post.media.length > 0 && pictures(post)}
${post.link && linkCard(post.link)}
${post.comments.map((comment) => markup`<p class="text" dir="auto">${linked(comment.text)}</p>`)}
<ul class="counts soft">${counts.map(([label, count]) => markup`<li>${label}: ${count}</li>`)}</ul>`
}

/** Turns links, hashtags and mentions into HTML. */
function linked(text: string): Markup {
  const parts: Markup[] = []
  // X also detects links without `https://`. The other networks detect only links with it.
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

/** The pictures of a post, each with its alternative text below. */
function pictures(post: PublicPost): Markup {
  const figures = post.media.map(({ file, altText, title, width, height, frames, type }) => {
    const source = `/media/${file}`
    if (type === 'document')
      return markup`<figure><a href="${source}"><bdi>${title ?? 'PDF'}</bdi></a> <span class="soft">PDF · ${frames}</span></figure>`
    const image =
      type === 'video'
        ? markup`<video src="${source}" controls preload="metadata" aria-label="${altText ?? ''}"></video>`
        : markup`<img src="${source}" alt="${altText ?? ''}" width="${width}" height="${height}" loading="lazy">`
    return markup`<figure>${image}${altText !== null && markup`<figcaption class="soft">ALT <span dir="auto">${altText}</span></figcaption>`}</figure>`
  })
  return markup`<div class="pictures">${figures}</div>`
}

function linkCard(link: NonNullable<PublicPost['link']>): Markup {
  return markup`<a class="link-card" href="${link.url}" rel="noopener noreferrer nofollow" target="_blank">
${link.picture !== undefined && markup`<img src="/media/${link.picture}" alt="">`}
<strong dir="auto">${link.title ?? link.url}</strong>
${link.description !== undefined && markup`<span class="soft" dir="auto">${link.description}</span>`}
<span class="soft" dir="ltr">${URL.parse(link.url)?.hostname.replace(/^www\./, '') ?? ''}</span></a>`
}

export function domId(post: PublicPost): string {
  return keyOf(post.platform, post.id).replaceAll(/[^\w-]/g, '-')
}

export function authorOf(network: Network, id: string): { name: string; username?: string; headline: string } {
  for (const person of network.people) {
    if (person.id === id) return person
    const page = person.pages?.find((one) => one.id === id)
    if (page) return page
  }
  return { name: id, username: id, headline: '' }
}
