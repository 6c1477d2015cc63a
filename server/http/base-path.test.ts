import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { createGoogleUser, signInWithGoogle } from '#tests/support/google.ts'
import { mailTo } from '#tests/support/outbox.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { cookieName } from './cookies.ts'
import { withoutBasePath } from './base-path.ts'

const BASE = '/tools/frogy'
let frogy: Frogy
let origin: string
let layla: Person
beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  frogy = await startFrogy({ PORT: String(port), PUBLIC_URL: `${origin}${BASE}/` })
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const IN_STYLES = /url\(["']?([^)"']+)/g
/** Attributes, JSON strings that are no keys, and whole addresses. */
const IN_TEXTS =
  /\s(?:href|src|action)="([^"#][^"]*)"|"(\/[^"\\<>\s]*)"(?!:)|(https?:\/\/127\.0\.0\.1:\d+[^\s"'<>)\\]*)/g

/** The addresses of this host in a text. */
function addressesIn(text: string, from: string): string[] {
  const found = text.matchAll(from.endsWith('.css') ? IN_STYLES : IN_TEXTS)
  const addresses = [...found].map((parts) => new URL(parts.slice(1).find(Boolean) ?? '', from))
  return [
    ...new Set(addresses.filter((address) => address.origin === origin).map(({ href }) => href.split('#')[0] ?? '')),
  ]
}

/** Reads an address and every address of this host that its response names. @returns the response's text */
async function follow(address: string, who: Person, accept = 'text/html'): Promise<string> {
  const response = await who.fetch(address, { headers: { accept } })
  const moved = response.headers.get('location')
  if (moved) {
    expect(moved.startsWith(`${BASE}/`), `${moved} from ${address}`).toBe(true)
    return await follow(origin + moved, who, accept)
  }
  const text = await response.text()
  for (const found of addressesIn(text, new URL(address, frogy.url).href)) {
    expect(found.startsWith(`${origin}${BASE}`), `${found} in ${address}`).toBe(true)
    if (checked.has(found)) continue
    checked.add(found)
    const { status } = await who.fetch(found)
    expect([found, status < 400]).toEqual([found, true])
  }
  return text
}
const checked = new Set<string>()
const visit = async (path: string, who = frogy.visitor()) => await follow(`${origin}${BASE}${path}`, who)

describe('below a path', () => {
  test.each([
    ['/tools/frogy/', '/'],
    ['/tools/frogy', '/'],
    ['/tools/frogy?a=/', '/?a=/'],
    ['/tools/frogy/api/user?x', '/api/user?x'],
    ['/tools/frogy//evil.example', '//evil.example'],
    ['/tools/frogy/tools/frogy', '/tools/frogy'],
    ['/.well-known/oauth-authorization-server/tools/frogy', '/.well-known/oauth-authorization-server'],
    ['/.well-known/oauth-protected-resource/tools/frogy/mcp', '/.well-known/oauth-protected-resource/mcp'],
    ['/.well-known/oauth-authorization-server', undefined],
    ['/.well-known/oauth-authorization-server/tools/frogy2', undefined],
    ['/', undefined],
    ['/api/user', undefined],
    ['/tools/frogy2', undefined],
    ['/Tools/Frogy/', undefined],
    ['//tools/frogy/', undefined],
  ])('routes %s as %s', (url, routed) => expect(withoutBasePath(url, BASE)).toBe(routed))

  test.each(['/', '/create', '/api/user', '/assets/none.js', '/tools', '/tools/frogys', '/robots.txt', '/mcp'])(
    'answers 404 at %s, which belongs to another site',
    async (path) => {
      expect((await fetch(origin + path)).status).toBe(404)
      expect((await fetch(origin + path, { method: 'POST' })).status).toBe(404)
    },
  )

  test('answers probes with and without the path', async () => {
    for (const path of ['/healthz', '/readyz', `${BASE}/healthz`, `${BASE}/readyz`])
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 200])
  })

  test.each(['/', '/auth', '/faq', '/data-deletion', '/create', '/profile', '/nowhere', '/shell', '/api/docs'])(
    'names only addresses below the path in the page %s',
    async (path) => {
      for (const who of [layla, frogy.visitor('ar')]) expect(await visit(path, who)).toContain('</html>')
    },
  )

  test('finds fonts, pages and icons from style sheets, robots.txt, the sitemap and the manifests', async () => {
    const html = await visit('/')
    await visit(`/${/assets\/[\w-]+\.css/.exec(html)?.[0]}`)
    expect(await visit('/robots.txt')).toContain(`\nAllow: ${BASE}/media/public/\n`)
    await visit('/sitemap.xml')
    for (const language of ['en', 'ar']) {
      const address = `${frogy.url}/manifest-${language}.webmanifest`
      const manifest = (await (await fetch(address)).json()) as Record<'start_url' | 'scope', string> & {
        icons: { src: string }[]
        shortcuts: { url: string }[]
        share_target: { action: string }
      }
      const { start_url: start, scope, icons, shortcuts, share_target: share } = manifest
      const at = (path: string) => new URL(path, address).href
      expect([at(start), at(scope), at(share.action)]).toEqual([`${frogy.url}/`, `${frogy.url}/`, `${frogy.url}/share`])
      for (const path of [...icons.map(({ src }) => src), ...shortcuts.map(({ url }) => url)]) {
        expect(at(path)).toMatch(`${frogy.url}/`)
        expect((await layla.fetch(at(path))).status).toBe(200)
      }
    }
  })

  test.each([
    ['', '/'],
    ['?lang=ar', '/?lang=ar'],
    ['/create', '/auth?next=%2Fcreate'],
    ['/api/social-accounts/linkedin/callback?state=x', '/auth?next=%2Fsocial-accounts'],
  ])('redirects the visitor from "%s" to an address below the path', async (from, to) => {
    const response = await frogy.visitor().fetch(`${origin}${BASE}${from}`, { headers: { accept: 'text/html' } })
    expect(response.headers.get('location')).toBe(BASE + to)
  })

  test('signs in with Google and connects networks through return addresses below the path', async () => {
    const visitor = frogy.visitor()
    expect(await signInWithGoogle(visitor, await createGoogleUser(frogy), '?next=/schedule')).toBe(`${BASE}/schedule`)
    const start = await layla.fetch('/api/social-accounts/twitter/connect')
    const consent = new URL(start.headers.get('location') ?? '')
    expect(consent.searchParams.get('redirect_uri')).toBe(`${frogy.url}/api/social-accounts/twitter/callback`)
  })

  test('limits cookies to the path, and names them after it', async () => {
    const visitor = frogy.visitor()
    const { headers } = await visitor.ask('POST /api/login', {
      body: { email: layla.user?.email, password: layla.password },
    })
    expect(headers.getSetCookie().find((cookie) => cookie.startsWith('frogy_session.tools.frogy='))).toContain(
      `; Path=${BASE};`,
    )
    const named = await visitor.fetch('/faq?lang=ar')
    expect(named.headers.getSetCookie()[0]).toContain(`language=ar; Path=${BASE};`)
    expect(cookieName('https://example.com/frogy', 'frogy_session')).toBe('__Secure-frogy_session.frogy')
    expect(cookieName('https://example.com', 'frogy_session')).toBe('__Host-frogy_session')
  })

  test('names pictures in answers and in the data of pages by addresses below the path', async () => {
    const form = uploadForm(['quay.jpg', new Uint8Array(await pictureFile())])
    const { media } = await layla.call('POST /api/images/upload', { form })
    const [image] = media.images
    const portrait = new FormData()
    portrait.append('picture', new Blob([new Uint8Array(await pictureFile())]), 'me.jpg')
    const { profileImageUrl } = await layla.call('POST /api/profile/picture', { form: portrait })
    for (const url of [image?.url, profileImageUrl]) {
      expect(url).toMatch(`${BASE}/media/`)
      expect((await fetch(origin + url, { headers: { cookie: layla.cookie } })).status).toBe(200)
    }
    expect(await visit('/create', layla)).toContain(`"${profileImageUrl}"`)
  })

  test('names addresses below the path in mails and feeds', async () => {
    const omar = await frogy.visitor().register()
    const mail = await mailTo(frogy.dataDir, omar.user?.email ?? '')
    expect(mail).toContain(`${frogy.url}/confirm-email?token=`)
    await layla.schedule({ platform: 'linkedin', content: 'Four reviewers', at: later(frogy) })
    for (const kind of ['calendar', 'published'] as const) {
      const address = (await layla.call('POST /api/feeds/{kind}', { params: { kind } }))[kind] ?? ''
      expect(await follow(address, layla)).toContain(frogy.url)
    }
  })

  test('leads assistants from /mcp to sign-in, and runs their tools', async () => {
    const unsigned = await fetch(`${frogy.url}/mcp`, { method: 'POST' })
    const challenge = /resource_metadata="([^"]+)"/.exec(unsigned.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    expect(challenge).toBe(`${origin}/.well-known/oauth-protected-resource${BASE}/mcp`)
    const resource = (await (await fetch(challenge)).json()) as { resource: string; authorization_servers: string[] }
    expect(resource).toMatchObject({ resource: `${frogy.url}/mcp`, authorization_servers: [frogy.url] })
    const server = (await (await fetch(`${origin}/.well-known/oauth-authorization-server${BASE}`)).json()) as object
    expect(server).toMatchObject({
      issuer: frogy.url,
      authorization_endpoint: `${frogy.url}/authorize`,
      token_endpoint: `${frogy.url}/token`,
      registration_endpoint: `${frogy.url}/register`,
      revocation_endpoint: `${frogy.url}/revoke`,
    })
    const { token } = await layla.call('POST /api/keys', { body: { name: 'Assistant', scopes: ['posts:read'] } })
    const use = await fetch(`${frogy.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'list_posts', arguments: {} },
      }),
    })
    expect(await use.text()).toContain('Four reviewers')
    const openApi = (await (await fetch(`${frogy.url}/api/openapi.json`)).json()) as { servers: unknown }
    expect(openApi.servers).toEqual([{ url: frogy.url }])
  })
})
