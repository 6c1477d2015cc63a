import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSimulator, type Simulator } from '../../open-simulator.ts'
import { Client } from '../../test-client.ts'
import { addressOf, picture } from '../../test-pictures.ts'

const V = '/facebook/v26.0'
const PAGE = '104857639217745'
const CAFE = '108230947561182'

let simulator: Simulator
let client: Client
let token: string

beforeAll(async () => {
  simulator = await openSimulator({ port: 0 })
  client = new Client(simulator)
})
beforeEach(async () => {
  await client.control('reset', {})
  token = await client.signIn('facebook')
})
afterAll(() => simulator.close())

const send = (parts: Record<string, string | Buffer>) =>
  client.call('POST', `${V}/${PAGE}/photos`, { token, parts: { published: 'false', ...parts } })
const photo = async (alt: string) =>
  (await send({ source: await picture(400, 300), alt_text_custom: alt })).json.id as string
const feed = (form: object) => client.call('POST', `${V}/${PAGE}/feed`, { token, form })
const altTexts = async () =>
  (await client.posts('facebook')).map((post: { media: { altText: string }[] }) => post.media.map((one) => one.altText))

test('shows unpublished Facebook photos in the order of the post that they are attached to', async () => {
  const [one, two] = [await photo('One'), await photo('اثنان')]
  expect(await client.posts('facebook')).toEqual([])
  const list = JSON.stringify([{ media_fbid: two }, { media_fbid: one }])
  expect((await feed({ message: 'Both', attached_media: list })).status).toBe(200)
  expect(await altTexts()).toEqual([['اثنان', 'One']])
})

test('accepts photos attached to a Facebook post as separate parameters or in a JSON body, even without a message', async () => {
  const form = {
    'attached_media[0]': JSON.stringify({ media_fbid: await photo('A') }),
    'attached_media[1]': JSON.stringify({ media_fbid: await photo('B') }),
  }
  expect((await feed(form)).status).toBe(200)
  const json = { attached_media: [{ media_fbid: await photo('C') }], message: 'JSON' }
  expect((await client.call('POST', `${V}/${PAGE}/feed`, { token, json })).status).toBe(200)
  expect(await altTexts()).toEqual([['A', 'B'], ['C']])
})

test('publishes a single photo as a Facebook post', async () => {
  const answer = await send({
    source: await picture(400, 300),
    published: 'true',
    message: 'Alone',
    alt_text_custom: 'x',
  })
  expect(answer.json.post_id).toMatch(new RegExp(`^${PAGE}_\\d+$`))
  expect(await client.posts('facebook')).toMatchObject([{ id: answer.json.post_id, text: 'Alone' }])
})

test('prepares an unpublished Facebook post with photos and publishes it in a second step', async () => {
  const attached_media = JSON.stringify([{ media_fbid: await photo('One') }])
  const { id } = (await feed({ message: 'Two steps', attached_media, published: 'false' })).json
  expect(await client.posts('facebook')).toEqual([])
  await client.call('POST', `${V}/${id}`, { token, form: { is_published: 'true' } })
  expect(await altTexts()).toEqual([['One']])
  const { attachments } = (await client.get(`${V}/${id}?fields=attachments{media_type,subattachments}`, token)).json
  expect(attachments.data[0]).toMatchObject({ media_type: 'photo', description: 'One' })
})

test('fetches a Facebook photo from the address in the request', async () => {
  const url = await addressOf(await picture(200, 200, 'png'))
  const { id } = (await send({ url })).json
  expect((await feed({ attached_media: JSON.stringify([{ media_fbid: id }]) })).status).toBe(200)
  expect((await send({ url: `${url}/nothing` })).json.error.code).toBe(100)
})

test('rejects a Facebook photo that is invalid, too large, unknown, a day old or already used', async () => {
  expect((await send({ source: await picture(50, 50, 'webp') })).json.error.error_subcode).toBe(1_366_046)
  expect((await send({ source: Buffer.alloc(10 * 1024 * 1024 + 1) })).json.error.error_subcode).toBe(1_366_046)
  expect((await send({})).json.error.code).toBe(100)
  const attach = (media_fbid: string) => feed({ message: 'x', attached_media: JSON.stringify([{ media_fbid }]) })
  expect((await attach('1')).json.error).toMatchObject({ code: 100, error_subcode: 33 })
  const used = await photo('Used')
  await attach(used)
  expect((await attach(used)).json.error.error_subcode).toBe(1_366_051)
  const old = await photo('Old')
  await client.passes(86_400_000)
  expect((await attach(old)).json.error.error_subcode).toBe(33)
})

test('applies a fault of the operation "upload" to a Facebook photo', async () => {
  await client.fault('facebook', 'upload', 'status', { as: 'server' })
  expect((await send({ source: await picture(50, 50) })).json.error).toMatchObject({ code: 2, is_transient: true })
})

const pagesOf = async (query: string, form: string[][] = []) => {
  const { query: asked } = await client.approve('facebook')
  const address = `/facebook/v26.0/dialog/oauth?${asked}${query}`
  const body = { decision: 'approve', account: '122101874560318724' }
  const back = await fetch(simulator.url + address, {
    method: 'POST',
    body: new URLSearchParams([...Object.entries(body), ...form] as [string, string][]),
    redirect: 'manual',
  })
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return (await client.exchange('facebook', code)).json.access_token as string
}
const ids = async (person: string) =>
  (await client.get(`${V}/me/accounts?fields=id`, person)).json.data.map((page: { id: string }) => page.id)

test("shares all, some or none of a person's Facebook Pages with the app", async () => {
  expect(await ids(await pagesOf(''))).toEqual([PAGE, CAFE])
  expect(await ids(await pagesOf(`&sim_pages=${CAFE}`))).toEqual([CAFE])
  const picked = await pagesOf('', [
    ['picked', '1'],
    ['page', PAGE],
  ])
  expect(await ids(picked)).toEqual([PAGE])
  expect((await client.get(`${V}/${CAFE}?fields=access_token`, picked)).json.error.error_subcode).toBe(33)
  expect(await ids(await pagesOf('', [['picked', '1']]))).toEqual([])
})

test("lists each person's Facebook Pages on the consent page", async () => {
  const { page } = await client.approve('facebook')
  expect(page.text).toContain(`<input type="checkbox" name="page" value="${CAFE}" checked>`)
})

test('reports a scope that the person declined at Facebook, and rejects a post that needs the scope', async () => {
  const person = await pagesOf('&sim_decline=pages_manage_posts')
  expect((await client.get(`${V}/me/permissions`, person)).json.data).toContainEqual({
    permission: 'pages_manage_posts',
    status: 'declined',
  })
  const [page] = (await client.get(`${V}/me/accounts`, person)).json.data
  token = page.access_token
  expect((await feed({ message: 'Hello' })).json.error.code).toBe(200)
})

test('asks the person again for a scope declined at Facebook only if the app sends auth_type=rerequest', async () => {
  const declinedBy = async (person: string) =>
    (await client.get(`${V}/me/permissions`, person)).json.data.filter(
      ({ status }: { status: string }) => status === 'declined',
    )
  expect(await declinedBy(await pagesOf('&sim_decline=pages_manage_posts'))).toHaveLength(1)
  expect(await declinedBy(await pagesOf(''))).toHaveLength(1)
  expect(await declinedBy(await pagesOf('&auth_type=rerequest'))).toEqual([])
})

test("omits a business's Facebook Page from the list of Pages if configured, but finds the Page by id", async () => {
  await client.control('manners', { facebookBusinessPages: 'hidden' })
  const person = await pagesOf('')
  expect(await ids(person)).toEqual([PAGE])
  expect((await client.get(`${V}/${CAFE}?fields=id,name,access_token`, person)).json.access_token).toMatch(/^EAAB/)
})
