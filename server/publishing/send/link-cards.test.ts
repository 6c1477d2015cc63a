import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { postLink } from '#core/posts/post-link.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import type { SimulatorControl } from '#tests/support/simulator.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const asked: { path: string; language: string | undefined }[] = []
const visits = (path: string) => asked.filter((one) => one.path === path).length
let title = 'Seven signatures for one order'
let picture: Buffer

const pageOf = (...head: string[]) =>
  `<!doctype html><html><head>${head.join('\n')}</head><body><p>Hello</p></body></html>`
const og = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`

const site = createServer((request, response) => {
  const path = request.url ?? ''
  asked.push({ path, language: request.headers['accept-language']?.slice(0, 2) })
  const page = (...head: string[]) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(pageOf(...head))
  if (path.startsWith('/article')) {
    page(
      '<title>Window</title>',
      og('title', title),
      og('description', 'Four had never refused one.'),
      og('image', '/photo'),
    )
  } else if (path === '/photo') response.setHeader('content-type', 'image/png').end(picture)
  else if (path === '/bare') page('<title>A page &amp; its title</title>')
  else if (path.startsWith('/hangs')) response.setHeader('content-type', 'text/html').flushHeaders()
  else if (path === '/drips') drip(() => response.write('<p>'), response)
  else if (path === '/nested') response.setHeader('content-type', 'text/html').end('<div>'.repeat(200_000))
  else if (path === '/huge') response.setHeader('content-type', 'text/html').end(' '.repeat(6 * 1024 * 1024))
  else if (path === '/untitled') page()
  else if (path === '/inward') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
  else if (path === '/hung-photo') page(og('title', 'Its photo hangs'), og('image', '/hangs'))
  else if (path === '/bad-photo') page(og('title', 'Its photo is none'), og('image', '/bare'))
  else if (path === '/inner-photo') page(og('title', 'Its photo is inside'), og('image', 'http://10.0.0.1/photo.png'))
  else response.writeHead(404).end()
})

/** Keeps sending data until the connection closes, so that no idle time-out ends it. */
function drip(some: () => void, until: NodeJS.EventEmitter): void {
  const timer = setInterval(some, 100)
  until.once('close', () => clearInterval(timer))
}

/** Time limits longer than a slow machine needs to start the reader process and read a page. */
const LONG = { cardTimeouts: { cardMs: 60_000, pictureMs: 10_000 } }

let frogy: Frogy
let layla: Person
/** A Frogy with production time-outs. */
let usual: Frogy
let omar: Person
let origin: string
let allowed: { EXTRACT_ALLOW_HOSTS: string }

beforeAll(async () => {
  picture = await pictureFile('png', 1_600, 900)
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  origin = `http://${host}`
  allowed = { EXTRACT_ALLOW_HOSTS: host }
  frogy = await startFrogy(allowed, LONG)
  await frogy.simulator.liftLimits()
  layla = await frogy.person('linkedin', 'facebook')
  usual = await startFrogy(allowed)
  await usual.simulator.liftLimits()
  omar = await usual.person('linkedin')
})
beforeEach(() => asked.splice(0))
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await usual[Symbol.asyncDispose]()
  site.close()
  site.closeAllConnections()
})

async function postNow(
  content: string,
  { by = layla, images = [], platform = 'linkedin' }: { by?: Person; images?: string[]; platform?: Platform } = {},
): Promise<Post> {
  const body = { platform, content, status: 'published', media: { images } } as const
  const { id } = await by.call('POST /api/posts', { body })
  return await by.decided({ id })
}

/** The link card that the preview shows for a text. */
async function previewed(text: string, by = layla) {
  const link = postLink(text)
  if (!link) throw new Error('There is no link')
  return (await by.call('POST /api/content/link-card', { body: link })).card
}

/** Posts a text after its preview, so that its card exists however slow the machine is. */
async function postPreviewed(text: string): Promise<Post> {
  await previewed(text)
  return await postNow(text)
}

/** The card of the newest post as LinkedIn's readers see it: texts and picture bytes. */
async function shownCard({ url }: SimulatorControl = frogy.simulator) {
  const feed = await (await fetch(`${url}/?platform=linkedin`)).text()
  const [newest = ''] = /<article[^]*?<\/article>/.exec(feed) ?? []
  const [card] = /<a class="link-card"[^]*?<\/a>/.exec(newest) ?? []
  if (!card) return null
  const [, path] = /<img src="([^"]+)"/.exec(card) ?? []
  const words = card
    .replaceAll(/<[^>]*>/g, '\n')
    .split('\n')
    .map((line) => line.trim())
  return {
    href: /href="([^"]+)"/.exec(card)?.[1],
    words: words.filter((line) => line !== ''),
    picture: path ? Buffer.from(await (await fetch(url + path)).arrayBuffer()).toString('base64') : null,
  }
}

test('shows on LinkedIn the link card that was previewed, with its picture, and reads the page once', async () => {
  const text = `Why? ${origin}/article/1, because`
  const card = await previewed(text)
  expect(card).toMatchObject({ title, description: 'Four had never refused one.', host: '127.0.0.1' })
  expect(card?.picture).toMatch(/^data:image\/jpeg;base64,/)

  expect((await postNow(text)).status).toBe('published')
  expect(await shownCard()).toEqual({
    href: `${origin}/article/1`,
    words: [title, 'Four had never refused one.', '127.0.0.1'],
    picture: card?.picture?.split(',')[1],
  })
  expect([visits('/article/1'), visits('/photo')]).toEqual([1, 1])
})

test('makes a link card without a picture from a page that only has a title', async () => {
  expect((await postPreviewed(`Read ${origin}/bare`)).status).toBe('published')
  expect(await shownCard()).toMatchObject({ words: ['A page &amp; its title', '127.0.0.1'], picture: null })
})

test('requests a page in the language of the post', async () => {
  await postNow(`لماذا نحتاج سبعة تواقيع؟ ثقة ${origin}/article/ar`)
  expect(asked.find(({ path }) => path === '/article/ar')?.language).toBe('ar')
})

test.each([
  ['hangs', () => `${origin}/hangs`],
  ['arrives letter by letter', () => `${origin}/drips`],
  ['is deeply nested', () => `${origin}/nested`],
  ['is endless', () => `${origin}/huge`],
  ['has no title', () => `${origin}/untitled`],
  ['is a picture', () => `${origin}/photo`],
  ['is gone', () => `${origin}/gone`],
  ['leads into the private network', () => `${origin}/inward`],
  ['is in the private network', () => 'http://10.0.0.1/payroll'],
  ['is this machine', () => usual.url],
  ['has an unknown host', () => 'https://frogy-of-nobody.invalid/'],
])(
  'publishes a post without delay and without a link card, as previewed, when the linked page %s',
  async (what, address) => {
    const text = `${what}: ${address()}`
    expect((await postNow(text, { by: omar })).status).toBe('published')
    expect((await usual.simulator.posts('linkedin')).filter((one) => one.text === text)).toHaveLength(1)
    expect(await shownCard(usual.simulator)).toBeNull()
    expect(await previewed(text, omar)).toBeNull()
  },
)

test.each(['/hung-photo', '/bad-photo', '/inner-photo'])(
  'makes a link card without a picture when the picture of the page %s is unavailable',
  async (path) => {
    expect((await postPreviewed(`See ${origin}${path}`)).status).toBe('published')
    expect(await shownCard()).toMatchObject({ picture: null, href: origin + path })
  },
)

test("shows a post's own picture instead of a card, and does not read the linked page", async () => {
  const file: [string, Uint8Array<ArrayBuffer>] = ['a.png', new Uint8Array(picture)]
  const { media } = await layla.call('POST /api/images/upload', { form: uploadForm(file) })
  const images = media.images.map(({ id }) => id)
  const post = await postNow(`With a picture ${origin}/article/2`, { images })
  expect(post.status).toBe('published')
  expect(await shownCard()).toBeNull()
  expect((await frogy.simulator.posts('linkedin')).at(-1)?.media).toHaveLength(1)
  expect(visits('/article/2')).toBe(0)
})

test('reads no linked page for Facebook, which makes its own link card', async () => {
  expect((await postNow(`For Facebook ${origin}/article/3`, { platform: 'facebook' })).status).toBe('published')
  expect(visits('/article/3')).toBe(0)
})

test('reads the page linked in an upcoming post in advance, so that a hanging page does not delay the post', async () => {
  const at = new Date(frogy.clock.now().getTime() + 30_000)
  const good = await layla.schedule({ platform: 'linkedin', content: `Ahead ${origin}/article/ahead`, at })
  const content = `It hangs: ${origin}/hangs?ahead`
  const bad = await layla.schedule({ platform: 'linkedin', content, at: new Date(at.getTime() + 1) })
  await expect.poll(() => visits('/hangs?ahead')).toBe(1)
  await expect.poll(() => visits('/photo')).toBe(1)
  // The preview returns only when the card in progress is complete.
  await previewed(good.content)
  frogy.clock.advanceTo(new Date(at.getTime() + 1))
  await layla.decided(good)
  expect(await shownCard()).toMatchObject({ href: `${origin}/article/ahead` })
  await layla.decided(bad)
  expect(visits('/article/ahead')).toBe(1)
})

test('does not read a page again after a restart', async () => {
  await using place = await installation(LONG)
  await place.simulator.liftLimits()
  const first = await place.start(allowed)
  const sara = await first.visitor().register()
  await sara.connect('linkedin')
  await place.simulator.fault({
    platform: 'linkedin',
    operation: 'publish',
    fault: 'status',
    status: 429,
    retryAfter: 60,
  })
  const content = `Twice ${origin}/article/4`
  await previewed(content, sara)
  const body = {
    platform: 'linkedin',
    content,
    status: 'scheduled',
    scheduledAt: place.clock.now().toISOString(),
  } as const
  const { id } = await sara.call('POST /api/posts', { body })
  await sara.until({ id }, ({ failure }) => failure !== null)
  await first[Symbol.asyncDispose]()
  const before = title
  title = 'Another title by now'
  try {
    await using second = await place.start(allowed)
    sara.movedTo(second.url)
    place.clock.advance(120_000)
    expect((await sara.decided({ id })).status).toBe('published')
    expect(await shownCard(place.simulator)).toMatchObject({
      words: [before, 'Four had never refused one.', '127.0.0.1'],
    })
    expect([visits('/article/4'), visits('/photo')]).toEqual([1, 1])
  } finally {
    title = before
  }
})

test('leaves a picture out of the link card when LinkedIn refuses it or processes it too long', async () => {
  await frogy.simulator.fault({ platform: 'linkedin', operation: 'upload', fault: 'status', status: 429 })
  expect((await postPreviewed(`Not taken ${origin}/article/5`)).status).toBe('published')
  expect(await shownCard()).toMatchObject({ href: `${origin}/article/5`, picture: null })

  await frogy.simulator.manners({ processingMs: 3_600_000 })
  expect((await postPreviewed(`Looked at ${origin}/article/6`)).status).toBe('published')
  expect(await shownCard()).toMatchObject({ href: `${origin}/article/6`, picture: null })
  await frogy.simulator.manners({ processingMs: 0 })
})

test('publishes a post once, without the card that LinkedIn refuses', async () => {
  const body = { status: 400, code: 'INVALID_VALUE_FOR_FIELD', message: 'Field /content/article/source is not allowed' }
  await frogy.simulator.fault({
    platform: 'linkedin',
    operation: 'publish',
    fault: 'status',
    status: 400,
    body,
    count: 2,
  })
  const text = `Refused ${origin}/article/7`
  expect((await postNow(text)).status).toBe('published')
  expect(await shownCard()).toBeNull()
  expect((await frogy.simulator.posts('linkedin')).filter((one) => one.text === text)).toHaveLength(1)
})

test('reads link cards for signed-in users only, and validates the page addresses', async () => {
  const body = { url: `${origin}/article/8`, language: 'en' } as const
  expect((await frogy.visitor().ask('POST /api/content/link-card', { body })).status).toBe(401)
  expect(visits('/article/8')).toBe(0)
  expect(await layla.call('POST /api/content/link-card', { body: { ...body, url: 'no address' } })).toEqual({
    card: null,
  })
})
