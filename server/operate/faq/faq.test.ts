import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let admin: Person
beforeAll(async () => {
  frogy = await startFrogy()
  admin = await frogy.person()
})
afterAll(() => frogy[Symbol.asyncDispose]())

const NEW = {
  en: { question: 'Who’s <b>Frogy</b>?', answer: 'A frog.\n\nAnd "more" & more.' },
  ar: { question: 'من هو Frogy؟', answer: 'ضفدع.' },
}
const shown = () => frogy.visitor().call('GET /api/public/faq', {})
const page = async (language: string) =>
  await (await frogy.visitor().fetch('/faq', { headers: { accept: 'text/html', 'accept-language': language } })).text()
const change = (id: string, body: object) => admin.call('PATCH /api/admin/faq/{id}', { params: { id }, body })

test('shows the default FAQ in English and Arabic to everyone, each question with its own URL', async () => {
  const all = await shown()
  expect(all.length).toBeGreaterThanOrEqual(15)
  for (const { en, ar } of all) {
    for (const text of [en.question, en.answer]) expect(text).not.toMatch(/[\u0600-\u06ff]/)
    expect(ar.question).toMatch(/؟$/)
    expect(`${ar.question}${ar.answer}`).not.toMatch(/\d/)
  }
  const html = await page('ar')
  for (const { slug, ar } of all) {
    expect(html).toContain(`<details id="${slug}"`)
    expect(html).toContain(ar.question)
  }
  expect(html).toContain('"@type":"FAQPage"')
  expect(html).not.toMatch(/stands?-here/)
  expect(await page('en')).toContain('Can a post be published twice?')
})

test.each(['en', 'ar'] as const)(
  'names every network to which Frogy publishes in the default FAQ in the language %s',
  async (language) => {
    const networks = (await shown()).find(({ slug }) => slug === 'which-networks')
    for (const platform of PLATFORMS) expect(networks?.[language].answer).toContain(rulesOf(platform).name)
  },
)

test('lets an administrator add, change, order, hide and delete questions', async () => {
  const added = await admin.call('POST /api/admin/faq', { body: NEW })
  expect(added).toMatchObject({ slug: 'whos-b-frogy-b', isActive: true })
  expect((await shown()).at(-1)?.id).toBe(added.id)
  const html = await page('en')
  expect(html).toContain('Who’s &lt;b&gt;Frogy&lt;/b&gt;?')
  expect(html).toContain('<p class="mt-3 first:mt-0">And &quot;more&quot; &amp; more.</p>')

  expect((await admin.call('POST /api/admin/faq', { body: NEW })).slug).toBe('whos-b-frogy-b-2')
  const [, , third] = await shown()
  await change(added.id, { place: 2 })
  const now = (await shown()).map(({ id }) => id)
  expect([now[2], now[3]]).toEqual([added.id, third?.id])
  await change(added.id, { ar: { question: 'سؤال آخر؟', answer: 'إجابة أخرى.' } })
  expect(await change(added.id, { isActive: false })).toMatchObject({ en: NEW.en, ar: { question: 'سؤال آخر؟' } })
  expect((await shown()).map(({ id }) => id)).not.toContain(added.id)
  const found = await admin.call('GET /api/admin/faq', { query: { search: 'اجابه اخري' } })
  expect(found.map(({ id }) => id)).toEqual([added.id])
  await admin.call('DELETE /api/admin/faq/{id}', { params: { id: added.id } })
  expect(await admin.ask('DELETE /api/admin/faq/{id}', { params: { id: added.id } })).toMatchObject({ status: 404 })

  const { entries } = await admin.call('GET /api/admin/audit', { query: { search: 'whos-b-frogy-b', limit: '10' } })
  expect(entries.filter(({ subject }) => subject === added.slug).map(({ act }) => act)).toEqual([
    'faq_removed',
    'faq_changed',
    'faq_changed',
    'faq_changed',
    'faq_added',
  ])
})

test('rejects incomplete questions, and changes by users who are not administrators', async () => {
  const layla = await frogy.person()
  expect(await layla.ask('POST /api/admin/faq', { body: NEW })).toMatchObject({ status: 403 })
  expect(await layla.ask('GET /api/admin/faq', {})).toMatchObject({ status: 403 })
  const half = { en: NEW.en, ar: { question: ' ', answer: 'نعم' } }
  expect(await admin.ask('POST /api/admin/faq', { body: half })).toMatchObject({
    status: 422,
    body: { issues: [{ path: 'ar.question' }] },
  })
})
