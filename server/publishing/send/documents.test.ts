import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { VIDEO_PART_BYTES } from '#core/media/limits.ts'
import { SETTLE_MS } from '#core/publishing/sending-times.ts'
import { pdfFile, uploadDocument } from '#tests/support/documents.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Person } from '#tests/support/person.ts'
import { later, untilLastAttempt, untilStatus } from '#tests/support/publishing.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

const PAGE_SCOPES = 'w_organization_social r_organization_social rw_organization_admin'

let frogy: Frogy
let layla: Person
/** The account of an organization's page, whose app may read the state of an upload. */
let page: string
let member: string
beforeAll(async () => {
  frogy = await startFrogy({ LINKEDIN_SCOPES: PAGE_SCOPES })
  layla = await frogy.person('linkedin', 'telegram')
  const accounts = (await layla.call('GET /api/social-accounts', {})).filter(({ platform }) => platform === 'linkedin')
  member = accounts.find(({ isDefault }) => isDefault)?.id ?? ''
  page = accounts.find(({ isDefault }) => !isDefault)?.id ?? ''
})
afterAll(() => frogy[Symbol.asyncDispose]())

const hashOf = (file: Buffer) => createHash('sha256').update(file).digest('hex')

interface Scheduled {
  platform?: 'linkedin' | 'telegram'
  accountId?: string
  at?: Date
}

const schedule = (content: string, document: string, { platform = 'linkedin', accountId, at }: Scheduled = {}) =>
  layla.call('POST /api/posts', {
    body: {
      platform,
      ...(platform === 'linkedin' && { accountId: accountId ?? member }),
      content,
      status: 'scheduled',
      scheduledAt: (at ?? frogy.clock.now()).toISOString(),
      media: { images: [document] },
    },
  })

const arrived = async (text: string, platform: 'linkedin' | 'telegram' = 'linkedin') =>
  (await frogy.simulator.posts(platform)).filter((post) => post.text === text)

const uploads = async (file: Buffer) =>
  (await frogy.simulator.uploads('linkedin')).filter((hash) => hash === hashOf(file)).length

test.each(['member', 'page'] as const)(
  'publishes a document from a LinkedIn %s account, under its title',
  async (who) => {
    const content = `Slides of a ${who}`
    const file = pdfFile({
      pages: who === 'page' ? 5 : 4,
      title: 'Frogs at dawn، ضفادع',
      sizeBytes: 2.5 * VIDEO_PART_BYTES,
    })
    const accountId = who === 'page' ? page : member
    const post = await schedule(content, await uploadDocument(layla, file), { accountId })
    expect(await layla.decided(post)).toMatchObject({ status: 'published', failure: null })
    const [sent, ...more] = await arrived(content)
    expect(more).toEqual([])
    expect(sent?.media).toMatchObject([
      { type: 'document', title: 'Frogs at dawn، ضفادع', sha256: hashOf(file), pages: who === 'page' ? 5 : 4 },
    ])
  },
)

test('publishes a document to Telegram as a file named after its title', async () => {
  const file = pdfFile({ title: 'Frogs/toads، ضفادع' })
  const post = await schedule('For the channel', await uploadDocument(layla, file), { platform: 'telegram' })
  expect(await layla.decided(post)).toMatchObject({ status: 'published' })
  const [sent] = await arrived('For the channel', 'telegram')
  expect(sent?.media).toMatchObject([{ type: 'document', title: 'Frogs-toads، ضفادع.pdf', sha256: hashOf(file) }])
})

test('uploads and processes a document before the post is due', async () => {
  await frogy.simulator.manners({ processingMs: 400 })
  const file = pdfFile({ pages: 6 })
  const at = later(frogy)
  const post = await schedule('On time', await uploadDocument(layla, file), { accountId: page, at })
  frogy.clock.advanceTo(new Date(at.getTime() - 10 * 60_000))
  await eventually(async () => {
    const [attempt] = await layla.call('GET /api/posts/{id}/attempts', { params: { id: post.id } })
    expect(attempt?.state).toBe('prepared')
  })
  await eventually(async () => expect(await uploads(file)).toBe(1))
  expect(await arrived('On time')).toEqual([])
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await arrived('On time')).toHaveLength(1)
  expect(await uploads(file)).toBe(1)
})

test('uploads a document once even if its author changes the text after the upload', async () => {
  await frogy.simulator.manners({ processingMs: 0 })
  const file = pdfFile({ pages: 8 })
  const at = later(frogy)
  const post = await schedule('First words', await uploadDocument(layla, file), { at })
  frogy.clock.advanceTo(new Date(at.getTime() - 10 * 60_000))
  await eventually(async () => expect(await uploads(file)).toBe(1))
  await layla.call('PATCH /api/posts/{id}', { params: { id: post.id }, body: { content: 'Better words' } })
  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await arrived('Better words')).toHaveLength(1)
  expect(await uploads(file)).toBe(1)
})

test.each(['drop_before', 'drop_after', 'status'] as const)(
  'retries an upload that ends with the fault %s, and publishes the document once',
  async (fault) => {
    await frogy.simulator.manners({ processingMs: 0 })
    const content = `After ${fault}`
    const file = pdfFile({ pages: 9, title: fault })
    const document = await uploadDocument(layla, file)
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'upload', fault, status: 500, count: 2 })
    const post = await schedule(content, document)
    await untilStatus(frogy, layla, post, 'published')
    const [sent, ...more] = await arrived(content)
    expect(more).toEqual([])
    expect(sent?.media).toMatchObject([{ sha256: hashOf(file) }])
  },
)

test.each(['member', 'page'] as const)(
  'never publishes a document twice when the response to a %s is lost',
  async (who) => {
    await frogy.simulator.manners({ processingMs: 0 })
    const content = `Lost for a ${who}`
    const document = await uploadDocument(layla, pdfFile({ title: content }))
    await frogy.simulator.fault({ platform: 'linkedin', operation: 'publish', fault: 'drop_after' })
    const post = await schedule(content, document, { accountId: who === 'page' ? page : member })
    if (who === 'member') {
      await untilLastAttempt(layla, post, 'unknown')
      frogy.clock.advance(SETTLE_MS)
    }
    expect((await layla.decided(post)).status).toBe(who === 'page' ? 'published' : 'unconfirmed')
    expect(await arrived(content)).toHaveLength(1)
  },
)

test('waits for a document that LinkedIn processes slowly, and publishes it afterwards', async () => {
  await frogy.simulator.manners({ processingMs: 20_000 })
  for (const accountId of [member, page]) {
    const content = `Processed for long (${accountId})`
    const document = await uploadDocument(layla, pdfFile({ title: content }))
    const post = await schedule(content, document, { accountId })
    await layla.until(post, ({ failure }) => failure?.code === 'still_processing')
    await untilStatus(frogy, layla, post, 'published')
    expect(await arrived(content)).toHaveLength(1)
  }
  await frogy.simulator.manners({ processingMs: 0 })
})

test('reports a document that LinkedIn cannot process, and uploads it again on a retry', async () => {
  const file = pdfFile({ title: 'Broken' })
  const document = await uploadDocument(layla, file)
  const code = 'MEDIA_ASSET_PROCESSING_FAILED'
  await frogy.simulator.fault({
    platform: 'linkedin',
    operation: 'publish',
    fault: 'status',
    status: 400,
    body: { status: 400, code, message: 'The media asset could not be processed' },
  })
  const post = await schedule('Not processed', document)
  expect(await layla.decided(post)).toMatchObject({ status: 'failed', failure: { code: 'media' } })
  expect(await uploads(file)).toBe(1)
  await layla.call('POST /api/posts/{id}/publish', { params: { id: post.id } })
  expect((await layla.decided(post)).status).toBe('published')
  expect(await arrived('Not processed')).toHaveLength(1)
  expect(await uploads(file)).toBe(2)
})
