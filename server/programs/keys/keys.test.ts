import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import type { Endpoint } from '#core/endpoint.ts'
import { SCOPES, type Scope } from '#core/programs/scopes.ts'
import { deleteOldRows } from '#server/operate/background/delete-old-rows.ts'
import sql, { columns } from '#server/db/sql.ts'
import { byDepth } from '#tests/support/depth.ts'
import { installation } from '#tests/support/installation.ts'
import type { Person } from '#tests/support/person.ts'
import { HOUR_MS, later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const DAY_MS = 86_400_000
let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const CALLS = Object.entries(api as Record<string, Endpoint>)

const keyFor = async (...scopes: Scope[]) => await layla.call('POST /api/keys', { body: { name: 'A program', scopes } })
const under = ({ token }: { token: string }, more: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...more },
})
/** A client that has no session cookie, only an API key. */
const program = () => frogy.visitor()

test('assigns a scope to every call that needs sign-in, and to no other', () => {
  const silent = CALLS.filter(([, one]) => (one.access === 'public') !== (one.scope === undefined))
  expect(silent.map(([key]) => key)).toEqual([])
})

test('assigns no scope to calls on accounts, passwords, keys and administration', () => {
  const open = CALLS.filter(([, { scope }]) => scope).map(([key]) => key)
  expect(open.filter((key) => /admin|keys|user|sessions|password|login|register|push|connect/.test(key))).toEqual([])
})

describe('an API key', () => {
  test('shows the token of an API key only when the key is created', async () => {
    const { key, token } = await keyFor('posts:read')
    expect(token).toMatch(/^frogy_[\w-]{43}$/)
    const listed = await layla.call('GET /api/keys', {})
    expect(listed).toContainEqual(key)
    expect(JSON.stringify(listed)).not.toContain(token)
  })

  test('creates and lists posts with an API key instead of a session', async () => {
    const key = await keyFor('posts:read', 'posts:write')
    const body = { content: 'By a program', platform: 'linkedin' as const, status: 'draft' as const }
    const post = await program().call('POST /api/posts', { body, ...under(key) })
    expect(await layla.read(post)).toMatchObject({ content: 'By a program', status: 'draft' })
    expect((await program().call('GET /api/posts', under(key))).map(({ id }) => id)).toContain(post.id)
  })

  test('returns the stored response for a repeated Idempotency-Key and creates only one post', async () => {
    const key = await keyFor('posts:read', 'posts:write')
    const body = { content: 'Once', platform: 'linkedin' as const, status: 'draft' as const }
    const given = { body, ...under(key, { 'idempotency-key': crypto.randomUUID() }) }
    const [first, again] = [
      await program().call('POST /api/posts', given),
      await program().call('POST /api/posts', given),
    ]
    expect(again.id).toBe(first.id)
  })

  test("returns no other users' data to an API key", async () => {
    const omar = await frogy.person('linkedin')
    const post = await omar.schedule({ platform: 'linkedin', content: 'Mine', at: later(frogy) })
    const reply = await program().ask('GET /api/posts/{id}', {
      params: { id: post.id },
      ...under(await keyFor('posts:read')),
    })
    expect(reply.status).toBe(404)
  })

  test('accepts an API key from any origin, because other sites cannot send it', async () => {
    const key = await keyFor('posts:write')
    const body = { content: 'Hello', platform: 'linkedin' as const, status: 'draft' as const }
    const reply = await program().ask('POST /api/posts', { body, ...under(key, { origin: 'https://tool.example' }) })
    expect(reply.status).toBe(201)
    expect(reply.headers.get('access-control-allow-origin')).toBeNull()
  })

  test('ignores the session in a request that also has an API key', async () => {
    const key = await keyFor('posts:read')
    const reply = await layla.ask('GET /api/social-accounts', under(key))
    expect(reply).toMatchObject({ status: 403, body: { code: 'key_lacks_scope', values: { scope: 'accounts:read' } } })
  })

  test.each(byDepth<readonly Scope[]>({ gate: SCOPES.slice(0, 1), all: SCOPES }))(
    'allows an API key with the scope %s only the calls that require this scope',
    async (scope) => {
      const key = await keyFor(scope)
      for (const [call, { access, isHidden, scope: needed }] of CALLS) {
        const [method = '', path = ''] = call.split(' ')
        if (access === 'public') continue
        const address = path.replace('{id}', crypto.randomUUID()).replace(/\{\w+\}/, 'linkedin')
        const response = await program().fetch(address, { method, headers: { authorization: `Bearer ${key.token}` } })
        const { code } = response.headers.get('content-type')?.includes('json')
          ? ((await response.json()) as { code?: string })
          : {}
        const isRefused =
          code === 'key_lacks_scope' ||
          code === 'key_not_allowed' ||
          ((access === 'admin' || (isHidden === true && needed !== scope)) && code === 'not_found')
        expect({ call, isRefused }).toEqual({ call, isRefused: needed !== scope })
      }
    },
  )

  test('forbids an API key without posts:publish to publish posts or to delete published ones', async () => {
    const [writes, publishes] = [await keyFor('posts:write'), await keyFor('posts:write', 'posts:publish')]
    const body = { content: 'Now', platform: 'linkedin' as const, status: 'published' as const }
    const refused = await program().ask('POST /api/posts', { body, ...under(writes) })
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'key_lacks_scope', values: { scope: 'posts:publish' } },
    })
    const post = await program().call('POST /api/posts', { body, ...under(publishes) })
    expect(post.status).toBe('published')
    const removal = { params: { id: post.id }, query: { network: 'true' } }
    expect(await program().ask('DELETE /api/posts/{id}', { ...removal, ...under(writes) })).toMatchObject({
      status: 403,
    })
    expect((await layla.read(post)).status).toBe('published')
  })
})

describe('an API key without posts:publish', () => {
  const MINUTE_MS = 60_000
  const refused = { status: 403, body: { code: 'key_lacks_scope', values: { scope: 'posts:publish' } } }
  const at = (ms: number) => later(frogy, ms).toISOString()
  const post = { platform: 'linkedin' as const, content: 'By a program', status: 'scheduled' as const }
  const draftOf = (who: Person) => who.call('POST /api/posts', { body: { ...post, status: 'draft' } })
  const SOON = [-24 * 60, -2, -0.5, 0, 0.05, 1, 4.99]

  test.each(SOON)(
    'forbids an API key without posts:publish to schedule a post for %d minutes from now',
    async (minutes) => {
      const key = under(await keyFor('posts:write', 'posts:read'))
      const scheduledAt = at(minutes * MINUTE_MS)
      const create = { body: { ...post, scheduledAt }, ...key }
      expect(await program().ask('POST /api/posts', create)).toMatchObject(refused)
      const waiting = await layla.schedule({ ...post, at: later(frogy) })
      for (const { id } of [waiting, await draftOf(layla)]) {
        const move = { params: { id }, body: { scheduledAt, timeZone: 'Asia/Riyadh' }, ...key }
        expect(await program().ask('PATCH /api/posts/{id}', move)).toMatchObject(refused)
      }
      expect(await layla.read(waiting)).toMatchObject({ status: 'scheduled', scheduledAt: waiting.scheduledAt })
    },
  )

  test('allows an API key to schedule a post five minutes ahead, and with posts:publish sooner', async () => {
    const [writes, publishes] = [await keyFor('posts:write'), await keyFor('posts:write', 'posts:publish')]
    const far = { body: { ...post, scheduledAt: at(5.1 * MINUTE_MS) }, ...under(writes) }
    expect((await program().call('POST /api/posts', far)).status).toBe('scheduled')
    const near = { body: { ...post, scheduledAt: at(4 * MINUTE_MS) }, ...under(publishes) }
    expect((await program().call('POST /api/posts', near)).status).toBe('scheduled')
  })

  test('forbids an API key without posts:publish to schedule a post by a local time in the next minutes, even with a distant UTC time', async () => {
    const zoned = { scheduledAt: at(20 * HOUR_MS), timeZone: 'UTC', wallTime: at(MINUTE_MS).slice(0, 16) }
    const given = { body: { ...post, ...zoned }, ...under(await keyFor('posts:write')) }
    expect(await program().ask('POST /api/posts', given)).toMatchObject(refused)
  })

  test('forbids an API key without posts:publish to edit a post due within five minutes, but lets it unschedule the post', async () => {
    const soon = await layla.schedule({ ...post, at: later(frogy, 4 * MINUTE_MS) })
    const key = under(await keyFor('posts:write'))
    const params = { id: soon.id }
    for (const body of [{ content: 'Other words' }, { hashtags: ['#other'] }, { media: { images: [], videos: [] } }])
      expect(await program().ask('PATCH /api/posts/{id}', { params, body, ...key })).toMatchObject(refused)
    const stopped = await program().call('PATCH /api/posts/{id}', { params, body: { scheduledAt: null }, ...key })
    expect(stopped).toMatchObject({ status: 'draft', content: post.content })
  })

  test('forbids an API key without posts:publish to publish a post, or to resend an unconfirmed one', async () => {
    const key = under(await keyFor('posts:write', 'posts:read'))
    const params = { id: (await draftOf(layla)).id }
    expect(await program().ask('POST /api/posts/{id}/publish', { params, ...key })).toMatchObject(refused)
    const again = { params, body: { outcome: 'not_live' as const }, ...key }
    expect(await program().ask('POST /api/posts/{id}/resolve', again)).toMatchObject(refused)
  })

  test('returns the stored response for a repeated Idempotency-Key even if the schedule time is too near by then', async () => {
    const key = under(await keyFor('posts:write'), { 'idempotency-key': crypto.randomUUID() })
    const given = { body: { ...post, scheduledAt: at(6 * MINUTE_MS) }, ...key }
    const first = await program().call('POST /api/posts', given)
    frogy.clock.advance(2 * MINUTE_MS)
    expect((await program().call('POST /api/posts', given)).id).toBe(first.id)
    const other = { ...given, ...under({ token: key.headers.authorization.slice('Bearer '.length) }) }
    expect(await program().ask('POST /api/posts', other)).toMatchObject(refused)
  })
})

describe('rejected API keys', () => {
  const asked = async (token: string) => await program().ask('GET /api/posts', under({ token }))

  test('rejects an unknown API key', async () => {
    expect(await asked(`frogy_${'x'.repeat(43)}`)).toMatchObject({ status: 401, body: { code: 'key_refused' } })
  })

  test('rejects an API key after its owner has revoked it, and lets no other user revoke it', async () => {
    const { key, token } = await keyFor('posts:read')
    const params = { id: key.id }
    expect((await (await frogy.person()).ask('DELETE /api/keys/{id}', { params })).status).toBe(404)
    expect((await asked(token)).status).toBe(200)
    await layla.call('DELETE /api/keys/{id}', { params })
    expect((await asked(token)).status).toBe(401)
  })

  test('rejects an API key after ninety days by default', async () => {
    await using other = await startFrogy()
    const omar = await other.person()
    const make = async (endsInDays?: number | null) =>
      await omar.call('POST /api/keys', { body: { name: 'Mine', scopes: ['posts:read'], endsInDays } })
    const [usual, long, endless] = [await make(), await make(365), await make(null)]
    const states = async () =>
      await Promise.all(
        [usual, long, endless].map(async (one) => (await other.visitor().ask('GET /api/posts', under(one))).status),
      )
    other.clock.advance(90 * DAY_MS - 60_000)
    expect(await states()).toEqual([200, 200, 200])
    other.clock.advance(60_000)
    expect(await states()).toEqual([401, 200, 200])
    other.clock.advance(400 * DAY_MS)
    expect(await states()).toEqual([401, 401, 200])
  })

  test('deletes only expired API keys', async () => {
    await using place = await installation()
    {
      await using here = await place.start()
      const omar = await here.visitor().register()
      for (const [name, endsInDays] of [
        ['Ended', 30],
        ['Good', 365],
        ['Endless', null],
      ] as const)
        await omar.call('POST /api/keys', { body: { name, scopes: ['posts:read'], endsInDays } })
    }
    await using database = await place.database()
    place.clock.advance(31 * DAY_MS)
    await deleteOldRows(database, place.clock.now())
    const left = await database.query(sql`select ${columns('api_keys', 'name')} from api_keys order by created_at`)
    expect(left).toEqual([{ name: 'Good' }, { name: 'Endless' }])
  })

  test('rejects an API key while its user is suspended, and stores only its hash', async () => {
    await using place = await installation()
    let email = ''
    let token = ''
    {
      await using here = await place.start()
      const omar = await here.visitor().register()
      email = omar.user?.email ?? ''
      token = (await omar.call('POST /api/keys', { body: { name: 'Mine', scopes: ['posts:read'] } })).token
    }
    expect(await place.everythingStored()).not.toContain(token.slice('frogy_'.length))
    const suspend = async (at: Date | null, reason: string | null) => {
      {
        await using database = await place.database()
        await database.query(
          sql`update users set suspended_at = ${at}, suspension_reason = ${reason} where email = ${email}`,
        )
      }
      await using here = await place.start()
      return (await here.visitor().ask('GET /api/posts', under({ token }))).status
    }
    expect(await suspend(place.clock.now(), 'Spam')).toBe(401)
    expect(await suspend(null, null)).toBe(200)
  })

  test('rejects calls with an API key until the next minute after too many calls', async () => {
    await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
    const omar = await guarded.person()
    const make = () => omar.call('POST /api/keys', { body: { name: 'Mine', scopes: ['posts:read'] } })
    const [busy, other] = [await make(), await make()]
    const ask = async (one: { token: string }) => await guarded.visitor().ask('GET /api/slots', under(one))
    for (let n = 0; n < 120; n++) expect((await ask(busy)).status).toBe(200)
    const reply = await ask(busy)
    expect(reply.status).toBe(429)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(other)).status).toBe(200)
    guarded.clock.advance(60_000)
    expect((await ask(busy)).status).toBe(200)
  })
})

test('shows when an API key was last used, to the minute', async () => {
  const { key, token } = await keyFor('posts:read')
  expect(key.lastUsedAt).toBeNull()
  await program().call('GET /api/slots', under({ token }))
  const used = (await layla.call('GET /api/keys', {})).find(({ id }) => id === key.id)
  expect(used?.lastUsedAt).not.toBeNull()
})

test('limits a user to thirty API keys', async () => {
  const omar = await frogy.person()
  const make = () => omar.ask('POST /api/keys', { body: { name: 'Mine', scopes: ['posts:read'] } })
  const made = await Promise.all(Array.from({ length: 32 }, make))
  expect(made.filter(({ status }) => status === 201)).toHaveLength(30)
  expect((await make()).body.code).toBe('too_many_keys')
})
