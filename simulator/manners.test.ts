import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from './open-simulator.ts'
import { Client, CONSENT, LINKEDIN, type TestedPlatform } from './test-client.ts'
import { picture } from './test-pictures.ts'

let simulator: Simulator
let client: Client

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => void (await client.control('reset', {})))
afterAll(() => simulator.close())

const manners = (changes: object) => client.control('manners', changes)
const as = (platform: TestedPlatform, shape: string, more: object = {}) =>
  client.fault(platform, 'publish', 'status', { as: shape, ...more })

test('lists, changes and validates the network variants ("manners"), and restores them on reset', async () => {
  expect((await client.get('/_sim/manners')).json).toMatchObject({ linkedinUrn: 'share', processingMs: 250 })
  expect((await manners({ linkedinUrn: 'ugcPost', processingMs: 0 })).json).toMatchObject({ linkedinUrn: 'ugcPost' })
  expect((await manners({ linkedinUrn: 'tweet' })).json.message).toContain('linkedinUrn')
  expect((await manners({ politeness: 'yes' })).status).toBe(400)
  await client.control('reset', {})
  expect((await client.get('/_sim/manners')).json).toMatchObject({ linkedinUrn: 'share', processingMs: 250 })
})

test('applies a request immediately, but delays its response by the configured latency', async () => {
  const token = await client.signIn('twitter')
  await manners({ latencyMs: 1_000 })
  const from = performance.now()
  let isAnswered = false
  const answer = client.publish('twitter', token, 'Far away').finally(() => (isAnswered = true))
  await expect.poll(async () => (await client.posts('twitter')).length).toBe(1)
  expect(isAnswered).toBe(false)
  expect((await answer).status).toBe(201)
  expect(performance.now() - from).toBeGreaterThanOrEqual(999)
})

test("reports the simulator's processor time", async () => {
  const { userMs, systemMs } = (await client.get('/_sim/usage')).json
  expect(userMs + systemMs).toBeGreaterThan(0)
  expect(userMs + systemMs).toBeLessThanOrEqual((process.cpuUsage().user + process.cpuUsage().system) / 1000)
})

const SHAPES: [TestedPlatform, string, status: number, body: object][] = [
  ['linkedin', 'rate', 429, { serviceErrorCode: 101, message: expect.stringContaining('MEMBER DAY') }],
  ['linkedin', 'quota', 429, { serviceErrorCode: 101, message: expect.stringContaining('APPLICATION DAY') }],
  ['linkedin', 'server', 500, { code: 'INTERNAL_SERVER_ERROR' }],
  ['linkedin', 'token', 401, { serviceErrorCode: 65_601 }],
  ['linkedin', 'permission', 403, { serviceErrorCode: 100, code: 'ACCESS_DENIED' }],
  ['twitter', 'rate', 429, { title: 'Too Many Requests' }],
  ['twitter', 'quota', 429, { title: 'Too Many Requests' }],
  ['twitter', 'server', 503, { title: 'Service Unavailable' }],
  ['twitter', 'token', 401, { title: 'Unauthorized' }],
  ['twitter', 'permission', 403, { title: 'Forbidden' }],
  ['facebook', 'rate', 400, { error: { code: 4 } }],
  ['facebook', 'quota', 400, { error: { code: 368 } }],
  ['facebook', 'server', 500, { error: { code: 2, is_transient: true } }],
  ['facebook', 'token', 400, { error: { code: 190, error_subcode: 463 } }],
  ['facebook', 'permission', 403, { error: { code: 200 } }],
  ['instagram', 'rate', 400, { error: { code: 4 } }],
  ['instagram', 'quota', 400, { error: { code: 9, error_subcode: 2_207_042 } }],
  ['instagram', 'server', 500, { error: { code: -1, error_subcode: 2_207_001 } }],
  ['instagram', 'token', 400, { error: { code: 190 } }],
  ['instagram', 'permission', 400, { error: { code: 10 } }],
  ['threads', 'rate', 400, { error: { code: 4 } }],
  ['threads', 'quota', 400, { error: { code: 4, message: expect.stringContaining('quota') } }],
  ['threads', 'server', 500, { error: { code: 2 } }],
  ['threads', 'token', 400, { error: { code: 190 } }],
  ['threads', 'permission', 400, { error: { code: 10 } }],
]

test.each(SHAPES)(
  'simulates on the network %s a refusal of the kind "%s" with status %i',
  async (platform, shape, status, body) => {
    const token = await client.signIn(platform)
    expect((await as(platform, shape)).status).toBe(201)
    const answer = await client.publish(platform, token, 'Hello')
    expect([answer.status, answer.json]).toEqual([status, expect.objectContaining(matching(body))])
    expect(await client.texts()).toEqual([])
  },
)

function matching(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]: [string, unknown]) => [
      name,
      name === 'error' ? expect.objectContaining(value as object) : value,
    ]),
  )
}

test("reports the reset time of X's daily limit in separate headers", async () => {
  const token = await client.signIn('twitter')
  await as('twitter', 'quota', { retryAfter: 3600 })
  const { headers } = await client.publish('twitter', token, 'Hello')
  expect(headers.get('x-user-limit-24hour-remaining')).toBe('0')
  expect(Number(headers.get('x-user-limit-24hour-reset')) - Date.now() / 1000).toBeGreaterThan(3500)
})

test('tells a throttled Instagram account how many minutes to wait', async () => {
  const token = await client.signIn('instagram')
  await as('instagram', 'rate', { retryAfter: 19 * 60 })
  const { headers } = await client.publish('instagram', token, 'Hello')
  expect(headers.get('x-business-use-case-usage')).toContain('"estimated_time_to_regain_access":19')
})

test("varies the HTTP statuses of Meta's errors if configured, but not their codes", async () => {
  await manners({ metaStatuses: 'varied' })
  const token = await client.signIn('threads')
  await as('threads', 'rate', { count: 12 })
  const answers = []
  for (let round = 0; round < 12; round++) answers.push(await client.publish('threads', token, 'Hello'))
  expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(1)
  expect(new Set(answers.map(({ json }) => json.error.code))).toEqual(new Set([4]))
})

test('responds to a "garbage" fault with an HTML page and the status that the fault sets', async () => {
  const token = await client.signIn('twitter')
  await client.fault('twitter', 'publish', 'garbage', { status: 502 })
  const answer = await client.publish('twitter', token, 'Hello')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/html; charset=utf-8'])
})

test.each(Object.keys(CONSENT) as TestedPlatform[])(
  'applies a fault to the token endpoint of the network %s',
  async (platform) => {
    const { code } = await client.approve(platform)
    await client.fault(platform, 'token', 'status', { status: 503 })
    expect((await client.exchange(platform, code)).status).toBe(503)
    expect((await client.exchange(platform, code)).status).toBe(200)
  },
)

test('returns the error body and headers that a fault sets', async () => {
  const token = await client.signIn('threads')
  const body = { error: { message: 'Restricted', type: 'OAuthException', code: 4_279_013 } }
  await client.fault('threads', 'publish', 'status', { status: 400, body, headers: { 'x-fb-debug': 'a' } })
  const answer = await client.publish('threads', token, 'Hello')
  expect([answer.status, answer.json, answer.headers.get('x-fb-debug')]).toEqual([400, body, 'a'])
})

test.each([
  ['revoked', 458],
  ['password', 460],
  ['checkpoint', 459],
])('reports the reason why a Meta token has ended: %s', async (reason, subcode) => {
  const token = await client.signIn('facebook')
  await client.control('revoke', { platform: 'facebook', accountId: '122101874560318724', reason })
  const { error } = (await client.publish('facebook', token, 'Hello')).json
  expect([error.code, error.error_subcode]).toEqual([190, subcode])
})

test('counts a LinkedIn text without escapes, or with them if configured', async () => {
  const token = await client.signIn('linkedin')
  const post = (text: string) => client.linkedinPost(token, 'fR7layla2H', text)
  expect((await post('\\('.repeat(1600))).status).toBe(201)
  await manners({ linkedinCounts: 'written' })
  expect((await post(`${'\\('.repeat(1600)}!`)).json.errorDetails.inputErrors[0].code).toBe('FIELD_ARRAY_SIZE_TOO_HIGH')
})

test('identifies LinkedIn posts and their metrics by ugcPost URNs if configured', async () => {
  await manners({ linkedinUrn: 'ugcPost', linkedinEntity: 'keyed', linkedinMetricType: 'object' })
  const scope = 'openid profile w_member_social r_member_social r_member_postAnalytics'
  const token = await client.signIn('linkedin', { clientId: 'vetted-app', scope })
  const urn = (await client.linkedinPost(token, 'fR7layla2H', 'Hello')).headers.get('x-restli-id') ?? ''
  expect(urn).toMatch(/^urn:li:ugcPost:/)
  await client.control('engage', { platform: 'linkedin', id: urn, impressions: 9 })
  const read = (entity: string) =>
    client.get(
      `/linkedin/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=IMPRESSION&aggregation=TOTAL`,
      token,
      LINKEDIN,
    )
  const keyed = await read(`(ugc:${encodeURIComponent(encodeURIComponent(urn))})`)
  expect(keyed.json.elements[0]).toMatchObject({ count: 9, targetEntity: { ugc: urn } })
  expect(Object.values(keyed.json.elements[0].metricType)).toEqual(['IMPRESSION'])
  expect((await read(encodeURIComponent(urn))).status).toBe(400)
  await manners({ linkedinEntity: 'bare' })
  expect((await read(encodeURIComponent(urn))).status).toBe(200)
})

test('rejects the first calls with a new LinkedIn token as revoked if configured', async () => {
  await manners({ linkedinFreshRefusals: 2 })
  const token = await client.signIn('linkedin')
  const statuses = []
  for (let round = 0; round < 3; round++) statuses.push((await client.get('/linkedin/v2/userinfo', token)).status)
  expect(statuses).toEqual([401, 401, 200])
})

test("returns LinkedIn's locale and scopes as plain text if configured", async () => {
  await manners({ linkedinLocale: 'text', linkedinScopes: 'spaces' })
  const { code } = await client.approve('linkedin')
  const { scope, access_token } = (await client.exchange('linkedin', code)).json
  expect(scope).toBe('openid profile w_member_social')
  expect((await client.get('/linkedin/v2/userinfo', access_token)).json.locale).toBe('en-US')
})

test('accepts a repeated LinkedIn text when the duplicate check is off', async () => {
  await manners({ linkedinDuplicateMs: 0 })
  const token = await client.signIn('linkedin')
  for (let round = 0; round < 2; round++) {
    expect((await client.linkedinPost(token, 'fR7layla2H', 'Twice')).status).toBe(201)
  }
})

test("uses X's legacy errors, older problem URLs and newest field names if configured", async () => {
  await manners({
    twitterErrors: 'legacy',
    twitterProblemHost: 'api.twitter.com',
    twitterNames: 'post',
    twitterFields: 'post.fields',
  })
  const token = await client.signIn('twitter')
  const first = await client.publish('twitter', token, 'Once')
  const { id } = first.json.data
  expect(first.json.data.edit_history_post_ids).toEqual([id])
  expect((await client.publish('twitter', token, 'Once')).json.errors[0].code).toBe(187)
  expect((await client.publish('twitter', token, 'x'.repeat(281))).json.errors[0].code).toBe(186)
  await as('twitter', 'rate')
  expect((await client.publish('twitter', token, 'Again')).json.errors[0].code).toBe(88)
  const { data, errors } = (await client.get(`/twitter/2/tweets?ids=${id},1&post.fields=public_metrics`, token)).json
  expect(data[0].public_metrics).toHaveProperty('repost_count')
  expect(errors[0].type).toBe('https://api.twitter.com/2/problems/resource-not-found')
})

test('keeps an uploaded Facebook post hidden and rejects the request to publish it, if configured', async () => {
  await manners({ facebookTwoSteps: 'no' })
  const token = await client.signIn('facebook')
  const form = { message: 'Prepared', published: 'false' }
  const { id } = (await client.call('POST', '/facebook/v26.0/me/feed', { token, form })).json
  const answer = await client.call('POST', `/facebook/v26.0/${id}`, { token, form: { is_published: 'true' } })
  expect(answer.json.error.code).toBe(100)
  expect(await client.texts()).toEqual([])
})

test('rejects five Facebook photos with a long text if configured', async () => {
  const token = await client.signIn('facebook')
  const ids = []
  for (let count = 0; count < 5; count++) {
    const parts = { source: await picture(40, 40), published: 'false' }
    ids.push((await client.call('POST', '/facebook/v26.0/me/photos', { token, parts })).json.id)
  }
  const attached_media = JSON.stringify(ids.map((media_fbid) => ({ media_fbid })))
  const form = { attached_media, message: 'x'.repeat(1100) }
  const post = () => client.call('POST', '/facebook/v26.0/me/feed', { token, form })
  await manners({ facebookManyPhotos: 'refused' })
  const answer = await post()
  expect([answer.status, answer.json.error.code]).toEqual([500, 1])
  await manners({ facebookManyPhotos: 'accepted' })
  expect((await post()).status).toBe(200)
})

test('rejects an expired X refresh token with invalid_grant if configured', async () => {
  const { code } = await client.approve('twitter')
  const { refresh_token } = (await client.exchange('twitter', code)).json
  await manners({ twitterRefreshMs: 0, twitterDeadToken: 'invalid_grant' })
  const headers = { authorization: `Basic ${Buffer.from('frogy-app:secret').toString('base64')}` }
  const refresh = (token: string) =>
    client.call('POST', '/twitter/2/oauth2/token', {
      form: { grant_type: 'refresh_token', refresh_token: token },
      headers,
    })
  const next = (await refresh(refresh_token)).json.refresh_token
  expect((await refresh(next)).json.error).toBe('invalid_grant')
})

test("returns a LinkedIn post's likes and comments on one API path, on both or on none, as configured", async () => {
  const token = await client.signIn('linkedin')
  const urn = (await client.linkedinPost(token, 'fR7layla2H', 'Hello')).headers.get('x-restli-id') ?? ''
  const statuses = async () => {
    const path = (version: string) => `/linkedin/${version}/socialActions/${encodeURIComponent(urn)}`
    return [(await client.get(path('v2'), token)).status, (await client.get(path('rest'), token, LINKEDIN)).status]
  }
  expect(await statuses()).toEqual([200, 403])
  await manners({ linkedinCountsPath: 'both' })
  expect(await statuses()).toEqual([200, 200])
  await manners({ linkedinCountsPath: 'none' })
  expect(await statuses()).toEqual([403, 403])
})

test('rejects a repeated Facebook text if configured', async () => {
  await manners({ facebookDuplicateMs: 60_000 })
  const token = await client.signIn('facebook')
  await client.publish('facebook', token, 'Once')
  expect((await client.publish('facebook', token, 'Once')).json.error.code).toBe(506)
})

test('returns the Threads user id as text if configured', async () => {
  await manners({ threadsUserId: 'text' })
  const { json } = await client.exchange('threads', (await client.approve('threads')).code)
  expect(json.user_id).toBe('17841405793187219')
})
