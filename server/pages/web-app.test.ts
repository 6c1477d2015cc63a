import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayAfter } from '#core/posts/calendar.ts'
import { wallClock } from '#core/time-zone.ts'
import { testClock } from '#tests/support/test-clock.ts'
import { securityHeaders } from '#server/http/security-headers.ts'
import { Person } from '#tests/support/person.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import type { InitialData } from './initial-data.ts'
import { webApp } from './web-app.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
})
afterAll(() => frogy[Symbol.asyncDispose]())

const inAnHour = () => new Date(frogy.clock.now().getTime() + 3_600_000)

async function open(path: string, person: Person, headers: Record<string, string> = {}) {
  const response = await person.fetch(path, { headers: { accept: 'text/html', ...headers } })
  const html = await response.text()
  return { response, html, first: firstAnswerIn(html) }
}

/** Parses the data embedded in a page, as the browser does. */
function firstAnswerIn(html: string): InitialData | undefined {
  const json = html.match(/<script type="application\/json" id="first-answer">([^]*?)<\/script/)?.[1]
  return json === undefined ? undefined : (JSON.parse(json) as InitialData)
}

const languageIn = (html: string) => html.match(/<html lang="(\w+)" dir="(\w+)"/)?.slice(1)

test.each([
  ['en', '/auth', 'Sign in'],
  ['en', '/auth?mode=sign-up', 'Create your account'],
  ['en', '/auth?mode=forgot', 'Forgot password?'],
  ['en', '/auth?mode=code', 'Your six-digit code'],
  ['en', '/auth?mode=unknown', 'Sign in'],
  ['en', '/reset-password?token=x', 'Choose a new password'],
  ['en', '/admin', 'Admin'],
  ['en', '/admin/audit', 'Admin'],
  ['ar', '/auth', 'تسجيل الدخول'],
  ['ar', '/auth?mode=sign-up', 'إنشاء حساب'],
  ['ar', '/auth?mode=forgot', 'نسيت كلمة المرور؟'],
  ['ar', '/auth?mode=code', 'الرمز المكوّن من ٦ أرقام'],
  ['ar', '/reset-password?token=x', 'اختيار كلمة مرور جديدة'],
  ['ar', '/admin', 'الإدارة'],
])(
  'gives a visitor the page title before any script runs, in the language %s at the path %s',
  async (language, path, title) => {
    const { html } = await open(path, frogy.visitor(), { 'accept-language': language })
    expect(/<title>([^<]*)</.exec(html)?.[1]).toBe(`${title} · Frogy`)
  },
)

describe('page of a signed-in user', () => {
  test.each(['/', '/create', '/social-accounts?connected=linkedin', '/settings', '/unconfirmed/7'])(
    "embeds in the page %s the same data that the page's API calls return",
    async (path) => {
      await layla.schedule({ platform: 'linkedin', content: 'Nine days', at: inAnHour() })
      const { first } = await open(path, layla)
      const addresses = Object.keys(first?.answers ?? {})
      expect(addresses).toContain('/api/user')
      for (const address of addresses) {
        const asked = await layla.fetch(address)
        expect({ [address]: first?.answers[address] }).toEqual({ [address]: await asked.json() })
        expect({ [address]: first?.tags[address] ?? null }).toEqual({ [address]: asked.headers.get('etag') })
      }
    },
  )

  test('forbids caches to store a page, and varies it by cookie and language', async () => {
    const { response } = await open('/', layla)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')?.toLowerCase().split(', ').toSorted()).toEqual([
      'accept-encoding',
      'accept-language',
      'cookie',
    ])
  })

  test('embeds no data of another user in a page', async () => {
    const omar = await frogy.person()
    await layla.schedule({ platform: 'linkedin', content: 'For my eyes', at: inAnHour() })
    expect((await open('/', layla)).html).toContain('For my eyes')
    const { html, first } = await open('/', omar)
    expect(html).not.toContain('For my eyes')
    expect(first?.answers['/api/user']).toMatchObject({ id: omar.user?.id })
  })

  test('shows no user data after sign-out', async () => {
    const omar = await frogy.person()
    await omar.call('POST /api/logout', {})
    const { response, html } = await open('/create', omar)
    expect([response.status, response.headers.get('location')]).toEqual([302, '/auth?next=%2Fcreate'])
    expect((await open('/', omar)).html).not.toContain(omar.user?.email)
    expect(html).not.toContain(omar.user?.email)
  })

  test('embeds user content as text that cannot end or begin a script', async () => {
    const content = 'Ends </script><script>alert(1)</script> <!-- <script> \u2028 \u2029 $& $1 &amp; 😀'
    const sara = await frogy.person('linkedin')
    await sara.schedule({ platform: 'linkedin', content, at: inAnHour() })
    const { html, first } = await open('/', sara)
    expect(html).not.toContain('alert(1)</script>')
    expect(html.match(/<!--/g)).toBeNull()
    expect(html.match(/[\u2028\u2029]/g)).toBeNull()
    expect(first?.answers['/api/posts/scheduled?limit=20']).toMatchObject([{ content }])
  })

  test('embeds only the first part of a long list in a page', async () => {
    const sara = await frogy.person('linkedin')
    for (let n = 0; n < 23; n++) await sara.schedule({ platform: 'linkedin', content: `No. ${n}`, at: inAnHour() })
    const { first } = await open('/', sara)
    const whole = (await (await sara.fetch('/api/posts/scheduled')).json()) as unknown[]
    expect(first?.answers['/api/posts/scheduled?limit=20']).toEqual(whole.slice(0, 20))
    expect(first?.answers['/api/posts/scheduled']).toBeUndefined()
  })

  test('embeds no weekly counts when only the browser knows the time zone', async () => {
    const sara = await new Person(frogy.url).register()
    const { first } = await open('/', sara)
    expect(first?.answers['/api/posts/scheduled?limit=20']).toEqual([])
    expect(Object.keys(first?.answers ?? {}).filter((address) => /summary|calendar/.test(address))).toEqual([])
  })

  test.each([
    ['en-US,en;q=0.9', 0],
    ['en-GB', 1],
    ['ar-SA', 0],
  ])('begins the week in the locale %s on weekday %i, like the browser', async (locale, day) => {
    const { first } = await open('/', layla, { 'accept-language': locale })
    const summary = Object.keys(first?.answers ?? {}).find((address) => address.includes('summary')) ?? ''
    const weekFrom = new URL(summary, frogy.url).searchParams.get('weekFrom') ?? ''
    // Midnight in Riyadh is three hours before midnight UTC.
    expect(new Date(Date.parse(weekFrom) + 3 * 3_600_000).getUTCDay()).toBe(day)
    const calendar = Object.keys(first?.answers ?? {}).find((address) => address.includes('calendar')) ?? ''
    const daysFrom = new URL(calendar, frogy.url).searchParams.get('daysFrom') ?? ''
    // The dashboard's calendar begins yesterday in every locale.
    expect(daysFrom).toBe(dayAfter(wallClock(frogy.clock.now(), 'Asia/Riyadh').date, -1))
  })
})

describe('prerendered dashboard', () => {
  const opening = (html: string) => /<div id="opening"[^]*?<template/.exec(html)?.[0]

  test.each([
    ['en', 'Good (?:morning|afternoon|evening), ', /Next: <strong[^>]*>\u2068LinkedIn\u2069 in (?:1 h|\d+ min)/],
    // In English: “Good morning” or “Good evening”, then “Next: LinkedIn in …”.
    ['ar', '(?:صباح|مساء) الخير يا ', /التالي: <strong[^>]*>\u2068LinkedIn\u2069 بعد/],
  ] as const)(
    'greets the user and says what is scheduled before the app starts, in the language %s',
    async (preferredLanguage, greeting, said) => {
      await layla.call('PATCH /api/user', { body: { preferredLanguage } })
      await layla.schedule({ platform: 'linkedin', content: 'Nine days', at: inAnHour() })
      const shown = opening((await open('/', layla)).html)
      expect(shown).toMatch(new RegExp(`${greeting}\u2068${layla.user?.firstName}\u2069</h1>`))
      expect(shown).toMatch(said)
      expect(shown).not.toMatch(/[\uE000-\uE003]|\sstyle=/)
      expect(opening((await open('/accounts', layla)).html)).toBeUndefined()
    },
  )

  test('prerenders no dashboard content that would change or move when the app starts', async () => {
    // Sara has no time zone, so the time of day is unknown. Omar's email address is unconfirmed, and the notice about
    // it would move the content.
    const [sara, omar] = [await frogy.person(), await new Person(frogy.url).register()]
    await omar.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
    for (const person of [sara, omar]) {
      const shown = opening((await open('/', person)).html)
      expect(shown).toContain('</nav>')
      expect(shown).not.toContain('<h1')
    }
  })
})

describe('guest', () => {
  test.each([
    ['/create', '/auth?next=%2Fcreate'],
    ['/create?mode=professional&source=frogy', '/auth?next=%2Fcreate%3Fmode%3Dprofessional%26source%3Dfrogy'],
  ])('redirects a guest from the path %s to sign-in', async (path, location) => {
    const { response } = await open(path, frogy.visitor())
    expect([response.status, response.headers.get('location')]).toEqual([302, location])
  })

  test("prerenders the sign-in page in the visitor's language", async () => {
    for (const [language, title] of [
      ['en', 'Sign in'],
      ['ar', 'تسجيل الدخول'],
    ] as const) {
      const { html } = await open('/auth?next=%2Fcreate', frogy.visitor(language))
      expect(html).toContain(`${title}</h1>`)
      // If the browser submits the form before the app starts, the password must not appear in the URL.
      expect(html).toContain('method="post"')
      expect(html).not.toMatch(/\sstyle=/)
    }
  })

  test.each([
    ['wants to sign up', '/auth?mode=sign-up', () => frogy.visitor()],
    ['is signed in', '/auth', () => layla],
  ])('does not prerender the sign-in page for a visitor who %s', async (_what, path, whom) => {
    expect((await open(path, whom())).html).toContain('<div id="root"></div>')
  })

  test.each([
    ['/auth', 200],
    ['/reset-password?token=x', 200],
    ['/no-such-page', 404],
  ])('embeds in the page %s only that no user is signed in', async (path, status) => {
    const { response, first } = await open(path, frogy.visitor())
    expect(response.status).toBe(status)
    expect(first).toEqual({ answers: { '/api/user': null }, tags: {} })
  })

  test.each(['//', '//evil.example/', '/%', '/?a=%&?b', 'http://evil.example/create'])(
    'does not redirect the path %s to another site',
    async (target) => {
      const host = new URL(frogy.url).host
      const answer = await rawRequest(frogy.url, `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 (?:200|302|400|404) /)
      expect(answer).not.toMatch(/^location: (?!\/auth)/im)
    },
  )

  test.each([
    ['/assets/no-such-file.js', 404],
    ['/api/no-such-call', 404],
    ['/assets/../../package.json', 404], // An unknown URL must never return a file of the server.
  ])('responds 404 at the unknown path %s', async (path, status) => {
    const response = await frogy.visitor().fetch(path)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain('"dependencies"')
  })
})

test.each(['/nowhere', '/manifest.webmanifest', '/unconfirmed', '/wp-login.php', '/create/more'])(
  'shows a not-found page at the path %s, signed in or not',
  async (path) => {
    for (const person of [layla, frogy.visitor('ar')]) {
      const { response, html } = await open(path, person)
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
      expect(html).toContain('<div id="root">')
    }
  },
)

describe('language of a page', () => {
  test.each([
    ['en', '', ['en', 'ltr']],
    ['ar-SA,ar;q=0.9', '', ['ar', 'rtl']],
    ['ar', 'language=en', ['en', 'ltr']],
    ['en', 'theme=x; language=ar', ['ar', 'rtl']],
    ['en', 'xlanguage=ar; language=tlh', ['en', 'ltr']],
    ['fr', '', ['en', 'ltr']],
  ])(
    'chooses the page language by the Accept-Language "%s" and the cookie "%s"',
    async (accepted, cookie, expected) => {
      const { html } = await open('/auth', frogy.visitor(), { 'accept-language': accepted, cookie })
      expect(languageIn(html)).toEqual(expected)
      const messages = html.match(/modulepreload[^>]+\/assets\/auth-\w/g)
      expect(messages?.length).toBeGreaterThan(0)
    },
  )

  test("prefers the language of the account over the browser's", async () => {
    const sara = await frogy.person()
    await sara.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    const { html } = await open('/create', sara, { 'accept-language': 'en' })
    expect(languageIn(html)).toEqual(['ar', 'rtl'])
  })
})

test('serves every file that a page references', async () => {
  for (const path of ['/', '/create', '/social-accounts']) {
    const { html } = await open(path, layla)
    const named = [...html.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, address = '']) => address)
    expect(named.length).toBeGreaterThan(8)
    for (const address of new Set(named)) expect([address, (await layla.fetch(address)).status]).toEqual([address, 200])
  }
})

test('sends assets with their content type, and without the policy headers of documents', async () => {
  const { html } = await open('/', layla)
  const named = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.(?:js|css|woff2))"/g)].map(
    ([, address = '']) => address,
  )
  expect(named.length).toBeGreaterThan(8)
  for (const accepted of ['br', 'identity']) {
    for (const address of new Set(named)) {
      const { headers } = await layla.fetch(address, { headers: { 'accept-encoding': accepted } })
      expect(headers.get('content-security-policy')).toBeNull()
      expect(headers.get('permissions-policy')).toBeNull()
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  }
  const picture = await layla.fetch('/icon.svg')
  expect(picture.headers.get('content-security-policy')).toContain("default-src 'self'")
})

test('allows one inline script by nonce and no other', async () => {
  const { html } = await open('/', layla)
  const scripts = [...html.matchAll(/<script(?![^>]*(?:src=|application\/json))[^>]*>/g)]
  expect(scripts.map(([tag]) => tag)).toEqual([expect.stringMatching(/^<script nonce="\w{32}">$/)])
  expect(html).not.toMatch(/\sstyle=|\son\w+=/)
})

test('sends a page without data when the data cannot be read', async () => {
  const server = Fastify()
  securityHeaders(server, { publicUrl: 'http://localhost', hasFacebookSdk: false })
  const away = () => Promise.reject(new Error('the database is away'))
  await webApp(server, join(import.meta.dirname, '..', '..', 'dist', 'web'), {
    findSession: away,
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
  const answer = await server.inject({ url: '/', headers: { 'accept-language': 'ar' } })
  expect(answer.statusCode).toBe(200)
  expect(firstAnswerIn(answer.body)).toBeUndefined()
  expect(languageIn(answer.body)).toEqual(['ar', 'rtl'])
  await server.close()
})
