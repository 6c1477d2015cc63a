import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTagCell } from '#core/posts/tag-cell.ts'
import { readTable } from '../../web/planning/import/read-table.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('linkedin', 'threads')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const TEXTS = ['=1+1 is "two", they say', "'tis a draft\n\nof two lines", "'=quoted", 'مرحبًا، كيف الحال؟', '-5 degrees']

async function download(query: string, who = layla) {
  const response = await who.fetch(`/api/posts/scheduled/export${query}`)
  return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer()) }
}

test('exports the scheduled posts as a CSV file that the import reads again, in English and Arabic', async () => {
  for (const [day, content] of TEXTS.entries())
    await layla.schedule({ platform: 'threads', content, at: new Date(`2099-03-0${day + 1}T21:30:00Z`) })
  await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: 'Not yet', status: 'draft' } })
  for (const language of ['en', 'ar'] as const) {
    await layla.call('PATCH /api/user', { body: { preferredLanguage: language } })
    const { response, text } = await download('?timeZone=Asia/Riyadh')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="frogy-scheduled-[\d-]+\.csv"$/)
    const table = readTable(text)
    const rows = table.kind === 'rows' ? table.rows.map(({ cells }) => cells) : []
    expect(rows).toMatchObject(
      TEXTS.map((written, day) => ({ text: written, network: 'Threads', date: `2099-03-0${day + 2}`, time: '00:30' })),
    )
  }
})

test('exports the names of tags so that the import reads each of them again', async () => {
  const omar = await frogy.person('threads')
  const names = ['Eid, 2026', 'الرياض، الإطلاق', '=launch']
  const tagIds: string[] = []
  for (const name of names) tagIds.push((await omar.call('POST /api/tags', { body: { name, colour: 'green' } })).id)
  for (const [day, given] of [tagIds, tagIds.slice(2), tagIds.slice(0, 1), []].entries()) {
    const scheduledAt = `2099-03-0${day + 1}T21:30:00Z`
    const body = { platform: 'threads' as const, content: `Post ${day}`, status: 'scheduled' as const, scheduledAt }
    await omar.call('POST /api/posts', { body: { ...body, tagIds: given } })
  }
  const table = readTable((await download('', omar)).text)
  const cells = table.kind === 'rows' ? table.rows.map((row) => row.cells.tags) : []
  expect(cells.map((cell) => readTagCell(cell))).toEqual([names, ['=launch'], ['Eid, 2026'], []])
})

test("exports all scheduled posts in the same JSON as the API's list of posts", async () => {
  const omar = await frogy.person('linkedin')
  expect(JSON.parse((await download('?format=json', omar)).text)).toEqual([])
  for (const hour of [1, 2, 3]) {
    const at = new Date(frogy.clock.now().getTime() + (24 + hour) * 3_600_000)
    const { id } = await omar.schedule({ platform: 'linkedin', content: `Post ${hour}`, at })
    await omar.call('POST /api/posts/{id}/repeats', { params: { id }, body: { unit: 'day', count: 100 } })
  }
  const { response, text } = await download('?format=json', omar)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const posts = JSON.parse(text) as unknown[]
  expect(posts).toHaveLength(303)
  expect(posts).toEqual(await omar.call('GET /api/posts/scheduled', {}))
  expect((await download('', omar)).text.trim().split('\r\n')).toHaveLength(304)
})
