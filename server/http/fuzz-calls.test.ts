import { once } from 'node:events'
import { Agent, createServer, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import { PLATFORMS } from '#core/platforms/platform.ts'
import {
  arbitraryRequest,
  formOf,
  plainRequest,
  type ArbitraryRequest,
  type Call,
} from '#tests/support/arbitrary-requests.ts'
import { responseChecker, type Answer } from '#tests/support/response-schema-faults.ts'
import type { CallsDocument } from '#tests/support/openapi-samples.ts'
import {
  SESSION_ENDING_CALLS,
  createFixtureRecords,
  knownValues,
  serveFixturePages,
  type FixtureRecords,
} from '#tests/support/fixture-records.ts'
import type { Person } from '#tests/support/person.ts'
import { deepTest } from '#tests/support/deep-test.ts'
import { byDepth } from '#tests/support/depth.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

// Sends requests that each call allows, nearly allows or forbids, and expects documented responses only.
// A failure names its seed. FUZZ_SEED repeats the same requests, FUZZ_RUNS sends more.

const RUNS = Number(process.env.FUZZ_RUNS ?? byDepth({ gate: 1, all: 50 }))
const STRANGERS_RUNS = Math.ceil(RUNS / 5)
const SEED = process.env.FUZZ_SEED
const KEYS = [...Object.keys(api), 'GET /api/events']
const SOME_KEYS = byDepth({ gate: KEYS.filter((_, n) => n % 4 === 0), all: KEYS })
/** The test that reaches each hourly limit skips calls with a higher limit than this. */
const MOST_REPEATS = 1_200
/** Calls whose success requires a mail, an authenticator, a passkey, a job, a model, a platform or a failure. */
const OUT_OF_REACH = new Set([
  'POST /api/reset-password',
  'POST /api/confirm-email',
  'POST /api/profile/email/confirm',
  'POST /api/profile/keep',
  'POST /api/mailed-link',
  'POST /api/social-accounts/{platform}/connect',
  'POST /api/admin/networks/{platform}/check',
  'POST /api/meta/{platform}/deauthorize',
  'POST /api/meta/{platform}/delete-data',
  'GET /api/data-deletions/{code}',
  'POST /api/login/code',
  'POST /api/two-factor/confirm',
  'DELETE /api/admin/users/{id}/two-factor',
  'POST /api/two-factor/recovery-codes',
  'POST /api/passkeys/options',
  'POST /api/passkeys',
  'DELETE /api/passkeys/{id}',
  'POST /api/login/passkey/options',
  'POST /api/login/passkey',
  'GET /api/export/{id}/file',
  'POST /api/images/{id}/alt-text',
  // A call that succeeds only with the address of a picture.
  'POST /api/images/from-address',
  // Calls that succeed only during an unfinished upload.
  'GET /api/videos/{id}',
  'POST /api/videos/{id}/parts',
  'POST /api/videos/{id}/finish',
  'DELETE /api/videos/{id}',
  // Calls that succeed only for an uploaded video or document.
  'POST /api/videos/{id}/cover',
  'DELETE /api/videos/{id}/cover',
  'PUT /api/videos/{id}/captions',
  'DELETE /api/videos/{id}/captions',
  'GET /api/videos/{id}/copy',
  'POST /api/videos/{id}/copy',
  'DELETE /api/videos/{id}/copy',
  'GET /media/{id}/video',
  'GET /media/{id}/cover',
  'GET /media/{id}/document',
  // A call that succeeds only for a thread whose publishing has stopped at one of its parts.
  'POST /api/posts/{id}/continue',
  // Calls that succeed only for a post in review.
  'POST /api/posts/{id}/approve',
  'POST /api/posts/{id}/return',
  // Calls that succeed only for a post that repeats, an evergreen post, or a shared report.
  'DELETE /api/posts/{id}/repeats',
  'DELETE /api/posts/{id}/evergreen',
  'DELETE /api/reports/{id}',
  // Calls that succeed only in a workspace, which has comments and review links.
  'GET /api/posts/{id}/comments',
  'POST /api/posts/{id}/comments',
  'PATCH /api/comments/{id}',
  'DELETE /api/comments/{id}',
  'GET /api/review-links',
  'POST /api/review-links',
  'DELETE /api/review-links/{id}',
  'POST /api/review/unlock',
  'POST /api/review/read',
  'POST /api/review/comment',
  'POST /api/review/delete-comment',
  'POST /api/review/mark',
  'POST /api/review/decide',
  'GET /media/review/{link}/{id}/{signature}',
  'POST /api/content/rework',
  'POST /api/content/openings',
  // A call that succeeds only after five published posts with the same edit.
  'POST /api/voice/proposal/answer',
  'PUT /api/admin/local-models',
  'PUT /api/admin/providers/{provider}',
  'DELETE /api/admin/providers/{provider}',
  'POST /api/admin/providers/{provider}/test',
  'POST /api/admin/jobs/{id}/retry',
  'POST /api/webhooks/{id}/deliveries/{delivery}/resend',
  'GET /api/admin/backups/{id}/file',
  'GET /api/oauth/requests/{id}',
  'POST /api/oauth/requests/{id}',
  'DELETE /api/oauth/requests/{id}',
  'GET /feeds/calendar.ics',
  'GET /feeds/published.rss',
  'POST /api/admin/queue/posts/{id}/retry',
  'GET /media/public/{id}/{platform}/{until}/{signature}',
  'GET /media/account/{id}',
])

const site = createServer(serveFixturePages)
const agent = new Agent({ keepAlive: true })
const complaints = vi.spyOn(console, 'error')
let frogy: Frogy
let layla: Person
let other: Person
let things: FixtureRecords
let othersThings: unknown
let document: CallsDocument
let faultsOf: ReturnType<typeof responseChecker>

beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  // Replaces the addresses of AI providers for entered keys, so that no test sends requests to them.
  const vendors = { openai: 'http://127.0.0.1:9', anthropic: 'http://127.0.0.1:9' }
  frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: host }, { vendors })
  layla = await frogy.person(...PLATFORMS)
  other = await frogy.person('linkedin')
  things = await createFixtureRecords(frogy, layla, other, `http://${host}/article`)
  othersThings = await allData(other)
  document = (await (await layla.fetch('/api/openapi.json')).json()) as CallsDocument
  faultsOf = responseChecker(document)
})
afterAll(async () => {
  complaints.mockRestore()
  agent.destroy()
  await frogy[Symbol.asyncDispose]()
  site.close()
  site.closeAllConnections()
})

describe('valid requests', () => {
  test.each(KEYS.filter((key) => !OUT_OF_REACH.has(key)))(
    'answers random requests to the call %s only as documented',
    async (key) => {
      const answer = await send(plainRequest(callOf(key), knownValues(key, things, frogy)), await senderOf(key))
      expect(answer).toMatchObject({ status: expect.toBeOneOf([200, 201, 202, 204, 302]) })
      expect(faultsOf(callOf(key).operation, answer)).toEqual([])
    },
  )
})

describe('random requests by a user', () => {
  test.concurrent.each(SOME_KEYS)(
    "gives a signed-in user only documented responses to the call %s, without other users' data",
    async (key) => {
      const person = await senderOf(key)
      const { email: _, workspace, ...others } = things.others
      // Administrators may see the ids of other users' workspaces.
      const hidden = [...Object.values(others), ...(key === 'GET /api/admin/users' ? [] : [workspace])]
      await forAny(key, RUNS, async (request, { operation }) => {
        const answer = await send(request, person)
        expect(faultsOf(operation, answer)).toEqual([])
        for (const id of hidden) expect(answer.status < 400 ? answer.body : '').not.toContain(id)
      })
    },
  )
})

describe('random requests by a stranger', () => {
  test.concurrent.each(SOME_KEYS)('gives a stranger only documented responses to the call %s', async (key) => {
    await forAny(key, STRANGERS_RUNS, async (request, { operation }) => {
      const answer = await send(request, frogy.visitor())
      expect(faultsOf(operation, answer)).toEqual([])
      if (operation.security.length === 0 || answer.status >= 400) return
      expect(answer).toMatchObject({ status: 302, headers: { location: expect.stringMatching(/^\/auth\?/) } })
    })
  })
})

describe('Retry-After', () => {
  test('sets Retry-After on every call while Frogy shuts down', async () => {
    await using stopping = await startFrogy()
    void stopping.drain(60_000)
    for (const key of KEYS.filter((one) => one.includes(' /api/'))) {
      const request = plainRequest(callOf(key), knownValues(key, things, frogy))
      const answer = await send(request, stopping.visitor())
      expect({ key, status: answer.status }).toEqual({ key, status: 503 })
      expect(faultsOf(callOf(key).operation, answer)).toEqual([])
    }
  })

  deepTest('sets Retry-After on every rate-limited call', async () => {
    await using guarded = await startFrogy({ RATE_LIMITS: 'on' })
    const person = await guarded.person()
    const counted = Object.entries(api as Record<string, Endpoint>).filter(
      ([, { perHour = 0 }]) => perHour > 0 && perHour <= MOST_REPEATS,
    )
    expect(counted.map(([key]) => key)).toContain('POST /api/login')
    for (const [key, { perHour = 0 }] of counted) {
      const [{ method, path, operation }, body] = [callOf(key), '{']
      const request = { method, path: path.replace('{platform}', 'x').replace('{id}', 'x'), headers: {}, body }
      for (let n = 0; n < perHour; n++) await send(request, person)
      const answer = await send(request, person)
      expect({ key, status: answer.status }).toEqual({ key, status: 429 })
      expect(faultsOf(operation, answer)).toEqual([])
    }
  })
})

describe('after the random requests', () => {
  test("leaves a user's data unchanged after all random requests by other users", async () => {
    expect(await allData(other)).toEqual(othersThings)
  })

  test('logs no error during all random requests, and keeps serving', async () => {
    expect(complaints).not.toHaveBeenCalled()
    expect((await frogy.visitor().fetch('/healthz')).status).toBe(200)
  })
})

function callOf(key: string): Call {
  const { method, path } = methodAndPath(key)
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${key} is not described`)
  return { method, path, operation }
}

/** A new session of Layla, in a separate browser. */
const session = () => frogy.visitor().signIn(layla.user?.email ?? '')

const senderOf = (key: string) => (SESSION_ENDING_CALLS.has(key) ? frogy.person() : session())

async function forAny(
  key: string,
  numRuns: number,
  holds: (request: ArbitraryRequest, call: Call) => Promise<void>,
): Promise<void> {
  const call = callOf(key)
  const property = fc.asyncProperty(arbitraryRequest(call, knownValues(key, things, frogy)), (one) => holds(one, call))
  await fc.assert(property, { numRuns, ...(SEED && { seed: Number(SEED) }) })
}

/** Sends a request, even an invalid one that fetch would refuse. Reads only the start of an event stream. */
async function send({ method, path, headers, body, form }: ArbitraryRequest, as: Person): Promise<Answer> {
  const packed = form && new Response(formOf(form))
  const bytes = packed ? await packed.bytes() : body === undefined ? undefined : Buffer.from(body)
  const request = httpRequest(new URL(as.url), {
    agent,
    method,
    path,
    headers: {
      cookie: as.cookie,
      ...(packed && { 'content-type': packed.headers.get('content-type') ?? '' }),
      ...(bytes && { 'content-length': bytes.length }),
      ...headers,
    },
  })
  request.end(bytes)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let text = ''
  for await (const piece of response.setEncoding('utf8')) {
    text += String(piece)
    if (response.headers['content-type']?.startsWith('text/event-stream')) break
  }
  return { status: response.statusCode ?? 0, headers: response.headers, body: text }
}

/** All data of a user, as the user sees it. */
async function allData(person: Person): Promise<unknown> {
  return {
    user: await person.call('GET /api/user', {}),
    posts: await person.call('GET /api/posts', {}),
    accounts: await person.call('GET /api/social-accounts', {}),
    images: await person.call('GET /api/images', { query: { ids: things.others.image } }),
    notifications: await person.call('GET /api/notifications', {}),
  }
}
