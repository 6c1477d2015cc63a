import { DOMParser } from 'linkedom'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LOGO_LIMIT_BYTES } from '#core/analytics/logo-limits.ts'
import { MOST_REPORTS } from '#core/analytics/reports-contract.ts'
import { deleteOldRows } from '#server/operate/background/delete-old-rows.ts'
import sql, { columns } from '#server/db/sql.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { joinWorkspace, makeTeam } from '#tests/support/team.ts'

const DAY_MS = 86_400_000

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person('linkedin')
  await layla.call('PATCH /api/user', { body: { timeZone: 'Asia/Riyadh' } })
})
afterAll(() => frogy[Symbol.asyncDispose]())

const day = (shiftDays: number) => new Date(frogy.clock.now().getTime() + shiftDays * DAY_MS).toISOString().slice(0, 10)
const share = (more: object = {}, who = layla) =>
  who.call('POST /api/reports', { body: { from: day(-7), to: day(1), ...more } })
const publish = (content: string, who = layla) =>
  who.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })

/** Opens the link of a report as a reader without an account. */
async function open(link: string) {
  const response = await frogy.visitor().fetch(link)
  const html = await response.text()
  const page = new DOMParser().parseFromString(html, 'text/html')
  const textOf = (selector: string) => page.querySelector(selector)?.textContent?.replaceAll(/\s+/g, ' ').trim()
  return { response, html, page, textOf }
}

describe('a shared report', () => {
  test('shows readers without an account the results of the shared period, and nothing else', async () => {
    const { permalink } = await publish('The third quay opens on Sunday')
    await publish('افتتاح الرصيف الثالث')
    const { report, link } = await share({ title: 'Najd Logistics' })
    expect(link).toMatch(/\/report\?key=[\w-]{43}$/)
    const { response, textOf, page } = await open(link)
    expect(response.status).toBe(200)
    expect(textOf('h1')).toBe('Najd Logistics')
    const posts = [...page.querySelectorAll('table')].at(-1)
    expect(posts?.textContent).toContain('The third quay opens on Sunday')
    expect(posts?.querySelector(`a[href="${permalink}"]`)).not.toBeNull()
    expect([...page.querySelectorAll('script, form, input, iframe')]).toEqual([])
    expect(JSON.stringify(await layla.call('GET /api/reports', {}))).not.toContain(link.slice(-43))
    expect(await layla.call('GET /api/reports', {})).toEqual([report])
  })

  test('hides a shared report from search engines, caches and referrers, and runs no script in it', async () => {
    const { response } = await open((await share()).link)
    expect(
      Object.fromEntries(
        ['x-robots-tag', 'cache-control', 'referrer-policy'].map((name) => [name, response.headers.get(name)]),
      ),
    ).toEqual({
      'x-robots-tag': 'noindex',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(response.headers.get('content-security-policy')).toMatch(/style-src[^;]*'nonce-/)
  })

  test.each([
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ] as const)('writes a shared report in the language that its author chose: %s', async (language, direction) => {
    const content = `افتتاح الرصيف الثالث 2026 (${language})`
    await publish(content)
    const { page, textOf } = await open((await share({ language })).link)
    const root = page.querySelector('html')
    expect([root?.getAttribute('lang'), root?.getAttribute('dir')]).toEqual([language, direction])
    const isArabic = /\p{Script=Arabic}/u.test(textOf('.standing') ?? '')
    expect(isArabic).toBe(language === 'ar')
    expect([...page.querySelectorAll('td span[dir=auto]')].map((cell) => cell.textContent)).toContain(content)
  })

  test('draws the days of a shared report in the direction of its text', async () => {
    await publish('Near the end of the period')
    const columnIn = async (language: 'en' | 'ar') => {
      const { page } = await open((await share({ language })).link)
      const bars = [...page.querySelectorAll('rect')]
      const bar = bars.find((one) => one.getAttribute('height') !== '0.0')
      return Math.floor((Number.parseFloat(bar?.getAttribute('x') ?? '') / 100) * bars.length)
    }
    const fromLeft = await columnIn('en')
    expect(fromLeft).toBeGreaterThan(5)
    expect(await columnIn('ar')).toBe(8 - fromLeft)
  })

  test('shows hostile titles, names and texts of a shared report as plain text', async () => {
    const hostile = '</style><script>alert(1)</script>"><img src=x onerror=alert(1)>'
    await layla.call('PATCH /api/user', { body: { firstName: hostile.slice(0, 50) } })
    await publish(hostile)
    const { page, textOf } = await open((await share({ title: hostile })).link)
    expect(textOf('h1')).toBe(hostile)
    expect([...page.querySelectorAll('script, img[onerror]')]).toEqual([])
  })

  test('leaves posts of other days and of other users out of a shared report', async () => {
    await publish('Outside of the days')
    await publish('By another person', await frogy.person('linkedin'))
    const { html, textOf } = await open((await share({ from: day(-9), to: day(-8) })).link)
    expect(html).not.toContain('Outside of the days')
    expect(html).not.toContain('By another person')
    expect(textOf('.standing')).toMatch(/^No posts/)
  })

  test.each(['ended', 'expired', 'unknown', "a deleted workspace's"])(
    'answers 404 with a page for %s link',
    async (kind) => {
      const { owner, id } = await makeTeam(frogy)
      const { report, link } = await share({ endsInDays: 1 }, owner)
      if (kind === 'ended') await owner.call('DELETE /api/reports/{id}', { params: { id: report.id } })
      if (kind === 'expired') frogy.clock.advance(DAY_MS + 1_000)
      if (kind.includes('workspace'))
        await owner.call('DELETE /api/workspaces/{id}', { params: { id }, query: { name: 'Najd Logistics' } })
      const { response, textOf } = await open(
        kind === 'unknown' ? link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) : link,
      )
      expect(response.status).toBe(404)
      expect(textOf('.standing')).toBe('This report is no longer shared.')
    },
  )
})

test('lets editors of a workspace share its report, and lets viewers only list shared reports', async () => {
  const { owner, members } = await makeTeam(frogy, 'editor', 'writer', 'viewer')
  const [editor, writer, viewer] = members
  await owner.connect('linkedin')
  await publish("The workspace's post", editor)
  const { report, link } = await share({}, editor)
  expect((await open(link)).html).toContain("The workspace's post")
  expect(await viewer.call('GET /api/reports', {})).toEqual([report])
  for (const member of [writer, viewer]) {
    const body = { from: day(-7), to: day(1) }
    expect((await member.ask('POST /api/reports', { body })).status).toBe(403)
    expect((await member.ask('DELETE /api/reports/{id}', { params: { id: report.id } })).status).toBe(403)
  }
  const params = { id: report.id }
  expect((await layla.ask('DELETE /api/reports/{id}', { params })).status).toBe(404)
})

test('disables a report link for good when the member who shared it leaves, and marks it in the list', async () => {
  const { id, owner, members } = await makeTeam(frogy, 'editor')
  const [editor] = members
  const [theirs, ours] = [await share({}, editor), await share({}, owner)]
  const statuses = async () =>
    await Promise.all([theirs, ours].map(async ({ link }) => (await open(link)).response.status))
  expect(await statuses()).toEqual([200, 200])
  const params = { id, userId: editor.user?.id ?? '' }
  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
  expect(await statuses()).toEqual([404, 200])
  const listed = await owner.call('GET /api/reports', {})
  expect(listed.toSorted((a, b) => Number(a.isOrphaned) - Number(b.isOrphaned))).toEqual([
    ours.report,
    { ...theirs.report, isOrphaned: true },
  ])
  await joinWorkspace(owner, id, editor.movedTo(frogy.url), 'editor')
  expect(await statuses()).toEqual([404, 200])
})

describe('the logo of a report', () => {
  const upload = (who: Person, bytes: Uint8Array) => {
    const form = new FormData()
    form.append('logo', new Blob([new Uint8Array(bytes)]), 'logo.png')
    return who.ask('POST /api/report-logo', { form })
  }
  const logoOn = async (link: string) => (await open(link)).page.querySelector('header img')

  test('shows a logo on reports, with the name of its workspace, until the owner removes the logo', async () => {
    const { owner, members } = await makeTeam(frogy, 'editor')
    const { link } = await share({}, members[0])
    const background = { r: 20, g: 96, b: 63, alpha: 0.5 }
    const png = await sharp({ create: { width: 960, height: 160, channels: 4, background } })
      .png()
      .toBuffer()
    const { logo } = (await upload(owner, png)).body
    const image = await logoOn(link)
    expect([image?.getAttribute('src'), image?.getAttribute('alt')]).toEqual([logo, 'Najd Logistics'])
    const { format, width, height, hasAlpha } = await sharp(Buffer.from(logo.split(',')[1] ?? '', 'base64')).metadata()
    expect({ format, width, height, hasAlpha }).toEqual({ format: 'webp', width: 480, height: 80, hasAlpha: true })
    expect(await members[0].call('GET /api/report-logo', {})).toEqual({ logo })
    await owner.call('DELETE /api/report-logo', {})
    expect((await logoOn(link))?.getAttribute('src')).toBe('icon.svg')
    expect(await members[0].call('GET /api/report-logo', {})).toEqual({ logo: null })
  })

  test('lets only owners set and remove a logo, and shows it in their workspace only', async () => {
    const { owner, members } = await makeTeam(frogy, 'editor')
    await upload(owner, await pictureFile('png'))
    expect((await upload(members[0], await pictureFile('png'))).status).toBe(403)
    expect((await members[0].ask('DELETE /api/report-logo', {})).status).toBe(403)
    expect(await layla.call('GET /api/report-logo', {})).toEqual({ logo: null })
    expect((await logoOn((await share()).link))?.getAttribute('src')).toBe('icon.svg')
  })

  test('accepts a picture of at most 2 MB as the logo of a report', async () => {
    const noise = Buffer.alloc(LOGO_LIMIT_BYTES + 1)
    expect(await upload(layla, noise)).toMatchObject({ status: 413, body: { code: 'logo_too_large' } })
    const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')
    expect(await upload(layla, text)).toMatchObject({ status: 415, body: { code: 'image_type' } })
  })
})

test('refuses a report period that ends before it starts or is longer than a year', async () => {
  for (const period of [
    { from: '2026-03-02', to: '2026-03-01' },
    { from: '2024-01-01', to: '2026-03-01' },
    { from: '2026-02-30', to: '2026-03-01' },
  ])
    expect((await layla.ask('POST /api/reports', { body: period })).status).toBe(422)
})

test('limits the number of report links per user', async () => {
  const body = { from: day(-7), to: day(1) }
  for (let made = 0; made < MOST_REPORTS; made++) await layla.call('POST /api/reports', { body })
  const refused = await layla.ask('POST /api/reports', { body })
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_reports' } })
  const [first] = await layla.call('GET /api/reports', {})
  await layla.call('DELETE /api/reports/{id}', { params: { id: first?.id ?? '' } })
  expect((await layla.ask('POST /api/reports', { body })).status).toBe(201)
})

test('stores only the hash of a report link, and deletes expired links', async () => {
  await using place = await installation()
  let link = ''
  {
    await using started = await place.start()
    const person = await started.visitor().register()
    const body = { from: '2026-01-01', to: '2026-01-31', endsInDays: 1 }
    ;({ link } = await person.call('POST /api/reports', { body }))
  }
  expect(await place.everythingStored()).not.toContain(link.slice(-43))
  await using database = await place.database()
  const left = async () =>
    await database.query(sql`select ${columns('shared_reports', 'from_day')} from shared_reports`)
  await deleteOldRows(database, place.clock.now())
  expect(await left()).toHaveLength(1)
  place.clock.advance(2 * DAY_MS)
  await deleteOldRows(database, place.clock.now())
  expect(await left()).toEqual([])
})
