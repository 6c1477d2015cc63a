import type { FastifyReply, FastifyRequest } from 'fastify'
import { languageOf } from './consent.ts'
import { faceOf } from './faces.ts'
import { authorOf, card, domId } from './feed-card.ts'
import { feedPage } from './feed-page.ts'
import { escape, html } from './html.ts'
import type { Answer, Call, Network, Route } from './network.ts'
import type { Platform } from './platform.ts'
import { isPublic, type Post, type PublicPost } from './posts.ts'
import { WORDS } from './words.ts'
import type { World } from './world.ts'

const PAGE_SIZE = 40

/** The simulator's public pages: the feed, a page for each post, and the pictures. */
export function feedRoutes(world: World, networks: Network[]): Route[] {
  return [
    { method: 'GET', path: '/', handle: (call) => showFeed(world, networks, call) },
    { method: 'GET', path: '/pictures/:platform/:file', handle: (call) => showPortrait(networks, call) },
    { method: 'GET', path: '/media/:file', handle: (call) => showMedia(world, call) },
    ...networks.flatMap((network) => postRoutes(world, networks, network)),
  ]
}

/** The page of one post, at the same path as on the real network but below the network's prefix. */
const postRoutes = (world: World, networks: Network[], network: Network): Route[] =>
  Object.entries(network.postPages).map(([path, find]) => ({
    method: 'GET',
    path: `/${network.platform}${path}`,
    handle: (call) => showPost(networks, network, call, find(world, call.params)),
  }))

function showFeed(world: World, networks: Network[], call: Call): Answer {
  const platform = networks.find((network) => network.platform === call.query.get('platform'))?.platform
  const before = Number(call.query.get('before') ?? '') || Infinity
  const posts: PublicPost[] = []
  for (const post of world.posts.newestFirst(platform)) {
    if (post.arrival >= before) continue
    posts.push(post)
    if (posts.length > PAGE_SIZE) break
  }
  const shown = posts.slice(0, PAGE_SIZE)
  const language = languageOf(call)
  return html(200, (nonce) =>
    feedPage({
      networks,
      platform,
      posts: shown,
      emptyText: WORDS[language].empty,
      olderThan: posts.length > PAGE_SIZE ? shown.at(-1)?.arrival : undefined,
      isNewest: before === Infinity,
      language,
      nonce,
    }),
  )
}

function showPost(networks: Network[], { platform }: Network, call: Call, found: Post | undefined): Answer {
  const posts = found && isPublic(found) && !found.deleted ? [found] : []
  const language = languageOf(call)
  const emptyText = WORDS[language].gone
  const page = { networks, platform, posts, emptyText, isNewest: false, language }
  return html(posts.length > 0 ? 200 : 404, (nonce) => feedPage({ ...page, nonce }))
}

/** Sends new and changed posts to an open page as server-sent events. Each event carries the HTML of one post. */
export function watchFeed(world: World, networks: Network[], request: FastifyRequest, reply: FastifyReply) {
  const { platform, language } = request.query as { platform?: string; language?: string }
  const words = WORDS[language === 'ar' ? 'ar' : 'en']
  reply.hijack()
  const stream = reply.raw
  stream.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  stream.write('retry: 1000\n\n')
  const stop = world.onEvent((event) => {
    if (event.type === 'reset') return void stream.write('event: reset\ndata: {}\n\n')
    const post = world.posts.byKey(event.key)
    const network = networks.find((one) => one.platform === post?.platform)
    if (!post || !network || !isPublic(post)) return
    if (platform && post.platform !== (platform as Platform)) return
    const news = { id: domId(post), arrival: post.arrival, html: card(network, post, words).source }
    stream.write(`event: card\ndata: ${JSON.stringify(news)}\n\n`)
  })
  stream.once('close', stop)
}

/** Returns an uploaded file. Its name is the hash of its bytes, so the response is immutable. */
async function showMedia(world: World, call: Call): Promise<Answer> {
  const { fileTypeFromBuffer } = await import('file-type')
  const bytes = world.blobs.get(call.params.file ?? '')
  const type = bytes && (await fileTypeFromBuffer(bytes))?.mime
  if (!bytes || !type || !/^(?:(?:image|video)\/|application\/pdf$)/.test(type)) return { status: 404 }
  const headers = {
    'content-type': type,
    'cache-control': 'max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'",
  }
  return { status: 200, headers, body: bytes }
}

/**
 * A portrait with a person's face or initials: an SVG for these pages, a JPEG of the face for apps. On X the file name
 * ends in a picture size, as on the real network.
 */
async function showPortrait(networks: Network[], call: Call): Promise<Answer> {
  const network = networks.find((one) => one.platform === call.params.platform)
  const [, id, type] = /^(.+?)(?:_(?:normal|bigger|400x400))?\.(svg|jpg)$/.exec(call.params.file ?? '') ?? []
  if (!network || !id) return { status: 404 }
  const { name } = authorOf(network, id)
  const face = faceOf(name)
  if (type === 'svg') return svg(face ?? initialsOf(name))
  // A JPEG exists only for faces. Initials need fonts, which a server may lack.
  if (!face) return { status: 404 }
  const { default: sharp } = await import('sharp')
  const body = await sharp(Buffer.from(face)).jpeg({ quality: 90 }).toBuffer()
  return { status: 200, headers: { 'content-type': 'image/jpeg', 'cache-control': 'max-age=3600' }, body }
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/)
  // Use only one Arabic letter, because two would join into an unintended word.
  const isLatin = /^\p{Script=Latin}/u.test(words[0] ?? '')
  const letters = isLatin ? words.map((word) => word[0]).slice(0, 2) : [words[0]?.replace(/^ال(?=..)/, '')[0]]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80" width="400" height="400"><rect width="80" height="80" fill="#C9DEC5"/><text x="40" y="${isLatin ? 51 : 49}" text-anchor="middle" font-family="system-ui, sans-serif" font-size="30" font-weight="600" fill="#2B2A26">${escape(letters.join(''))}</text></svg>`
}

function svg(body: string): Answer {
  const policy = "default-src 'none'; style-src 'unsafe-inline'"
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'max-age=3600',
    'content-security-policy': policy,
  }
  return { status: 200, headers, body }
}
