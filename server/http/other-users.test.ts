import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import { methodAndPath, type Endpoint } from '#core/endpoint.ts'
import type { ErrorBody } from '#core/errors.ts'
import { formOf, plainRequest, type Call } from '#tests/support/arbitrary-requests.ts'
import type { CallsDocument, Known, Schema } from '#tests/support/openapi-samples.ts'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import { eventually } from '#tests/support/eventually.ts'
import {
  SESSION_ENDING_CALLS,
  createFixtureRecords,
  knownValues,
  serveFixturePages,
  type FixtureRecords,
} from '#tests/support/fixture-records.ts'
import type { Person } from '#tests/support/person.ts'
import { pictureFile } from '#tests/support/pictures.ts'
import { fixtureEmail } from '#tests/support/fixture-users.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { later } from '#tests/support/publishing.ts'
import { uploadVideo, videoFile } from '#tests/support/videos.ts'
import { openDatabase } from '../db/database.ts'
import sql from '../db/sql.ts'

// Makes every documented call with the ids of Layla's data: as Omar and without a session. New calls are included
// automatically. A test fails when Layla has no data for a call.

const EVENTS = 'GET /api/events'
const calls = new Map<string, Pick<Endpoint, 'access' | 'isHidden'>>([
  ...Object.entries(api as Record<string, Endpoint>),
  [EVENTS, { access: 'user' }],
])
const KEYS = [...calls.keys()]
const LAYLA = fixtureEmail(2)
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const NOBODYS = '00000000-0000-4000-8000-000000000000'

/** Whether a call is about OAuth consent requests, which belong to no user before the consent. */
const hasNoOwner = (key: string) => methodAndPath(key).path.startsWith('/api/oauth/')
/**
 * Whether a call is about comments or review links. They exist only in workspaces, whose calls `matrix.test.ts` tests.
 */
const isOfWorkspaces = (key: string) => /\/comments|\/review-links/.test(key)
/** Calls on one item of a user. */
const aboutOne = KEYS.filter(
  (key) => key.includes('{id}') && calls.get(key)?.access === 'user' && !hasNoOwner(key) && !isOfWorkspaces(key),
)
const public_ = KEYS.filter((key) => calls.get(key)?.access === 'public')
const forAdmins = KEYS.filter((key) => calls.get(key)?.access === 'admin')

/** Whether a call is about the cover, captions or converted copy of an uploaded video. */
const isOfExtras = (key: string) => /\/(?:cover|captions|copy)$/.test(key)
const OF_UPLOADS = KEYS.filter((key) => key.includes(' /api/videos/{id}') && !isOfExtras(key))

const site = createServer(serveFixturePages)
let frogy: Frogy
let layla: Person
let omar: Person
let things: FixtureRecords
let document: CallsDocument
let allLaylasIds: string[]
/** Ids of Layla's data that only a job, a device or a webhook's receiver can create. */
let made: {
  export: string
  passkey: string
  delivery: string
  video: string
  covered: string
  slides: string
  uploads: string[]
  report: string
  repeated: string
}
let before: unknown

beforeAll(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
  frogy = await startFrogy(
    { EXTRACT_ALLOW_HOSTS: host },
    {
      vendors: { openai: 'http://127.0.0.1:9', anthropic: 'http://127.0.0.1:9' },
      fill: async (place) => {
        await using database = await openDatabase({ ...place, onError: console.error })
        await database.query(sql`
          insert into passkeys (user_id, credential_id, public_key, counter, transports, host, is_synced, created_at)
          select id, 'a', 'b', 0, '{}', '127.0.0.1', true, now() from users where email = ${LAYLA}`)
      },
    },
  )
  await frogy.person()
  layla = await frogy.person('linkedin', 'twitter', 'facebook')
  omar = await frogy.person('linkedin')
  things = await createFixtureRecords(frogy, layla, omar, `http://${host}/article`)
  made = { ...(await pauseWebhook(things.webhooks[0] ?? '')), ...(await uploadFiles()), ...(await shareAndRepeat()) }
  const { others: _, administered: __, pictures: ___, document: ____, page: _____, ...own } = things
  allLaylasIds = [...stringsIn(own), ...stringsIn(made), LAYLA].filter((one) => one.length > 8)
  document = (await (await layla.fetch('/api/openapi.json')).json()) as CallsDocument
  before = await allData()
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  site.close()
  site.closeAllConnections()
})

/** Uploads a video and a PDF document, and begins an upload for each call that needs an unfinished one. */
async function uploadFiles(): Promise<Pick<typeof made, 'video' | 'covered' | 'slides' | 'uploads'>> {
  const uploads: string[] = []
  for (const key of OF_UPLOADS)
    uploads.push((await layla.call('POST /api/videos', { body: { name: 'a.mp4', size: 1_000, key } })).id)
  const [video, covered] = [await uploadVideo(layla, videoFile()), await uploadVideo(layla, videoFile())]
  const form = new FormData()
  form.append('atMs', '0')
  form.append('picture', new Blob([new Uint8Array(await pictureFile('jpeg', 300, 200))]), 'a.jpg')
  await layla.call('POST /api/videos/{id}/cover', { params: { id: covered }, form })
  return { video, covered, slides: await uploadDocument(layla, pdfFile()), uploads }
}

/** Shares a report, repeats a post, and makes that post evergreen. */
async function shareAndRepeat(): Promise<Pick<typeof made, 'report' | 'repeated'>> {
  const { report } = await layla.call('POST /api/reports', { body: { from: '2026-01-01', to: '2026-01-31' } })
  const post = await layla.schedule({ platform: 'linkedin', content: 'Weekly', at: later(frogy, 3 * 86_400_000) })
  await layla.call('POST /api/posts/{id}/repeats', { params: { id: post.id }, body: { unit: 'week', count: 2 } })
  await layla.call('PUT /api/posts/{id}/evergreen', { params: { id: post.id }, body: { pauseDays: 30 } })
  return { report: report.id, repeated: post.id }
}

async function pauseWebhook(webhook: string): Promise<Pick<typeof made, 'export' | 'passkey' | 'delivery'>> {
  const params = { id: webhook }
  await layla.call('POST /api/webhooks/{id}/test', { params })
  const archive = await layla.call('POST /api/export', {})
  await eventually(async () => expect((await layla.call('GET /api/export', {})).last?.state).toBe('ready'))
  const [delivery] = await layla.call('GET /api/webhooks/{id}/deliveries', { params })
  const { passkeys } = await layla.call('GET /api/passkeys', {})
  return { export: archive.id, passkey: passkeys[0]?.id ?? '', delivery: delivery?.id ?? '' }
}

test('tests every documented call, and no other', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.toSorted()).toEqual(KEYS.toSorted())
})

describe('without a session', () => {
  test.each(KEYS.filter((key) => !public_.includes(key)))(
    'reveals no user data to a signed-out visitor in the call %s',
    async (key) => {
      const { status, text } = await send(key, knownOf(key), frogy.visitor())
      expect({ status, leaked: leaked(text) }).toEqual({ status: calls.get(key)?.isHidden ? 404 : 401, leaked: [] })
    },
  )

  test.each(public_)('reveals no user data in the public call %s', async (key) => {
    // Send Layla's real ids, which are not secret, but no mailed codes, signatures or passwords.
    const known = { ...knownOf(key), key: ['x'], password: ['not her password'], email: [LAYLA] }
    const { status, text } = await send(key, known, frogy.visitor())
    expect({ isServed: status < 500, leaked: leaked(text) }).toEqual({ isServed: true, leaked: [] })
  })
})

describe('another user', () => {
  test.each(aboutOne)("treats another user's items as missing in the call %s", async (key) => {
    const [ofHers, ofNobody] = [
      await send(key, knownOf(key), omar),
      await send(key, { ...knownOf(key), '{id}': [NOBODYS] }, omar),
    ]
    expect({ status: ofHers.status, leaked: leaked(ofHers.text) }).toEqual({ status: 404, leaked: [] })
    expect(codeIn(ofHers.text)).toBe(codeIn(ofNobody.text))
  })

  test.each(forAdmins)("refuses the administrator's call %s to an ordinary user", async (key) => {
    const { status, text } = await send(key, knownOf(key), omar)
    expect({ status, leaked: leaked(text) }).toEqual({ status: calls.get(key)?.isHidden ? 404 : 403, leaked: [] })
  })

  test.each(KEYS)(
    "returns no data of another user when the input of the call %s contains that user's ids",
    async (key) => {
      const from = SESSION_ENDING_CALLS.has(key) ? await frogy.person('linkedin') : omar
      const named = namesIn(key)
      for (const name of named.length > 0 ? named : [undefined]) {
        const own = { ...knownOf(key), ...NO_REFERENCES, '{id}': [NOBODYS] }
        const known = name ? { ...own, [name]: LAYLAS_IDS[name]?.() } : own
        const { status, text } = await send(key, known, SESSION_ENDING_CALLS.has(key) ? from : await session(from))
        expect({ key, name, isServed: status < 500 || status === 503, leaked: leaked(text) }).toEqual({
          key,
          name,
          isServed: true,
          leaked: [],
        })
      }
    },
  )

  test('returns no data of another user for HTTP methods that a documented path does not have', async () => {
    const faults: unknown[] = []
    for (const [path, key] of new Map(KEYS.map((key) => [methodAndPath(key).path, key]))) {
      const { path: filled, headers } = plainRequest(callOf(key), knownOf(key))
      for (const method of METHODS.filter((one) => !calls.has(`${one} ${path}`))) {
        // The server answers HEAD like GET. Skip the event stream, which would never end.
        const isHead = method === 'HEAD' && calls.has(`GET ${path}`)
        if (isHead && key === EVENTS) continue
        const response = await omar.fetch(filled, { method, headers })
        const found = leaked(await response.text())
        if (found.length > 0 || (response.ok && !isHead) || response.status >= 500)
          faults.push({ method, path, status: response.status, found })
      }
    }
    expect(faults).toEqual([])
  })

  test('tests every kind of id that the input of a call can contain', () => {
    const names = new Set(KEYS.flatMap(namesIn))
    expect([...names].filter((name) => !(name in LAYLAS_IDS))).toEqual([])
  })
})

describe('after requests by another user', () => {
  test("leaves a user's data unchanged after all requests by another user", async () => {
    expect(await allData()).toEqual(before)
  })

  test("links no data of one user to another user's data", async () => {
    expect(leaked(JSON.stringify(await omar.call('GET /api/posts', { query: { limit: '200' } })))).toEqual([])
    expect(leaked(JSON.stringify(await omar.call('GET /api/conversations', {})))).toEqual([])
  })

  // Proves that the ids in the requests above exist. The call for account pictures is tested in
  // account-pictures.test.ts.
  test.each(aboutOne.filter((key) => key !== 'GET /media/account/{id}'))(
    "finds a user's own items in the call %s, which treats another user's items as missing",
    async (key) => {
      const { status } = await send(key, knownOf(key), await session(layla))
      expect(status).not.toBe(404)
    },
  )
})

/** Layla's ids for each member of a request body or query that can hold one. Add each new member here. */
const LAYLAS_IDS: Record<string, () => readonly unknown[]> = {
  accountId: () => things.accounts,
  accountIds: () => things.accounts,
  // Only workspaces have comments, and Layla is in none. Send ids of posts instead.
  commentId: () => things.posts,
  // Layla is in no workspace. oauth.test.ts tests this property of the input with the ids of other users' workspaces.
  workspaceId: () => things.posts,
  conversationId: () => things.conversations,
  beforeId: () => things.conversations,
  replaces: () => things.posts,
  siblingId: () => things.posts,
  postId: () => things.posts,
  except: () => things.posts,
  images: () => things.images,
  ids: () => [things.images[0]],
  after: () => things.images,
  tag: () => things.doomed.tags,
  tagIds: () => things.doomed.tags,
}
/** Test values for request members that need no existing item. */
const NO_REFERENCES: Known = {
  accountId: [null],
  conversationId: [null],
  replaces: [null],
  siblingId: [null],
  images: [],
  tagIds: [],
  key: ['x'],
  // The token of an invitation link admits anyone who has it, so the test sends an invented one.
  token: ['x'],
}

/** The members of a call's input that are ids or lists of them. */
function namesIn(key: string): string[] {
  const { operation } = callOf(key)
  const found = new Set<string>()
  const look = (name: string, { format, items, properties, anyOf }: Schema): void => {
    if (format === 'uuid' || name === 'images' || name === 'ids') found.add(name)
    if (items) look(name, items)
    for (const one of anyOf ?? []) look(name, one)
    for (const [inner, part] of Object.entries(properties ?? {})) look(inner, part)
  }
  for (const { name, in: place, schema } of operation.parameters) if (place === 'query') look(name, schema)
  const json = operation.requestBody?.content['application/json']?.schema
  if (json) look('', json)
  return [...found]
}

/** The ids of Layla's data with which a test can call this endpoint. */
function knownOf(key: string): Known {
  const known = knownValues(key, things, frogy)
  const { path } = methodAndPath(key)
  return {
    ...known,
    ...(path.startsWith('/api/export/') && { '{id}': [made.export] }),
    ...(path.startsWith('/api/passkeys/') && { '{id}': [made.passkey] }),
    ...(path.startsWith('/api/reports/') && { '{id}': [made.report] }),
    ...(/\/(?:repeats|evergreen)$/.test(path) && { '{id}': [made.repeated] }),
    ...(isOfExtras(key) && { '{id}': [key === 'GET /media/{id}/cover' ? made.covered : made.video], atMs: ['0'] }),
    ...(key === 'GET /media/{id}/video' && { '{id}': [made.video] }),
    ...(key === 'GET /media/{id}/document' && { '{id}': [made.slides] }),
    ...(OF_UPLOADS.includes(key) && { '{id}': [made.uploads[OF_UPLOADS.indexOf(key)]], offset: ['0'] }),
    '{delivery}': [made.delivery],
  }
}

function callOf(key: string): Call {
  const { method, path } = methodAndPath(key)
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${key} is not described`)
  return { method, path, operation }
}

/** Signs the same user in with a separate browser. */
const session = (person: Person) => frogy.visitor().signIn(person.user?.email ?? '')

async function send(key: string, known: Known, as: Person): Promise<{ status: number; text: string }> {
  const { method, path, headers, body, form } = plainRequest(callOf(key), known)
  const response = await as.fetch(path, { method, headers, body: form ? formOf(form) : body })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isStream) await response.body?.cancel()
  return { status: response.status, text: isStream ? '' : await response.text() }
}

/** The ids of Layla's data that a response to another user contains. */
const leaked = (text: string): string[] => allLaylasIds.filter((one) => text.includes(one))

const codeIn = (text: string): string | undefined => (text === '' ? undefined : (JSON.parse(text) as ErrorBody).code)

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

/** All data of Layla, as she sees it. */
async function allData(): Promise<unknown> {
  return {
    profile: await layla.call('GET /api/profile', {}),
    posts: await layla.call('GET /api/posts', { query: { limit: '200' } }),
    accounts: await layla.call('GET /api/social-accounts', {}),
    images: await layla.call('GET /api/images', { query: { ids: things.images.join(',') } }),
    notifications: await layla.call('GET /api/notifications', {}),
    conversations: await layla.call('GET /api/conversations', {}),
    talk: await layla.call('GET /api/conversations/{id}', { params: { id: things.conversations[0] ?? '' } }),
    webhooks: (await layla.call('GET /api/webhooks', {})).map(({ id, url, events }) => ({ id, url, events })),
    keys: await layla.call('GET /api/keys', {}),
    passkeys: await layla.call('GET /api/passkeys', {}),
    feeds: await layla.call('GET /api/feeds', {}),
    export: await layla.call('GET /api/export', {}),
    sessions: (await layla.call('GET /api/sessions', {})).map(({ id }) => id).toSorted(),
  }
}
