import { expect, test } from 'vitest'
import sql, { raw } from '#server/db/sql.ts'
import { FEW_CONNECTIONS } from '#tests/support/start-frogy.ts'
import { SERVER_URL } from '#tests/support/databases.ts'
import { installation } from '#tests/support/installation.ts'
import { mailTo } from '#tests/support/outbox.ts'
import { login, randomEmail, registration } from '#tests/support/sign-in-requests.ts'

test('accepts calls that send mails while the job queue cannot be opened, and sends the mails later', async () => {
  await using place = await installation()
  const rename = async (from: string, to: string) => {
    await using database = await place.database()
    await database.query(sql`alter table ${raw(`frogy_jobs.${from}`)} rename to ${raw(to)}`)
  }
  // The first start creates the job queue's tables and the administrator.
  const admin = await (async () => {
    await using here = await place.start()
    return await here.visitor().register()
  })()
  await rename('queue', 'queue_away')
  const [omars, next] = [randomEmail(), randomEmail()]
  {
    await using here = await place.start()
    const omar = here.visitor()
    const { status } = await omar.ask('POST /api/register', { body: registration(omars) })
    expect(status).toBe(201)
    expect(await omar.call('GET /api/user', {})).toMatchObject({ email: omars })
    await omar.call('POST /api/confirm-email/resend', {})
    await omar.call('POST /api/forgot-password', { body: { email: omars } })
    await omar.call('POST /api/profile/email', { body: { email: next } })
    await omar.call('POST /api/export', {})
    const change = { currentPassword: 'correct horse', password: 'another horse', confirmPassword: 'another horse' }
    await omar.call('POST /api/profile/password', { body: change })
    const retry = { params: { id: crypto.randomUUID() } }
    expect(await admin.movedTo(here.url).ask('POST /api/admin/jobs/{id}/retry', retry)).toMatchObject({
      status: 503,
      body: { code: 'busy' },
    })
    await omar.call('DELETE /api/profile', {})
  }
  await rename('queue_away', 'queue')
  await using here = await place.start()
  // Frogy starts its background work at the first request.
  await here.visitor().fetch('/healthz')
  await mailTo(place.dataDir, omars, 3)
})

if (SERVER_URL)
  test('responds 503 with Retry-After while all database connections are in use', async () => {
    await using place = await installation()
    await using here = await place.start()
    await using database = await place.database()
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const isLocked = Promise.withResolvers<void>()
    const holding = database.transaction(async (tx) => {
      await tx.query(sql`lock table users in access exclusive mode`)
      isLocked.resolve()
      await isOver
    })
    await isLocked.promise
    const asked = Array.from({ length: FEW_CONNECTIONS.main + 2 }, async () => {
      const reply = await login(here.visitor(), randomEmail(), 'correct horse')
      // The first replies report that no connection was free. Then release the lock, for which the other requests wait.
      end()
      return reply
    })
    const replies = await Promise.all(asked)
    await holding
    const busy = replies.filter(({ status }) => status !== 401)
    expect(busy.length).toBeGreaterThan(0)
    for (const { status, body, headers } of busy) {
      expect({ status, code: body.code }).toEqual({ status: 503, code: 'busy' })
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })
