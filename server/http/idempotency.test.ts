import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import { takesIdempotencyKey, type Endpoint } from '#core/endpoint.ts'
import { openDatabase, type Database } from '#server/db/database.ts'
import sql, { columns, count } from '#server/db/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile, uploadForm } from '#tests/support/pictures.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import type { RepeatableCall } from './caller.ts'
import { deleteOldIdempotencyKeys, idempotencyKeys } from './idempotency.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 3_600_000

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const withKey = (key: string = crypto.randomUUID()) => ({ headers: { 'idempotency-key': key } })
const schedule = (content = 'Hello') =>
  layla.schedule({ platform: 'linkedin', content, at: new Date(frogy.clock.now().getTime() + DAY_MS) })

describe('a repeated call', () => {
  test("returns the same post for a repeated idempotency key until a week after the post's time, even if the post is deleted", async () => {
    await using place = await startFrogy()
    const omar = await place.person('linkedin')
    const { clock } = place
    const inDays = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString()
    const create = (content: string, scheduledAt: string) => ({
      body: { platform: 'linkedin', content, status: 'scheduled', scheduledAt } as const,
      ...withKey(),
    })
    const [soon, far, moved, gone] = [
      create('Soon', inDays(1)),
      create('Far', inDays(30)),
      create('Moved', inDays(1)),
      create('Gone', inDays(30)),
    ]
    const ask = (call: typeof far) => omar.ask('POST /api/posts', call)
    const posts = []
    for (const call of [soon, far, moved, gone]) posts.push((await ask(call)).body)
    await omar.call('PATCH /api/posts/{id}', { params: { id: posts[2]!.id }, body: { scheduledAt: inDays(40) } })
    await omar.call('DELETE /api/posts/{id}', { params: { id: posts[3]!.id } })

    clock.advance(2 * DAY_MS)
    expect((await omar.decided(posts[0]!)).status).toBe('missed')
    clock.advance(7 * DAY_MS)
    // Advance the clock until an hourly cleanup has deleted the expired key. The response then shows that the call ran
    // again.
    await expect
      .poll(async () => (clock.advance(MINUTE_MS), (await ask(soon)).body))
      .toMatchObject({ code: 'time_in_past' })
    expect(await ask(far)).toMatchObject({ status: 201, body: { id: posts[1]!.id } })
    expect(await ask(moved)).toMatchObject({ status: 201, body: { id: posts[2]!.id } })
    expect((await ask(gone)).status).toBe(404)
    const contents = (await omar.call('GET /api/posts', {})).map(({ content }) => content)
    expect(contents.toSorted()).toEqual(['Far', 'Moved', 'Soon'])
  })

  test('changes a post once for a repeated idempotency key, and repeats the response', async () => {
    const { id } = await schedule()
    const again = { params: { id }, body: { content: 'Better' }, ...withKey() }
    const replies = [await layla.ask('PATCH /api/posts/{id}', again), await layla.ask('PATCH /api/posts/{id}', again)]
    expect(replies).toMatchObject([{ status: 200 }, { status: 200, body: replies[0]?.body }])
    expect(await layla.read({ id })).toMatchObject({ content: 'Better', revision: 2 })
  })

  test('deletes a post once for a repeated idempotency key, and repeats the response', async () => {
    const { id } = await schedule()
    const again = { params: { id }, ...withKey() }
    for (let n = 0; n < 2; n++) expect((await layla.ask('DELETE /api/posts/{id}', again)).status).toBe(204)
    expect((await layla.ask('DELETE /api/posts/{id}', { params: { id } })).status).toBe(404)
  })

  test('stores uploaded images once for a repeated idempotency key', async () => {
    const bytes = new Uint8Array(await pictureFile())
    const key = withKey()
    const upload = (name: string) => layla.ask('POST /api/images/upload', { form: uploadForm([name, bytes]), ...key })
    const [first, second] = [await upload('a.jpg'), await upload('a.jpg')]
    expect(second.body.media.images).toEqual(first.body.media.images)
    expect(await upload('b.jpg')).toMatchObject({ status: 409, body: { code: 'idempotency_key_reused' } })
  })

  test('changes and disconnects an account once, and marks notifications read once, for a repeated idempotency key', async () => {
    const omar = await frogy.person('twitter')
    const [account] = await omar.call('GET /api/social-accounts', {})
    const params = { id: account?.id ?? '' }
    const [change, removal, reading] = [withKey(), withKey(), withKey()]
    for (let n = 0; n < 2; n++) {
      const changed = await omar.ask('PATCH /api/social-accounts/{id}', {
        params,
        body: { isActive: false },
        ...change,
      })
      expect(changed).toMatchObject({ status: 200, body: { isActive: false } })
      expect((await omar.ask('POST /api/notifications/read', { body: {}, ...reading })).status).toBe(204)
    }
    for (let n = 0; n < 2; n++)
      expect((await omar.ask('DELETE /api/social-accounts/{id}', { params, ...removal })).status).toBe(204)
  })

  test.each([
    ['another body', { body: { content: 'Something else' } }],
    ['another state of the post', { ifMatch: '"1"' }],
    ['another post', { isOther: true }],
  ])(
    'rejects an idempotency key reused with %s, explains this in English and Arabic, and changes nothing',
    async (_what, other) => {
      const [post, another] = [await schedule(), await schedule()]
      const key = crypto.randomUUID()
      await layla.call('PATCH /api/posts/{id}', {
        params: { id: post.id },
        body: { content: 'Better' },
        ...withKey(key),
      })
      const ask = () =>
        layla.ask('PATCH /api/posts/{id}', {
          params: { id: 'isOther' in other ? another.id : post.id },
          body: 'body' in other ? other.body : { content: 'Better' },
          headers: { 'idempotency-key': key, ...('ifMatch' in other && { 'if-match': other.ifMatch }) },
        })
      const message = /^An earlier version of this request was already accepted/
      expect(await ask()).toMatchObject({
        status: 409,
        body: { code: 'idempotency_key_reused', message: expect.stringMatching(message) as string },
      })
      await layla.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
      expect((await ask()).body.message).toMatch(/^سبق استلام نسخة أقدم/)
      await layla.call('PATCH /api/user', { body: { preferredLanguage: 'en' } })
      expect(await layla.read(another)).toEqual(another)
      expect(await layla.read(post)).toMatchObject({ content: 'Better', revision: 2 })
    },
  )

  test('runs a rejected call again for a repeated idempotency key', async () => {
    const { id } = await schedule()
    const key = withKey()
    const change = (content: string) =>
      layla.ask('PATCH /api/posts/{id}', { params: { id }, body: { content }, ...key })
    expect((await change('x'.repeat(3_001))).status).toBe(422)
    expect((await change('Short enough')).body).toMatchObject({ content: 'Short enough', revision: 2 })
  })

  test('runs two concurrent calls with one idempotency key once: the second waits for the first', async () => {
    const { id } = await schedule()
    const again = { params: { id }, body: { content: 'Once' }, ...withKey() }
    const replies = await Promise.all(Array.from({ length: 8 }, () => layla.ask('PATCH /api/posts/{id}', again)))
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.revision}`))).toEqual(new Set(['200 2']))
  })

  test('rejects an overlong idempotency key and ignores a blank one', async () => {
    const { id } = await schedule()
    const ask = (key: string) =>
      layla.ask('PATCH /api/posts/{id}', { params: { id }, body: { content: 'Better' }, ...withKey(key) })
    expect(await ask('k'.repeat(201))).toMatchObject({ status: 422, body: { issues: [{ path: 'Idempotency-Key' }] } })
    for (const revision of [2, 3]) expect((await ask('  ')).body.revision).toBe(revision)
  })
})

test('accepts a documented idempotency key on every call that changes something for a signed-in user', async () => {
  const document = (await (await layla.fetch('/api/openapi.json')).json()) as {
    paths: Record<string, Record<string, { parameters: { name: string }[]; responses: Record<string, unknown> }>>
  }
  const taking = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { parameters }]) => parameters.some(({ name }) => name === 'Idempotency-Key'))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  const calls = Object.entries(api as Record<string, Endpoint>)
  expect(taking.toSorted()).toEqual(
    calls.flatMap(([key, endpoint]) => (takesIdempotencyKey(key, endpoint) ? [key] : [])).toSorted(),
  )
  expect(taking).toEqual(
    expect.arrayContaining([
      'POST /api/posts',
      'PATCH /api/posts/{id}',
      'DELETE /api/posts/{id}',
      'POST /api/posts/{id}/publish',
      'POST /api/posts/{id}/resolve',
      'PATCH /api/social-accounts/{id}',
      'DELETE /api/social-accounts/{id}',
      'POST /api/images/upload',
      'PATCH /api/images/{id}',
      'DELETE /api/images/{id}',
      'POST /api/notifications/read',
      'PATCH /api/user',
      'DELETE /api/sessions/{id}',
      'POST /api/confirm-email/resend',
    ]),
  )
  // Calls without an idempotency key are public, change nothing, take secrets, or return a secret that is shown once.
  const others = calls.filter(
    ([key, endpoint]) => !key.startsWith('GET ') && endpoint.access !== 'public' && !takesIdempotencyKey(key, endpoint),
  )
  expect(others.map(([key]) => key).filter((key) => !key.startsWith('POST /api/content/'))).toEqual([
    'POST /api/two-factor',
    'POST /api/two-factor/confirm',
    'POST /api/two-factor/recovery-codes',
    'POST /api/passkeys/options',
    'POST /api/passkeys',
    'POST /api/social-accounts/{platform}/connect',
    'POST /api/admin/networks/{platform}/check',
    'POST /api/images/{id}/alt-text',
    'POST /api/reports',
    'POST /api/admin/providers/{provider}/test',
    'POST /api/assistant/ask',
    'POST /api/keys',
    'POST /api/profile/verify-password',
    'POST /api/profile/password',
    'DELETE /api/profile',
    'POST /api/admin/invitations',
    'POST /api/webhooks',
    'POST /api/webhooks/{id}/secret',
    'POST /api/feeds/{kind}',
    'POST /api/followed-feeds/preview',
    'POST /api/oauth/requests/{id}',
    'POST /api/workspaces/{id}/invitations',
    'POST /api/workspace-invitations/read',
    'POST /api/workspace-invitations/accept',
    'POST /api/review-links',
  ])
  // Calls with passwords accept no idempotency key, because Frogy stores a hash of the input with each key.
  const secret = calls.filter(([, { body }]) =>
    /"(password|token)"/.test(JSON.stringify(Object.keys((body as { shape?: object } | undefined)?.shape ?? {}))),
  )
  expect(secret.map(([key]) => key)).toContain('POST /api/login')
  for (const [key, endpoint] of secret)
    expect({ key, takes: takesIdempotencyKey(key, endpoint) }).toEqual({ key, takes: false })
})

describe('a process that died during a call', () => {
  let place: TestDatabase
  let database: Database
  let userId: string
  beforeAll(async () => {
    place = await testDatabase('peopled')
    database = await openDatabase({ ...place, onError: console.error })
    const [user] = await database.query(sql`select ${columns('users', 'id')} from users limit 1`)
    userId = user?.id ?? ''
  })
  afterAll(async () => {
    await database[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  const clock = { now: () => new Date('2026-03-01T12:00:00Z'), until: async () => {} }
  const never = new AbortController().signal
  const complain = (error: unknown) => {
    throw error
  }
  const callUnder = (key: string) => ({ userId, key, fingerprint: 'the same' })
  const madeId = crypto.randomUUID()

  /** A database that can stop responding to a process, as if that process was killed. */
  function silenceableDatabase(): { still: () => void; database: Database } {
    let isStill = false
    const query: Database['query'] = (statement) => (isStill ? new Promise(() => {}) : database.query(statement))
    return { still: () => void (isStill = true), database: { ...database, query } }
  }

  /** Makes a call whose process dies after the function `does` has run. */
  async function dieAfter(key: string, does: (making: RepeatableCall) => Promise<void>): Promise<void> {
    const dying = silenceableDatabase()
    await new Promise<void>((isDead) => {
      void idempotencyKeys(dying.database, clock, complain).once(callUnder(key), never, async (making) => {
        await does(making)
        dying.still()
        isDead()
        return await new Promise(() => {})
      })
    })
    // Another process may take over a call after some time by the database's clock, which a test cannot advance. So
    // change the stored time.
    await database.query(sql`update idempotency_keys set held_until = clock_timestamp() where key = ${key}`)
  }

  test('lets a retry take over the idempotency key of a killed process and find the created post', async () => {
    const recordMade = (call: RepeatableCall) => database.transaction((tx) => call.recordCreated(tx, madeId))
    await dieAfter('made', recordMade)
    await dieAfter('nothing', async () => {})
    const found: (string | null)[] = []
    for (const key of ['made', 'nothing']) {
      const keys = idempotencyKeys(database, clock, complain)
      const answered = await keys.once(callUnder(key), never, async ({ createdId }) => {
        found.push(createdId)
        return { status: 201, answer: key }
      })
      expect(answered).toEqual({ status: 201, answer: key, isReplayed: false })
    }
    expect(found).toEqual([madeId, null])
  })

  test('discards the work of a suspended process after a retry took over its idempotency key', async () => {
    const waking = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let recorded: Promise<void> | undefined
    const dying = silenceableDatabase()
    const frozen = idempotencyKeys(dying.database, clock, () => {}).once(
      callUnder('frozen'),
      never,
      async ({ recordCreated }) => {
        dying.still()
        begun.resolve()
        recorded = waking.promise.then(() => database.transaction((tx) => recordCreated(tx, crypto.randomUUID())))
        return await recorded.then(() => ({ status: 201, answer: 'the late one' }))
      },
    )
    frozen.catch(() => {})
    await begun.promise
    await database.query(sql`update idempotency_keys set held_until = clock_timestamp() where key = 'frozen'`)
    const make = async ({ recordCreated }: RepeatableCall) => {
      await database.transaction((tx) => recordCreated(tx, madeId))
      return { status: 201, answer: 'the quick one' }
    }
    await idempotencyKeys(database, clock, complain).once(callUnder('frozen'), never, make)
    waking.resolve()
    await expect(recorded).rejects.toMatchObject({ code: 'call_under_way' })
    const again = await idempotencyKeys(database, clock, complain).once(callUnder('frozen'), never, make)
    expect(again).toEqual({ status: 201, answer: 'the quick one', isReplayed: true })
  })

  test('deletes idempotency keys after a week', async () => {
    const keys = idempotencyKeys(database, clock, complain)
    await keys.once(callUnder('old'), never, async () => ({ status: 204, answer: undefined }))
    const left = async () => {
      const [row] = await database.query(sql`select ${count('keys')} from idempotency_keys where key = 'old'`)
      return row?.keys
    }
    await deleteOldIdempotencyKeys(database, new Date(clock.now().getTime() + 6 * DAY_MS))
    expect(await left()).toBe(1)
    await deleteOldIdempotencyKeys(database, new Date(clock.now().getTime() + 8 * DAY_MS))
    expect(await left()).toBe(0)
  })
})
