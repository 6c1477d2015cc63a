import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BASE, startBelowPath, type Follow } from '#tests/support/below-a-path.ts'
import type { Person } from '#tests/support/person.ts'
import type { Frogy } from '#tests/support/start-frogy.ts'
import { cookieName } from './cookies.ts'
import { withoutBasePath } from './base-path.ts'
import { securityHeaders } from './security-headers.ts'

let frogy: Frogy
let origin: string
let follow: Follow
let layla: Person
beforeAll(async () => {
  ;({ frogy, origin, follow } = await startBelowPath())
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

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
  ])('removes the base path from the request URL %s and routes it as %s', (url, routed) =>
    expect(withoutBasePath(url, BASE)).toBe(routed),
  )

  test.each(['/', '/create', '/api/user', '/assets/none.js', '/tools', '/tools/frogys', '/robots.txt', '/mcp'])(
    'responds 404 at %s, which is outside the base path',
    async (path) => {
      expect((await fetch(origin + path)).status).toBe(404)
      expect((await fetch(origin + path, { method: 'POST' })).status).toBe(404)
    },
  )

  test('responds to health probes with and without the base path', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics'].flatMap((path) => [path, BASE + path]))
      expect([path, (await fetch(origin + path)).status]).toEqual([path, 200])
  })

  test.each(['/', '/auth', '/faq', '/data-deletion', '/create', '/profile', '/nowhere', '/shell', '/api/docs'])(
    'contains only URLs below the base path in the page %s',
    async (path) => {
      for (const who of [layla, frogy.visitor('ar')]) expect(await visit(path, who)).toContain('</html>')
    },
  )

  test('serves each file that style sheets, robots.txt, the sitemap and the manifests name, below the base path', async () => {
    const html = await visit('/')
    await visit(`/${/assets\/[\w-]+\.css/.exec(html)?.[0]}`)
    expect(await visit('/robots.txt')).toContain(`\nAllow: ${BASE}/media/public/\n`)
    await visit('/sitemap.xml')
    for (const language of ['en', 'ar']) {
      const address = `${frogy.url}/manifest-${language}.webmanifest`
      const manifest = (await (await fetch(address)).json()) as Record<'id' | 'start_url' | 'scope', string> & {
        icons: { src: string }[]
        shortcuts: { url: string }[]
        share_target: { action: string }
      }
      const { id, start_url: start, scope, icons, shortcuts, share_target: share } = manifest
      const at = (path: string) => new URL(path, address).href
      expect([id, start, scope, share.action]).toEqual([`${BASE}/`, `${BASE}/`, `${BASE}/`, `${BASE}/share`])
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
  ])('redirects a visitor from "%s" to a URL below the base path', async (from, to) => {
    const response = await frogy.visitor().fetch(`${origin}${BASE}${from}`, { headers: { accept: 'text/html' } })
    expect(response.headers.get('location')).toBe(BASE + to)
  })

  test('limits cookies to the base path, and includes it in their names', async () => {
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

  test.each([
    ['https://example.com', true],
    ['https://example.com/frogy', false],
  ])('decides whether to send Strict-Transport-Security with the public URL %s: %s', async (publicUrl, isBound) => {
    const server = Fastify()
    securityHeaders(server, { publicUrl, hasFacebookSdk: false })
    server.get('/', () => 'Frogy')
    const { headers } = await server.inject('/')
    expect('strict-transport-security' in headers).toBe(isBound)
  })
})
