import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#core/api.ts'
import type { Endpoint } from '#core/endpoint.ts'
import type { Post } from '#core/posts/contract.ts'
import { SCOPES, type Scope } from '#core/programs/scopes.ts'
import type { Person } from '#tests/support/person.ts'
import { later } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'
import { TOOLS } from './tools.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

/** Connects the MCP SDK's client with a new API key that has these scopes. */
async function assistant(who: Person, ...scopes: Scope[]) {
  const { token } = await who.call('POST /api/keys', { body: { name: 'Assistant', scopes } })
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  // List the tools first, because the client validates results only then.
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', frogy.url), { requestInit }))
  const { tools } = await client.listTools()
  return {
    tools: tools.map(({ name }) => name),
    async use<T>(name: string, given: Record<string, unknown>) {
      const { structuredContent, content, isError } = await client.callTool({ name, arguments: given })
      const [{ text } = { text: '' }] = content as { text: string }[]
      return { result: structuredContent as T, text, isRefused: isError === true }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

const content = 'Four reviewers had never refused a purchase.'

test('drafts and schedules a post through an assistant, and publishes it when it is due', async () => {
  await using it = await assistant(layla, 'posts:read', 'posts:write')
  const { result: draft } = await it.use<Post>('draft_post', { platform: 'linkedin', content, hashtags: ['work'] })
  expect(draft).toMatchObject({ status: 'draft', content, hashtags: ['#work'] })
  const at = later(frogy)
  const scheduled = await it.use<Post>('schedule_post', {
    id: draft.id,
    scheduledAt: at.toISOString(),
    timeZone: 'Asia/Riyadh',
  })
  expect(scheduled.result).toMatchObject({ status: 'scheduled', timeZone: 'Asia/Riyadh' })
  const { result: list } = await it.use<{ items: Post[] }>('list_posts', { status: 'scheduled' })
  expect(list.items.map(({ id }) => id)).toEqual([draft.id])
  frogy.clock.advanceTo(at)
  expect((await layla.decided(draft)).status).toBe('published')
  expect((await it.use<Post>('read_post', { id: draft.id })).result.status).toBe('published')
})

test('publishes immediately through an assistant with the scope posts:publish, and reads the result', async () => {
  await using it = await assistant(layla, 'posts:write', 'posts:publish', 'results:read', 'accounts:read')
  const { result: accounts } = await it.use<{ items: { platform: string }[] }>('list_accounts', {})
  expect(accounts.items).toMatchObject([{ platform: 'linkedin' }])
  const { result: draft } = await it.use<Post>('draft_post', { platform: 'linkedin', content: `${content} Now.` })
  expect((await it.use<Post>('publish_post', { id: draft.id })).result.status).toBe('published')
  const { result: results } = await it.use<{ items: unknown[] }>('read_results', { limit: 1 })
  expect(results.items).toMatchObject([
    { id: draft.id, platform: 'linkedin', opening: `${content} Now.`, engagement: 0 },
  ])
})

describe('MCP tools', () => {
  test.each(SCOPES)('lists for a key with the scope %s only the tools of this scope', async (scope) => {
    await using it = await assistant(layla, scope)
    const open = Object.entries(TOOLS).filter(([, { call }]) => (api[call] as Endpoint).scope === scope)
    expect(it.tools).toEqual(open.map(([name]) => name))
  })

  test('rejects a tool whose scope the key lacks, and changes nothing', async () => {
    const post = await layla.schedule({ platform: 'linkedin', content, at: later(frogy) })
    await using it = await assistant(layla, 'posts:read', 'posts:write')
    expect(it.tools).not.toContain('publish_post')
    expect(await it.use('publish_post', { id: post.id })).toMatchObject({
      isRefused: true,
      text: expect.stringContaining('posts:publish'),
    })
    expect((await layla.read(post)).status).toBe('scheduled')
  })

  test('rejects a status in the input of the draft tool, because it could publish the post', async () => {
    await using it = await assistant(layla, 'posts:write', 'posts:publish')
    const given = { platform: 'linkedin', content, status: 'published' }
    expect((await it.use('draft_post', given)).isRefused).toBe(true)
  })

  test("checks an assistant's posts like the app, and reports errors in the user's language", async () => {
    const amal = await frogy.person('linkedin')
    await amal.call('PATCH /api/user', { body: { preferredLanguage: 'ar' } })
    await using it = await assistant(amal, 'posts:write')
    const { result: draft } = await it.use<Post>('draft_post', { platform: 'twitter', content: 'x'.repeat(300) })
    const when = { id: draft.id, scheduledAt: later(frogy).toISOString() }
    const refused = await it.use('schedule_post', when)
    expect(refused).toMatchObject({ isRefused: true, text: expect.stringMatching(/\p{Script=Arabic}/u) })
    expect((await amal.read(draft)).status).toBe('draft')
    const past = new Date(frogy.clock.now().getTime() - 60_000).toISOString()
    expect((await it.use('schedule_post', { ...when, scheduledAt: past })).isRefused).toBe(true)
  })

  test('requires the scope posts:publish to schedule a post within five minutes', async () => {
    await using it = await assistant(layla, 'posts:write')
    const { result: draft } = await it.use<Post>('draft_post', { platform: 'linkedin', content })
    const when = { id: draft.id, scheduledAt: later(frogy, 4 * 60_000).toISOString() }
    const refused = await it.use('schedule_post', when)
    expect(refused).toMatchObject({ isRefused: true, text: expect.stringContaining('posts:publish') })
    expect((await layla.read(draft)).status).toBe('draft')
  })

  test("returns no other users' data to an assistant", async () => {
    const omar = await frogy.person('linkedin')
    const post = await omar.schedule({ platform: 'linkedin', content: 'Mine alone', at: later(frogy) })
    await using it = await assistant(layla, ...SCOPES)
    for (const name of ['read_post', 'publish_post', 'change_post'])
      expect(await it.use(name, { id: post.id })).toMatchObject({ isRefused: true })
    const { text } = await it.use('list_posts', {})
    expect(text).not.toContain('Mine alone')
  })

  test("offers no tool input that the tool's API call would reject", async () => {
    const post = await layla.schedule({ platform: 'linkedin', content: 'With a tag', at: later(frogy) })
    const change = { id: post.id, hashtags: null } as never
    const { status } = await layla.ask('PATCH /api/posts/{id}', {
      params: { id: post.id },
      body: { hashtags: null },
    })
    expect({ status, isAsked: TOOLS.change_post.input.safeParse(change).success }).toEqual({
      status: 422,
      isAsked: false,
    })
  })

  test('rejects calls of unknown MCP tools', async () => {
    await using it = await assistant(layla, 'posts:read')
    for (const name of ['delete_everything', 'constructor', '__proto__'])
      expect((await it.use(name, {})).isRefused).toBe(true)
  })

  test('rejects a path as the id of a post', async () => {
    await using it = await assistant(layla, 'posts:read')
    expect((await it.use('read_post', { id: 'summary' })).isRefused).toBe(true)
    expect((await it.use('read_post', { id: '../../user' })).isRefused).toBe(true)
  })
})

describe('MCP access', () => {
  const initialize = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const ask = async (headers: Record<string, string>, who = frogy.visitor()) =>
    await who.fetch('/mcp', {
      method: 'POST',
      body: JSON.stringify(initialize),
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    })

  test.each([
    ['without a key', {}],
    ['with an unknown key', { authorization: `Bearer frogy_${'x'.repeat(43)}` }],
    ['with another kind of key', { authorization: 'Basic bGF5bGE6cGFzcw==' }],
  ])('rejects an MCP request %s and says how to get a key', async (_how, headers) => {
    const response = await ask(headers)
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  })

  test('rejects an MCP request with a browser session but no key', async () => {
    expect((await ask({}, layla)).status).toBe(401)
  })

  test('offers neither an MCP event stream nor an MCP session', async () => {
    const { token } = await layla.call('POST /api/keys', { body: { name: 'A', scopes: ['posts:read'] } })
    const headers = { authorization: `Bearer ${token}` }
    for (const method of ['GET', 'DELETE']) {
      const response = await frogy.visitor().fetch('/mcp', { method, headers })
      expect({ status: response.status, allow: response.headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
    }
  })
})
