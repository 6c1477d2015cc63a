import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let admin: Person
beforeAll(async () => {
  frogy = await startFrogy()
  admin = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const add = (platform: string, displayName: string, more: object = {}) =>
  admin.ask('POST /api/admin/official-accounts', {
    body: { platform, displayName, profileUrl: `https://example.com/${platform}`, ...more },
  })
const change = (id: string, body: object) =>
  admin.call('PATCH /api/admin/official-accounts/{id}', { params: { id }, body })
const shown = async () =>
  (await frogy.visitor().call('GET /api/public/official-social-accounts', {})).map((one) => one.displayName)

test('lets an administrator add, order, hide, change and delete official accounts, and updates the footer immediately', async () => {
  const { body: first } = await add('linkedin', 'First')
  const { body: second } = await add('telegram', 'Second')
  const { body: third } = await add('whatsapp', 'Third', { isActive: false })
  expect(await shown()).toEqual(['First', 'Second'])
  await change(third.id, { isActive: true, place: 0 })
  expect(await shown()).toEqual(['Third', 'First', 'Second'])
  await change(first.id, { displayName: 'Other', profileUrl: 'https://example.com/other' })
  const footer = await (await frogy.visitor().fetch('/faq', { headers: { accept: 'text/html' } })).text()
  expect(footer).toContain('href="https://example.com/other" aria-label="Other"')
  await admin.call('DELETE /api/admin/official-accounts/{id}', { params: { id: second.id } })
  expect(await shown()).toEqual(['Third', 'Other'])
  const { entries } = await admin.call('GET /api/admin/audit', { query: { search: 'first' } })
  expect(entries[0]).toMatchObject({
    act: 'official_changed',
    before: { displayName: 'First', place: 2 },
    after: { displayName: 'Other', profileUrl: 'https://example.com/other', place: 2 },
  })
})

test.each(['http://example.com', 'javascript:alert(1)', 'https://', 'https://exa mple.com'])(
  'rejects the profile address %s',
  async (profileUrl) => {
    expect(await add('linkedin', 'Bad', { profileUrl })).toMatchObject({
      status: 422,
      body: { issues: [{ path: 'profileUrl' }] },
    })
  },
)

test('rejects users without the admin role who read or change official accounts', async () => {
  const layla = await frogy.person()
  expect(await layla.ask('GET /api/admin/official-accounts', {})).toMatchObject({ status: 403 })
  const body = { platform: 'linkedin' as const, displayName: 'x', profileUrl: 'https://example.com' }
  expect(await layla.ask('POST /api/admin/official-accounts', { body })).toMatchObject({ status: 403 })
})
