import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import landing from '#core/messages/en/landing.json' with { type: 'json' }
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { webApp } from './web-app.ts'

let frogy: Frogy
beforeAll(async () => {
  frogy = await startFrogy({}, { fill: openAccounts })
})
afterAll(() => frogy[Symbol.asyncDispose]())

async function openAccounts(place: Pick<Frogy, 'databaseUrl' | 'dataDir'>): Promise<void> {
  await using database = await openDatabase({ ...place, onError: console.error })
  await database.query(sql`
    insert into official_social_accounts (platform, profile_url, display_name, is_active, sort_order) values
      ('twitter', 'https://x.com/frogy?a=1&b="2', 'Second <b>', true, 2),
      ('linkedin', 'https://linkedin.com/frogy', 'First', true, 1),
      ('facebook', 'https://facebook.com/gone', 'Gone', false, 0)`)
}

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await frogy.visitor().fetch(path, { headers: { accept: 'text/html', ...headers } })
  return { response, html: await response.text() }
}

describe('guest', () => {
  test.each([
    ['en', 'ltr', 'Posts you can put your name to.', 'Sign In'],
    ['ar', 'rtl', 'منشورات تليق باسمك.', 'تسجيل الدخول'],
  ])(
    'shows the landing page at / before any script runs, in the language %s',
    async (language, direction, title, signIn) => {
      const { response, html } = await open('/', { 'accept-language': language })
      expect(response.status).toBe(200)
      expect(html).toContain(`<html lang="${language}" dir="${direction}"`)
      expect(html).toContain(`${title}</h1>`)
      expect(html).toMatch(new RegExp(`href="/auth"[^>]*>${signIn}<`))
      for (const sign of ['LinkedIn', 'Threads', 'Telegram', '/privacy-policy', '/terms-of-service'])
        expect(html).toContain(sign)
      const year = new Date()
        .getFullYear()
        .toLocaleString(language === 'ar' ? 'ar-u-nu-arab' : 'en', { useGrouping: false })
      expect(html).toMatch(new RegExp(`© [2٢][0٠][2٢][5٥]–${year} Frogy`))
    },
  )

  test('says on the landing page what Frogy does and for whom, with links to /auth at top and bottom', async () => {
    const { html } = await open('/', { 'accept-language': 'en' })
    const part = (id: string) => new RegExp(`<section aria-labelledby="${id}"[^]*?</section>`).exec(html)?.[0] ?? ''
    const titles = (id: string) => [...part(id).matchAll(/<h3[^>]*>([^<]+)</g)].map(([, title]) => title)
    const [features, advanced, personas] = [landing.features, landing.advanced, landing.personas]
    expect(titles('features')).toEqual(
      (
        ['professional', 'languages', 'presence', 'analytics', 'platforms', 'intelligence', 'customization'] as const
      ).map((one) => features[one].title),
    )
    expect(titles('advanced')).toEqual(
      (['documents', 'news', 'facts', 'culture'] as const).map((one) => advanced[one].title),
    )
    expect(titles('personas')).toEqual(
      (['executives', 'consultants', 'careers', 'leaders', 'entrepreneurs', 'specialists'] as const).map(
        (one) => personas[one].title,
      ),
    )
    const networks = [...part('platforms').matchAll(/<span dir="ltr">([^<]+)</g)].map(([, name]) => name)
    expect(networks).toEqual([
      'LinkedIn',
      'X',
      'Facebook',
      'Instagram',
      'Threads',
      'Bluesky',
      'Mastodon',
      'Telegram',
      'WhatsApp',
      'Telegram',
    ])
    // Both buttons, at the top and the bottom, lead through sign-up to the composer, so that a new user can write a
    // post immediately.
    const calls = [...html.matchAll(/href="\/auth\?mode=sign-up&amp;next=%2Fcreate"[^>]*>([^<]+)</g)]
    expect(calls.map(([, text]) => text)).toEqual([landing.hero.action, landing.closing.action])
    for (const language of ['en', 'ar']) expect(html).toContain(`href="?lang=${language}"`)
  })

  test.each(['/', '/privacy-policy', '/terms-of-service', '/data-deletion'])(
    'loads no app code at the path %s',
    async (path) => {
      const { html } = await open(path)
      expect(html).not.toMatch(/modulepreload|type="module"|<noscript>/)
      expect(html.match(/<script(?![^>]*ld\+json)[^>]*>/g)).toEqual([
        expect.stringMatching(/^<script nonce="\w{32}">$/),
        ...(path === '/' ? ['<script defer src="/landing.js">'] : []),
      ])
      expect(html).not.toMatch(/\sstyle=|\son\w+=|official-accounts-stand-here/)
    },
  )

  test('shows a page in the language that its URL names, and stores the language in a cookie', async () => {
    const { response, html } = await open('/?lang=ar', { 'accept-language': 'en' })
    expect(html).toContain('<html lang="ar" dir="rtl"')
    expect(response.headers.get('set-cookie')).toMatch(/^language=ar; Path=\/; Max-Age=\d+; SameSite=Lax/)
    const unknown = await open('/?lang=%3Cscript%3E', { 'accept-language': 'en' })
    expect(unknown.html).toContain('<html lang="en"')
    expect(unknown.response.headers.get('set-cookie')).toBeNull()
  })
})

test.each([
  [
    'en',
    [
      'conversations with Frogy',
      'AI provider',
      'figures',
      'API keys',
      'assistants',
      'webhook',
      'feeds',
      'two-factor',
      'passkey',
      '400 days',
    ],
  ],
  [
    'ar',
    [
      'محادثاتك مع Frogy',
      'مزوّد',
      'الأرقام',
      'مفاتيح API',
      'المساعد',
      'Webhook',
      'موجز',
      'الدخول بخطوتين',
      'مفتاح المرور',
      '٤٠٠ يوم',
    ],
  ],
])('lists all stored and shared user data in the privacy policy in the language %s', async (language, named) => {
  const headers = { accept: 'text/html', 'accept-language': language }
  const html = await (await frogy.visitor().fetch('/privacy-policy', { headers })).text()
  expect(named.filter((name) => !html.includes(name))).toEqual([])
})

test.each([
  [{ CONTACT_EMAIL: 'privacy@example.com' }, 'Write to', 'Contact the operator of this installation'],
  [{}, 'Contact the operator of this installation', 'Write to'],
])(
  'names the privacy contact in the privacy policy, or says that there is none, with the environment %o',
  async (env, said, unsaid) => {
    await using own = await startFrogy(env)
    const html = await (await own.visitor().fetch('/privacy-policy')).text()
    expect(html).toContain(said)
    expect(html).not.toContain(unsaid)
    expect(html.includes('href="mailto:privacy@example.com"')).toBe('CONTACT_EMAIL' in env)
    expect(html).not.toContain('contact-stands-here')
  },
)

test('shows a signed-in user the dashboard at /, and legal texts in their language', async () => {
  const layla = await frogy.person()
  await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
  expect(await (await layla.fetch('/')).text()).toContain('id="first-answer"')
  expect(await (await layla.fetch('/privacy-policy')).text()).toContain('سياسة الخصوصية</h1>')
})

test('lists each public page in English and Arabic for search engines', async () => {
  const { html } = await open('/?lang=ar')
  const url = (path: string) => new URL(path, frogy.url).href
  expect(html).toContain(`<link rel="canonical" href="${url('/?lang=ar')}">`)
  for (const [code, path] of [
    ['en', '/?lang=en'],
    ['ar', '/?lang=ar'],
    ['x-default', '/'],
  ] as const)
    expect(html).toContain(`<link rel="alternate" hreflang="${code}" href="${url(path)}">`)
  expect(html).toMatch(/<title>Frogy: منشورات/)
  const data = JSON.parse(/ld\+json">([^<]+)</.exec(html)?.[1] ?? '') as Record<string, unknown>
  expect(data).toMatchObject({ '@type': 'WebApplication', name: 'Frogy', inLanguage: 'ar' })

  const picture = /og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
  const drawn = await frogy.visitor().fetch(new URL(picture).pathname)
  expect([drawn.status, drawn.headers.get('content-type')]).toEqual([200, 'image/png'])

  const robots = await open('/robots.txt')
  expect(robots.response.headers.get('content-type')).toMatch(/^text\/plain/)
  const sitemap = /^Sitemap: (.+)$/m.exec(robots.html)?.[1] ?? ''
  const listed = await open(new URL(sitemap).pathname)
  expect(listed.response.headers.get('content-type')).toMatch(/^application\/xml/)
  const locations = [...listed.html.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, at = '']) => at)
  expect(locations).toContain(url('/terms-of-service?lang=ar'))
  for (const at of locations) expect((await frogy.visitor().fetch(at.slice(frogy.url.length))).status).toBe(200)
})

test("shows the operator's active official accounts in the footer, in order and before any script runs", async () => {
  const answer = await frogy.visitor().fetch('/api/public/official-social-accounts')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  const listed = (await answer.json()) as { displayName: string; isActive: boolean; sortOrder: number }[]
  expect(listed).toMatchObject([
    {
      platform: 'linkedin',
      profileUrl: 'https://linkedin.com/frogy',
      displayName: 'First',
      isActive: true,
      sortOrder: 1,
    },
    { platform: 'twitter', displayName: 'Second <b>' },
  ])
  const { html } = await open('/')
  expect(html).not.toContain('Gone')
  expect(html).not.toContain('<b>')
  expect(html.indexOf('aria-label="First"')).toBeGreaterThan(0)
  expect(html.indexOf('aria-label="First"')).toBeLessThan(html.indexOf('aria-label="Second &lt;b&gt;"'))
})

test('shows the footer without official accounts when they cannot be read', async () => {
  const server = Fastify()
  securityHeaders(server, { publicUrl: 'http://localhost', hasFacebookSdk: false })
  const away = () => Promise.reject(new Error('the database is away'))
  await webApp(server, join(import.meta.dirname, '..', '..', 'dist', 'web'), {
    findSession: () => Promise.resolve(undefined),
    read: away,
    mark: () => '',
    clock: testClock(),
    publicUrl: () => 'http://localhost',
    official: away,
    questions: away,
    findDeletion: away,
    hasGoogle: false,
    oidcName: undefined,
    contact: null,
  })
  const { statusCode, body } = await server.inject({ url: '/', headers: { 'accept-language': 'en' } })
  expect(statusCode).toBe(200)
  expect(body).toContain('© 2025')
  expect(body).not.toContain('official-accounts-stand-here')
  await server.close()
})

test.each([
  ['en', /© (\d{4})/, /Last changed in \w+ (\d{4})/],
  ['ar', /© ([٠-٩]{4})/, /آخر تعديل في \S+ ([٠-٩\d]{4})/],
])(
  'names the same year in the date of the privacy policy and in the copyright line, in the language %s',
  async (language, copyright, changed) => {
    const { html } = await open(`/privacy-policy?lang=${language}`)
    const year = (pattern: RegExp) => pattern.exec(html)?.[1]
    expect(year(changed)).toMatch(/^(?:2025|٢٠٢٥)$/)
    expect(year(copyright)).toBe(year(changed))
  },
)

describe('data deletion page', () => {
  test.each([
    ['en', 'Confirmation code', 'No deletion has this code', 'Deleted'],
    ['ar', 'رمز التأكيد', 'لا يوجد طلب حذف بهذا الرمز', 'حُذف'],
  ])(
    'asks for a deletion code, and keeps an unknown code in the form, in the language %s',
    async (language, label, unknown) => {
      const first = await open(`/data-deletion?lang=${language}`)
      expect(first.html).toContain(label)
      expect(first.html).not.toContain(unknown)
      expect(first.html).not.toMatch(/deletion-\w+-stands-here/)

      const { html } = await open(
        `/data-deletion?code=${encodeURIComponent('"><script>alert(1)</script>')}&lang=${language}`,
      )
      expect(html).toContain(unknown)
      expect(html).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
      expect(html).not.toContain('<script>alert')
      expect(html.match(/<form/g)).toHaveLength(1)
    },
  )

  test("shows the state of a data deletion under its code, without the user's name", async () => {
    const layla = await frogy.person('threads')
    const [account] = await layla.call('GET /api/social-accounts', {})
    const { body } = await frogy.simulator.callBack('threads', '17841405793187219', 'delete-data')
    const { url } = JSON.parse(body) as { url: string }
    const { pathname, search, searchParams } = new URL(url)
    const english = await open(pathname + search)
    expect(english.html).toMatch(/Requested at \u2068Threads\u2069 on \d+ \w+ \d{4} at \d{1,2}:\d\d UTC/)
    expect(english.html).toContain(searchParams.get('code'))
    expect(english.html).toContain('1 connected account and its permission')
    expect(english.html).toContain('Another code')
    expect(english.html).not.toContain(account?.displayName)
    const arabic = await open(`${pathname}${search}&lang=ar`)
    expect(arabic.html).toContain('حُذف حساب مربوط واحد مع صلاحياته')
    // The page also accepts the code of the deletion in upper case and with dashes.
    const spaced = searchParams
      .get('code')
      ?.toUpperCase()
      .replaceAll(/(.{4})/g, '$1-')
    expect((await open(`${pathname}?code=${spaced}`)).html).toContain('1 connected account')
  })
})
