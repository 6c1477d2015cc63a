import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { APP, Client, LINKEDIN } from '../../test-client.ts'

const SUB = 'fR7layla2H'
const AUTHOR = encodeURIComponent(`urn:li:person:${SUB}`)
const ALL_SCOPES = 'openid profile w_member_social r_member_social r_member_postAnalytics'

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('linkedin')
})
afterAll(() => simulator.close())

const post = (commentary: string, changes?: object, headers?: object) =>
  client.linkedinPost(token, SUB, commentary, changes, headers)

test("returns the LinkedIn member's identity, with picture URLs on the host that the client called", async () => {
  const { json } = await client.get('/linkedin/v2/userinfo', token)
  expect(json).toMatchObject({ sub: SUB, name: 'Layla Haddad', given_name: 'Layla', family_name: 'Haddad' })
  expect(json.picture).toMatch(simulator.url)
  expect((await client.get(json.picture)).headers.get('content-type')).toBe('image/jpeg')
})

test('answers a new LinkedIn post with 201 and its URN, without a body', async () => {
  const answer = await post('Hello')
  expect([answer.status, answer.text]).toEqual([201, ''])
  expect(answer.headers.get('x-restli-id')).toMatch(/^urn:li:share:\d{19}$/)
})

const LITTLE_TEXT: [written: string, shown: string][] = [
  ['Escaped \\(one\\) \\#two \\_three\\_ \\\\ \\@four', 'Escaped (one) #two _three_ \\ @four'],
  ['Cut here (and this is gone)', 'Cut here '],
  ['a_b', 'a'],
  ['50\\% off', '50'],
  ['Plain #launch and #إطلاق stay', 'Plain #launch and #إطلاق stay'],
  ['C# is cut', 'C'],
  ['A lone # is cut', 'A lone '],
  ['Full {hashtag|\\#|launch} form', 'Full #launch form'],
  ['With @[Acme \\(Corp\\)](urn:li:organization:2414183) on it', 'With Acme (Corp) on it'],
  ['سطر أول\n\nسطر ثانٍ‏', 'سطر أول\n\nسطر ثانٍ‏'],
]

test.each(LITTLE_TEXT)('reads the LinkedIn markup %j and shows the text %j', async (written, shown) => {
  expect((await post(written)).status).toBe(201)
  expect(await client.texts('linkedin')).toEqual([shown])
})

test('counts the characters of a LinkedIn text without its escapes, up to 3000', async () => {
  expect((await post('\\('.repeat(3000))).status).toBe(201)
  const answer = await post('x'.repeat(3001))
  expect([answer.status, answer.json.code]).toEqual([400, undefined])
  expect(answer.json.errorDetails.inputErrors).toMatchObject([
    { code: 'FIELD_ARRAY_SIZE_TOO_HIGH', input: { inputPath: { fieldPath: 'commentary' } } },
  ])
  await client.control('manners', { linkedinTooLong: 'code' })
  expect((await post('x'.repeat(3001))).json.code).toBe('FIELD_LENGTH_TOO_LONG')
})

test('rejects a LinkedIn text that repeats a deleted post if configured, and names that post', async () => {
  const again = async () => {
    const urn = (await post('Gone')).headers.get('x-restli-id') ?? ''
    await client.control('by-hand', { platform: 'linkedin', id: urn, does: 'delete' })
    return [urn, await post('Gone')] as const
  }
  expect((await again())[1].status).toBe(201)
  await client.control('reset', {})
  token = await client.signIn('linkedin')
  await client.control('manners', { linkedinRemembers: 'deleted' })
  const [urn, refused] = await again()
  expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining(urn)])
  expect((await client.get(`/linkedin/v2/socialActions/${encodeURIComponent(urn)}`, token)).json.code).toBe('NOT_FOUND')
})

test('rejects the same LinkedIn text within ten minutes and names the first post', async () => {
  const urn = (await post('Twice')).headers.get('x-restli-id')
  const again = await post('Twice')
  expect(again.status).toBe(422)
  expect(again.json.message).toContain(`duplicate of ${urn}`)
  expect(again.json.errorDetails.inputErrors[0].code).toBe('DUPLICATE_POST')
  await client.control('clock', { advanceMs: 11 * 60_000 })
  expect((await post('Twice')).status).toBe(201)
})

test('rejects LinkedIn calls with a missing or old API version, or with a URN but no protocol version', async () => {
  const missing = await post('Hello', {}, { 'x-restli-protocol-version': '2.0.0' })
  expect([missing.status, missing.json.code]).toEqual([400, 'VERSION_MISSING'])
  const old = await post('Hello', {}, { ...LINKEDIN, 'linkedin-version': '202401' })
  expect([old.status, old.json.code]).toEqual([426, 'NONEXISTENT_VERSION'])
  const path = '/linkedin/rest/posts/urn%3Ali%3Ashare%3A1'
  expect((await client.call('DELETE', path, { token, headers: { 'linkedin-version': '202609' } })).status).toBe(400)
  expect(await client.texts()).toEqual([])
})

test('rejects a LinkedIn post as another person, without a required field or with unknown media', async () => {
  expect((await post('Hello', { author: 'urn:li:person:other' })).json).toMatchObject({
    status: 403,
    serviceErrorCode: 100,
  })
  expect((await post('Hello', { visibility: undefined })).json.code).toBe('MISSING_FIELD')
  expect((await post('Hello', { content: { media: { id: 'urn:li:image:C5' } } })).json.code).toBe('INVALID_IMAGE_ID')
})

test('publishes a LinkedIn post with a link, its title and its description', async () => {
  const article = { source: 'https://najd.example/a', title: 'Why', description: 'Because' }
  await post('Read this', { content: { article } })
  expect(await client.posts('linkedin')).toMatchObject([{ text: 'Read this', link: 'https://najd.example/a' }])
})

test.each([
  ['without a title', { title: undefined }, 'MISSING_FIELD'],
  ['with a blank title', { title: ' \n' }, 'MISSING_FIELD'],
  ['with a title of more than 400 characters', { title: 'x'.repeat(401) }, 'FIELD_LENGTH_TOO_LONG'],
  ['with a description of more than 4,086 characters', { description: 'x'.repeat(4_087) }, 'FIELD_LENGTH_TOO_LONG'],
  ['with a description that is not a string', { description: 7 }, 'INVALID_VALUE_FOR_FIELD'],
  ['without a source', { source: undefined }, 'INVALID_VALUE_FOR_FIELD'],
  ['to a file', { source: 'file:///etc/passwd' }, 'INVALID_VALUE_FOR_FIELD'],
  ['without https:// in its source', { source: 'najd.example/a' }, 'INVALID_VALUE_FOR_FIELD'],
  ['with a picture given by its address', { thumbnail: 'https://najd.example/a.jpg' }, 'INVALID_URN_ID'],
  ['with a picture that is not a string', { thumbnail: {} }, 'INVALID_VALUE_FOR_FIELD'],
  ['with an unknown picture', { thumbnail: 'urn:li:image:C5none' }, 'INVALID_IMAGE_ID'],
])('rejects a LinkedIn post with an incomplete or invalid link: a link %s', async (_what, members, code) => {
  const article = { source: 'https://najd.example/a', title: 'Why', description: 'Because', ...members }
  const answer = await post('Read this', { content: { article } })
  expect([answer.status, answer.json.code ?? answer.json.errorDetails?.inputErrors[0].code]).toEqual([400, code])
  expect(await client.texts()).toEqual([])
})

test('accepts a LinkedIn link with the longest title and description', async () => {
  const article = { source: 'http://najd.example/a', title: 'x'.repeat(400), description: 'y'.repeat(4_086) }
  expect((await post('Read this', { content: { article } })).status).toBe(201)
})

test('rejects a LinkedIn post with both a link and a picture', async () => {
  const article = { source: 'https://najd.example/a', title: 'Why' }
  const answer = await post('Both', { content: { article, media: { id: 'urn:li:image:C5' } } })
  expect([answer.status, answer.json.code]).toEqual([400, 'INVALID_VALUE_FOR_FIELD'])
})

test("shows a link in LinkedIn's feed as a card with its address", async () => {
  const article = {
    source: 'https://najd.example/a?b=1&c=2',
    title: 'لماذا <نحن>',
    description: 'Because "it" matters',
  }
  await post('Read this', { content: { article } })
  const { text } = await client.get('/?platform=linkedin')
  const card = /<a class="link-card" href="https:\/\/najd\.example\/a\?b=1&amp;c=2"[^]*?<\/a>/.exec(text)?.[0]
  for (const part of ['لماذا &lt;نحن&gt;', 'Because &quot;it&quot; matters', 'najd.example'])
    expect(card).toContain(part)
})

test('gives LinkedIn refresh tokens and lists of posts only to vetted apps', async () => {
  const { code } = await client.approve('linkedin')
  expect((await client.exchange('linkedin', code)).json).not.toHaveProperty('refresh_token')
  const path = `/linkedin/rest/posts?author=${AUTHOR}&q=author&count=10&sortBy=LAST_MODIFIED`
  expect((await client.get(path, token, LINKEDIN)).json).toMatchObject({ status: 403, code: 'ACCESS_DENIED' })

  await client.control('reset', {})
  const vetted = { clientId: 'vetted-app', scope: ALL_SCOPES }
  token = await client.signIn('linkedin', vetted)
  await post('First \\(of two\\)')
  await post('Second')
  const { elements } = (await client.get(path, token, LINKEDIN)).json
  expect(elements.map((element: { commentary: string }) => element.commentary)).toEqual([
    'Second',
    'First \\(of two\\)',
  ])
})

test('accepts the refresh token of a vetted LinkedIn app repeatedly, but only from that app', async () => {
  const { code } = await client.approve('linkedin', { clientId: 'vetted-app', scope: ALL_SCOPES })
  const { refresh_token } = (await client.exchange('linkedin', code, { client_id: 'vetted-app' })).json
  const refresh = (client_id: string) =>
    client.call('POST', '/linkedin/oauth/v2/accessToken', {
      form: { grant_type: 'refresh_token', refresh_token, client_id, client_secret: 'secret' },
    })
  expect((await refresh('vetted-app')).json.refresh_token).toBe(refresh_token)
  expect((await refresh('vetted-app')).status).toBe(200)
  expect((await refresh('vetted-other')).status).toBe(400)
})

test('redirects with an error when an app requests a restricted scope of LinkedIn', async () => {
  const query = new URLSearchParams({ response_type: 'code', ...APP, state: 's', scope: 'openid r_member_social' })
  const answer = await client.get(`/linkedin/oauth/v2/authorization?${query}`)
  expect(answer.headers.get('location')).toContain('error=unauthorized_scope_error')
})

test("ends a LinkedIn app's earlier tokens when the app requests other scopes", async () => {
  await client.signIn('linkedin', { scope: 'openid' })
  expect((await client.get('/linkedin/v2/userinfo', token)).json).toMatchObject({
    status: 401,
    serviceErrorCode: 65601,
  })
})

test('expires a LinkedIn access token after sixty days', async () => {
  await client.control('clock', { advanceMs: 61 * 86_400_000 })
  expect((await client.get('/linkedin/v2/userinfo', token)).json.code).toBe('EXPIRED_ACCESS_TOKEN')
})

test('answers the deletion of a LinkedIn post with 204, even if the post is already deleted', async () => {
  const urn = encodeURIComponent((await post('Short-lived')).headers.get('x-restli-id') ?? '')
  const erase = () => client.call('DELETE', `/linkedin/rest/posts/${urn}`, { token, headers: LINKEDIN })
  expect([(await erase()).status, (await erase()).status]).toEqual([204, 204])
  expect(await client.posts('linkedin')).toMatchObject([{ deleted: true }])
})

test("returns a LinkedIn post's like and comment counts to an app with posting scopes only on the older API path", async () => {
  const id = (await post('Counted')).headers.get('x-restli-id') ?? ''
  await client.control('engage', { platform: 'linkedin', id, likes: 5, comments: 2 })
  const urn = encodeURIComponent(id)
  const { json } = await client.get(`/linkedin/v2/socialActions/${urn}`, token)
  expect([json.likesSummary.totalLikes, json.commentsSummary.totalFirstLevelComments]).toEqual([5, 2])
  expect((await client.get(`/linkedin/rest/socialActions/${urn}`, token, LINKEDIN)).status).toBe(403)
})

test('stores a comment on a LinkedIn post', async () => {
  const id = (await post('Asked')).headers.get('x-restli-id') ?? ''
  const answer = await client.call('POST', `/linkedin/rest/socialActions/${encodeURIComponent(id)}/comments`, {
    token,
    headers: LINKEDIN,
    json: { actor: `urn:li:person:${SUB}`, object: id, message: { text: 'First' } },
  })
  expect(answer.status).toBe(201)
  expect(await client.posts('linkedin')).toMatchObject([{ comments: ['First'] }])
})
