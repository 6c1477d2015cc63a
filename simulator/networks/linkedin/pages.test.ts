import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client, LINKEDIN } from '../../test-client.ts'
import { picture } from '../../test-pictures.ts'

const SUB = 'fR7layla2H'
const NAJD = 'urn:li:organization:71234501'
const CAFE = 'urn:li:organization:71234502'
const OFOQ = 'urn:li:organization:71234503'
const ALL_SCOPES =
  'openid profile w_member_social w_organization_social r_organization_social rw_organization_admin r_basicprofile'
const APP = 'vetted-app'

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('linkedin', { clientId: APP, scope: ALL_SCOPES })
})
afterAll(() => simulator.close())

const get = (path: string) => client.get(`/linkedin/rest/${path}`, token, LINKEDIN)
const post = (commentary: string, author = NAJD, changes: object = {}) =>
  client.linkedinPost(token, SUB, commentary, { author, ...changes })
const roles = async (query = '') => (await get(`organizationAcls?q=roleAssignee&state=APPROVED${query}`)).json
const listed = async (query = '') =>
  (await get(`posts?q=author&author=${encodeURIComponent(NAJD)}&sortBy=LAST_MODIFIED${query}`)).json
const without = async (scope: string) => {
  const scopes = ALL_SCOPES.split(' ').filter((one) => one !== scope)
  token = await client.signIn('linkedin', { clientId: APP, scope: scopes.join(' ') })
}

test("lists a member's roles on LinkedIn pages: all roles, one role, a portion of them, or in the older format", async () => {
  const all = (await roles()).elements
  expect(all).toHaveLength(5)
  expect(all[0]).toEqual({
    organization: NAJD,
    roleAssignee: `urn:li:person:${SUB}`,
    role: 'ANALYST',
    state: 'APPROVED',
  })
  expect((await roles('&role=CONTENT_ADMINISTRATOR')).elements).toMatchObject([{ organization: CAFE }])
  expect((await roles('&start=1&count=2')).elements).toEqual(all.slice(1, 3))
  await client.control('manners', { linkedinRoleField: 'organizationalTarget' })
  expect((await roles()).elements[0]).toMatchObject({ organizationalTarget: NAJD })
})

test('returns LinkedIn pages on which the member has a role, and hides others', async () => {
  const { json } = await get('organizations?ids=List(71234501,71234502,9)')
  expect(json.results).toMatchObject({
    71234501: { localizedName: 'Najd Logistics', vanityName: 'najd-logistics' },
    71234502: { localizedName: 'مقهى البركة' },
  })
  expect(json).toMatchObject({ statuses: { 9: 403 }, errors: { 9: { status: 403 } } })
})

test('publishes, lists, counts and deletes the posts of a LinkedIn page', async () => {
  const urn = (await post('From the page')).headers.get('x-restli-id') ?? ''
  await client.linkedinPost(token, SUB, 'From the member')
  expect((await listed()).elements).toMatchObject([{ id: urn, author: NAJD, commentary: 'From the page' }])
  const path = encodeURIComponent(urn)
  const figures = async () => {
    const page = encodeURIComponent(NAJD)
    const query = `q=organizationalEntity&organizationalEntity=${page}&shares=List(${path})`
    return (await get(`organizationalEntityShareStatistics?${query}`)).json.elements
  }
  expect(await figures()).toEqual([])
  await client.control('engage', { platform: 'linkedin', id: urn, impressions: 50, likes: 4 })
  const totals = { impressionCount: 50, likeCount: 4, commentCount: 0, shareCount: 0 }
  expect(await figures()).toMatchObject([{ share: urn, totalShareStatistics: totals }])
  expect((await get(`socialActions/${path}`)).json.likesSummary.totalLikes).toBe(4)
  expect((await client.call('DELETE', `/linkedin/rest/posts/${path}`, { token, headers: LINKEDIN })).status).toBe(204)
  expect((await listed()).elements).toEqual([])
})

test('lists the posts of a LinkedIn page in portions, and lists new posts late if configured', async () => {
  for (const text of ['One', 'Two', 'Three']) await post(text)
  const texts = async (query: string) =>
    (await listed(query)).elements.map(({ commentary }: { commentary: string }) => commentary)
  expect(await texts('&count=2')).toEqual(['Three', 'Two'])
  expect(await texts('&count=2&start=2')).toEqual(['One'])
  await client.control('manners', { linkedinListMs: 60_000 })
  expect(await texts('')).toEqual([])
  await client.passes(60_000)
  expect(await texts('')).toEqual(['Three', 'Two', 'One'])
})

test('rejects a post as a LinkedIn page from a member whose role may not post, or who has lost the role', async () => {
  expect((await post('As an advertiser', OFOQ)).json).toMatchObject({ status: 403, code: 'ACCESS_DENIED' })
  await client.control('revoke', { platform: 'linkedin', accountId: '71234501' })
  expect((await post('As an outsider')).status).toBe(403)
  expect((await listed()).status).toBe(403)
  expect((await roles()).elements).toHaveLength(3)
  expect((await client.linkedinPost(token, SUB, 'As a member')).status).toBe(201)
})

test("requires one scope to publish as a LinkedIn page, and another scope to list the page's posts", async () => {
  await without('w_organization_social')
  const refused = (await post('Without the right')).json
  expect(refused).toMatchObject({ status: 400, message: expect.stringContaining('Organization permissions') })
  await without('r_organization_social')
  expect((await listed()).status).toBe(403)
  await without('rw_organization_admin')
  expect((await roles()).status).toBe(403)
})

test("rejects a LinkedIn page's post with a picture that the member owns", async () => {
  const upload = async (owner: string) => {
    const json = { initializeUploadRequest: { owner } }
    const path = '/linkedin/rest/images?action=initializeUpload'
    const { value } = (await client.call('POST', path, { token, headers: LINKEDIN, json })).json
    await client.call('PUT', value.uploadUrl, { token, bytes: await picture(100, 100) })
    return value.image as string
  }
  const [own, ofPage] = [await upload(`urn:li:person:${SUB}`), await upload(NAJD)]
  await client.passes(250)
  expect((await post('A', NAJD, { content: { media: { id: own } } })).json.code).toBe('INVALID_IMAGE_ID')
  expect((await post('B', NAJD, { content: { media: { id: ofPage } } })).status).toBe(201)
  expect((await get(`images/${encodeURIComponent(ofPage)}`)).json).toMatchObject({ owner: NAJD, status: 'AVAILABLE' })
})

test('identifies a LinkedIn member by the older profile if the app has only page scopes', async () => {
  expect((await client.get('/linkedin/v2/me', token)).json).toEqual({
    id: SUB,
    localizedFirstName: 'Layla',
    localizedLastName: 'Haddad',
  })
  const asked = { clientId: 'vetted-pages', scope: ALL_SCOPES }
  const { page } = await client.approve('linkedin', asked)
  expect(page.headers.get('location')).toContain('unauthorized_scope_error')
})
