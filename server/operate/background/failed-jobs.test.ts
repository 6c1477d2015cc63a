import { expect, test } from 'vitest'
import { openMailServer } from '#tests/support/mail-server.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const HOUR_MS = 3_600_000

const warningsOf = async (frogy: Frogy) =>
  ((await (await frogy.visitor().fetch('/healthz')).json()) as { warnings?: string[] }).warnings

test('notifies administrators of a mail that failed twenty times, and lets them retry it', async () => {
  await using server = await openMailServer()
  server.isRefusing = true
  await using frogy = await startFrogy({ SMTP_URL: server.url })
  const [admin, layla] = [await frogy.person(), await frogy.person('twitter')]
  const body = { platform: 'twitter', content: 'The same again', status: 'published' } as const
  await layla.call('POST /api/posts', { body })
  await layla.call('POST /api/posts', { body })
  expect(await warningsOf(frogy)).toBeUndefined()

  const jobs = async () => (await admin.call('GET /api/admin/jobs', {})).jobs
  // Moves the clock an hour ahead, so that every retry is due: none waits longer than an hour.
  const anHourLater = async () => {
    frogy.clock.advance(HOUR_MS)
    return await jobs()
  }
  await expect.poll(anHourLater, { timeout: 60_000, interval: 200 }).toHaveLength(1)
  expect(server.refused).toBe(20)
  const [failed] = await jobs()
  expect(failed).toMatchObject({
    kind: 'send-given-up-mail',
    error: expect.stringContaining('No room for mails') as string,
  })

  const found = async (query: Record<string, string>) => {
    const page = await admin.call('GET /api/admin/jobs', { query })
    return [page.jobs.length, page.found]
  }
  expect(await found({ search: 'GIVEN-UP' })).toEqual([1, 1])
  expect(await found({ search: 'no room', skip: '1' })).toEqual([0, 1])
  expect(await found({ search: 'a.*' })).toEqual([0, 0])

  await expect
    .poll(() => admin.call('GET /api/notifications', {}))
    .toMatchObject({
      unread: 1,
      items: [{ kind: 'jobs', platform: null, count: 1, title: 'A background task failed', action: 'retry_jobs' }],
    })
  expect(await warningsOf(frogy)).toEqual(['jobs'])
  // Users who are not administrators get no notification and no access.
  const kinds = (await layla.call('GET /api/notifications', {})).items.map(({ kind }) => kind)
  expect(kinds).not.toContain('jobs')
  expect((await layla.ask('GET /api/admin/jobs', {})).status).toBe(403)
  expect((await layla.ask('POST /api/admin/jobs/{id}/retry', { params: { id: failed?.id ?? '' } })).status).toBe(403)
  expect((await frogy.visitor().ask('GET /api/admin/jobs', {})).status).toBe(401)

  server.isRefusing = false
  await admin.call('POST /api/admin/jobs/{id}/retry', { params: { id: failed?.id ?? '' } })
  await expect.poll(() => server.taken).toHaveLength(1)
  expect(await jobs()).toEqual([])
  expect((await admin.ask('POST /api/admin/jobs/{id}/retry', { params: { id: failed?.id ?? '' } })).status).toBe(404)
  const { unread, items } = await admin.call('GET /api/notifications', {})
  expect(unread).toBe(0)
  expect(items).toMatchObject([{ kind: 'jobs', title: 'The background tasks succeeded', action: null }])
  expect(await warningsOf(frogy)).toBeUndefined()
})
