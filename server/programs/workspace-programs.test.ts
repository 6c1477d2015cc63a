import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { SCOPES } from '#core/programs/scopes.ts'
import { WEBHOOK_EVENTS } from '#core/programs/webhooks-contract.ts'
import type { Role } from '#core/workspaces/role.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { joinWorkspace, makeTeam, nameOf } from '#tests/support/team.ts'
import { openWebhookReceiver } from '#tests/support/webhook-receiver.ts'

// Tests keys, assistants, webhooks and feeds that were created in a workspace.

let receiver: Awaited<ReturnType<typeof openWebhookReceiver>>
let frogy: Frogy
beforeAll(async () => {
  receiver = await openWebhookReceiver()
  frogy = await startFrogy({ EXTRACT_ALLOW_HOSTS: receiver.host })
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const keyOf = async (who: Person) =>
  (await who.call('POST /api/keys', { body: { name: 'A program', scopes: [...SCOPES] } })).token
const under = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })

/** A workspace with an owner, an editor, a writer and a connected account. `token` is an API key of the workspace. */
async function team() {
  const made = await makeTeam(frogy, 'editor', 'writer')
  await made.owner.connect('linkedin')
  return { ...made, token: await keyOf(made.owner) }
}

async function assistant(token: string, path: string) {
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = under(token)
  await client.connect(new StreamableHTTPClientTransport(new URL(path, frogy.url), { requestInit }))
  return Object.assign(client, {
    async use<T>(name: string, given: Record<string, unknown>) {
      const { structuredContent, isError } = await client.callTool({ name, arguments: given })
      return isError ? undefined : (structuredContent as T)
    },
    [Symbol.asyncDispose]: () => client.close(),
  })
}

test("lets an assistant with a workspace's key use that workspace, at /mcp and at its own address", async () => {
  const { id, owner, token } = await team()
  const own = await frogy.visitor().signIn(owner.user?.email ?? '')
  for (const path of ['/mcp', `/w/${id}/mcp`]) {
    await using it = await assistant(token, path)
    const draft = await it.use<Post>('draft_post', { platform: 'linkedin', content: `Ours by ${path}` })
    expect((await owner.read({ id: draft?.id ?? '' })).content).toBe(`Ours by ${path}`)
    const wallTime = '2031-07-01T08:30'
    const asked = { id: draft?.id, wallTime, timeZone: 'Asia/Riyadh' }
    expect(await it.use<Post>('schedule_post', asked)).toMatchObject({ scheduledAt: '2031-07-01T05:30:00.000Z' })
  }
  expect(await own.call('GET /api/posts', {})).toEqual([])
})

test("shows an assistant the workspace's posts in review", async () => {
  const { owner, members, token } = await team()
  await owner.call('PATCH /api/workspaces/{id}', {
    params: { id: (await owner.call('GET /api/workspaces', {}))[0]?.id ?? '' },
    body: { approval: { of: 'writers', platforms: [] } },
  })
  const asked = await members[1].schedule({ platform: 'linkedin', content: 'May I?', at: later(frogy) })
  await using it = await assistant(token, '/mcp')
  const list = await it.use<{ items: Post[] }>('list_posts', { status: 'in_review' })
  expect(list?.items.map(({ id }) => id)).toEqual([asked.id])
})

test("publishes a post by an owner's API key without approval, even if editors need approval", async () => {
  const { id, owner, token } = await team()
  await owner.call('PATCH /api/workspaces/{id}', { params: { id }, body: { approval: { of: 'all', platforms: [] } } })
  const body = { platform: 'linkedin' as const, content: 'By a program', status: 'published' as const }
  const post = await frogy.visitor().call('POST /api/posts', { body, ...under(token) })
  expect(post.status).toBe('published')
})

test("lets a workspace's API key do only what the current role of its creator allows", async () => {
  const { id, owner, members } = await team()
  const [creator] = members
  const params = { id, userId: creator.user?.id ?? '' }
  const become = (role: Role) => owner.call('PATCH /api/workspaces/{id}/members/{userId}', { params, body: { role } })
  await owner.call('PATCH /api/workspaces/{id}', { params: { id }, body: { approval: { of: 'all', platforms: [] } } })
  await become('owner')
  const key = under(await keyOf(creator))
  expect((await owner.call('GET /api/keys', {})).map(({ createdBy }) => createdBy)).toContain(nameOf(creator))
  const program = frogy.visitor()
  const post = { platform: 'linkedin', content: 'By a program', scheduledAt: later(frogy).toISOString() } as const
  const schedule = () => program.ask('POST /api/posts', { body: { ...post, status: 'scheduled' }, ...key })
  expect(await schedule()).toMatchObject({ status: 201, body: { status: 'scheduled' } })
  await become('editor')
  expect(await schedule()).toMatchObject({ status: 201, body: { status: 'in_review' } })
  const now = { platform: 'linkedin', content: 'At once', status: 'published' } as const
  expect((await program.ask('POST /api/posts', { body: now, ...key })).body.code).toBe('approval_required')
  await become('viewer')
  expect(await schedule()).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect(await program.call('GET /api/posts', key)).toHaveLength(2)
})

test("revokes a workspace's key when its creator leaves the workspace, or when the workspace is deleted", async () => {
  const { id, owner, members, token } = await team()
  const [creator] = members
  const params = { id, userId: creator.user?.id ?? '' }
  const makeOwner = () => owner.call('PATCH /api/workspaces/{id}/members/{userId}', { params, body: { role: 'owner' } })
  await makeOwner()
  const ended = await keyOf(creator)
  const program = frogy.visitor()
  const statusOf = async (key: string) => (await program.ask('GET /api/posts', under(key))).status
  expect(await statusOf(ended)).toBe(200)
  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
  expect(await statusOf(ended)).toBe(401)
  expect(await owner.call('GET /api/keys', {})).toHaveLength(1)
  // A removed member who joins again does not get the earlier access back.
  await joinWorkspace(owner, id, creator.movedTo(frogy.url), 'viewer')
  await makeOwner()
  expect(await statusOf(ended)).toBe(401)
  expect(await statusOf(token)).toBe(200)
  await owner.call('DELETE /api/workspaces/{id}', { params: { id }, query: { name: 'Najd Logistics' } })
  expect(await statusOf(token)).toBe(401)
})

test('lets only owners of a workspace list, create and revoke its keys and webhooks', async () => {
  const { members } = await team()
  for (const member of members)
    for (const key of ['GET /api/keys', 'GET /api/webhooks', 'GET /api/feeds'] as const)
      expect({ key, status: (await member.ask(key, {})).status }).toEqual({ key, status: 403 })
})

test("delivers a workspace's events to its own webhook, and none to a member's personal webhook", async () => {
  receiver.begin()
  const { owner, members } = await team()
  const body = { url: receiver.url, events: [...WEBHOOK_EVENTS] }
  const own = await frogy.visitor().signIn(owner.user?.email ?? '')
  await own.call('POST /api/webhooks', { body })
  await owner.call('POST /api/webhooks', { body })
  const content = 'Published by an editor'
  const post = await members[0].call('POST /api/posts', {
    body: { platform: 'linkedin', content, status: 'published' },
  })
  await expect.poll(() => receiver.received).toMatchObject([{ type: 'post.published', data: { id: post.id } }])
  const [webhook] = await own.call('GET /api/webhooks', {})
  const params = { id: webhook?.id ?? '' }
  expect(await own.call('GET /api/webhooks/{id}/deliveries', { params })).toEqual([])
})

test('serves no feed and sends no webhook that a former member set up, until an owner sets it up again', async () => {
  receiver.begin()
  const { id, owner, members } = await team()
  const [setter] = members
  const params = { id, userId: setter.user?.id ?? '' }
  const makeOwner = () => owner.call('PATCH /api/workspaces/{id}/members/{userId}', { params, body: { role: 'owner' } })
  await makeOwner()
  const body = { url: receiver.url, events: [...WEBHOOK_EVENTS] }
  const theirs = await setter.call('POST /api/webhooks', { body })
  const ours = await owner.call('POST /api/webhooks', { body })
  const { calendar } = await setter.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
  const { published } = await owner.call('POST /api/feeds/{kind}', { params: { kind: 'published' } })
  const statusesOf = async (...addresses: (string | null)[]) =>
    await Promise.all(addresses.map(async (address) => (await frogy.visitor().fetch(address ?? '')).status))
  expect(await statusesOf(calendar, published)).toEqual([200, 200])

  await owner.call('DELETE /api/workspaces/{id}/members/{userId}', { params })
  expect(await statusesOf(calendar, published)).toEqual([404, 200])
  expect(await owner.call('GET /api/feeds', {})).toEqual({ calendar: null, published, ended: ['calendar'] })
  await owner.call('POST /api/posts', {
    body: { platform: 'linkedin', content: 'For members only', status: 'published' },
  })
  await expect.poll(() => receiver.received).toHaveLength(1)
  const isSigned = ({ secret }: { secret: string }) => receiver.received.map((one) => receiver.isSigned(one, secret))
  expect(isSigned(ours)).toEqual([true])
  // A removed member who joins again does not get the earlier access back.
  await joinWorkspace(owner, id, setter.movedTo(frogy.url), 'viewer')
  await makeOwner()
  expect(await owner.call('GET /api/webhooks', {})).toMatchObject([
    { id: theirs.webhook.id, isOrphaned: true, waiting: 1 },
    { id: ours.webhook.id, isOrphaned: false },
  ])
  expect(await statusesOf(calendar)).toEqual([404])

  const resumed = { params: { id: theirs.webhook.id }, body: { rests: false } as const }
  expect((await owner.call('PATCH /api/webhooks/{id}', resumed)).isOrphaned).toBe(false)
  await expect.poll(() => receiver.received).toHaveLength(2)
  expect(isSigned(theirs)).toEqual([false, true])
  const renewed = await owner.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
  expect(renewed.ended).toEqual([])
  expect(await statusesOf(calendar, renewed.calendar)).toEqual([404, 200])
})

test("lists a workspace's posts in its calendar feed, including those in review, with links to the workspace's pages", async () => {
  const { id, owner, members } = await makeTeam(frogy, 'writer')
  await owner.call('PATCH /api/workspaces/{id}', {
    params: { id },
    body: { approval: { of: 'writers', platforms: [] } },
  })
  await members[0].schedule({ platform: 'linkedin', content: 'May I publish this?', at: later(frogy) })
  const { calendar } = await owner.call('POST /api/feeds/{kind}', { params: { kind: 'calendar' } })
  const text = (await (await frogy.visitor().fetch(calendar ?? '')).text()).replaceAll('\r\n ', '')
  expect(text).toContain('SUMMARY:In review: LinkedIn: May I publish this?')
  expect(text).toContain(`${frogy.url}/w/${id}/schedule`)
})
