import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFakeModels, type Answer, type FakeModels } from '#tests/support/fake-models.ts'
import { plain, uploadForm } from '#tests/support/pictures.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let models: FakeModels
let frogy: Frogy
let layla: Person
let id: string
beforeAll(async () => {
  models = await openFakeModels()
  frogy = await startFrogy({ OPENAI_API_KEY: 'sk-open', OPENAI_BASE_URL: `${models.url}/v1`, OPENAI_MODEL: 'gpt-test' })
  layla = await frogy.person()
  id = await uploaded(layla)
})
afterAll(async () => {
  await frogy[Symbol.asyncDispose]()
  await models[Symbol.asyncDispose]()
})
beforeEach(() => {
  models.asked.length = 0
  models.acceptsKeys = true
  models.answer = () => ({ altText: 'A red bridge over a river.' })
})

async function uploaded(who: Person, picture = plain(1_600, 1_200).jpeg()): Promise<string> {
  const form = uploadForm(['Layla Haddad at home.jpg', new Uint8Array(await picture.toBuffer())])
  const { media } = await who.call('POST /api/images/upload', { form })
  return media.images[0]?.id ?? ''
}
const suggest = (who: Person, image = id, language: 'en' | 'ar' = 'en') =>
  who.ask('POST /api/images/{id}/alt-text', { params: { id: image }, body: { language } })

describe('a suggested alt text', () => {
  test("suggests the model's description of a picture and saves nothing", async () => {
    const { status, body } = await suggest(layla)
    expect({ status, body }).toEqual({ status: 200, body: { altText: 'A red bridge over a river.' } })
    expect(await layla.call('GET /api/images', { query: { ids: id } })).toMatchObject([{ altText: '' }])
  })

  test('sends the model a picture as JPEG without its file name', async () => {
    await suggest(layla, await uploaded(layla, plain(2_000, 1_500).ensureAlpha(0.5).png()))
    const [asked] = models.asked
    expect(asked?.pictures).toMatchObject([{ type: 'image/jpeg' }])
    const { format, width, height } = await sharp(asked?.pictures[0]?.bytes).metadata()
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 1_440, height: 1_080 })
    expect(JSON.stringify(asked)).not.toContain('Layla')
  })

  test("requests a picture's description in the chosen language, with the same rules and schema for all languages", async () => {
    models.answer = ({ prompt }) => ({ altText: prompt.includes('Arabic') ? 'صورة لـ جسر أحمر فوق نهر.' : 'A bridge' })
    expect((await suggest(layla, id, 'ar')).body.altText).toBe('جسر أحمر فوق نهر.')
    expect((await suggest(layla, id, 'en')).body.altText).toBe('A bridge')
    expect(models.asked[0]?.system).toBe(models.asked[1]?.system)
    expect(models.asked[0]?.system).toMatch(/Never name a person/)
    expect(models.asked[0]?.schema).toMatchObject({ required: ['altText'], additionalProperties: false })
  })

  test('limits a suggested description to 250 characters', async () => {
    models.answer = () => ({ altText: 'stones '.repeat(100) })
    expect((await suggest(layla)).body.altText).toBe(`S${'tones s'.repeat(34)}tones…`)
  })

  test('removes null characters and lone surrogates from the description of a picture', async () => {
    models.answer = () => ({ altText: 'A red\u0000 bridge\uD83D.' })
    expect((await suggest(layla)).body.altText).toBe('A red bridge.')
    expect(models.asked[0]?.maxTokens).toBeGreaterThan(4_000)
  })

  test('describes a picture with Anthropic if it is configured', async () => {
    await using other = await startFrogy({ ANTHROPIC_API_KEY: 'sk-ant', ANTHROPIC_BASE_URL: models.url })
    const omar = await other.person()
    expect((await suggest(omar, await uploaded(omar))).body.altText).toBe('A red bridge over a river.')
    expect(models.asked).toMatchObject([{ api: 'anthropic', key: 'sk-ant', pictures: [{ type: 'image/jpeg' }] }])
  })
})

describe('missing suggestions', () => {
  test("suggests a picture's description only if an AI provider is configured", async () => {
    await using bare = await startFrogy()
    const omar = await bare.person()
    const { status, body } = await suggest(omar, await uploaded(omar))
    expect(status).toBe(409)
    expect(body).toEqual({
      code: 'writer_absent',
      message: 'No AI provider is set up to describe photos.',
    })
  })

  test('suggests no description of a missing picture and does not call the model', async () => {
    expect((await suggest(layla, crypto.randomUUID())).status).toBe(404)
    expect(models.asked).toEqual([])
  })

  test.each([
    ['a quota that is used up', { status: 429, code: 'insufficient_quota' }, 'writer_quota', 1],
    ['trouble that stays', { status: 500, code: 'server_error' }, 'writer_failed', 2],
    ['JSON of another shape', { text: '{"description":"A bridge"}' }, 'writer_failed', 1],
    ['nothing', { altText: '  ' }, 'writer_empty', 1],
    ['an answer without end', { flood: 'plain' }, 'writer_failed', 1],
    ['few bytes that become many', { flood: 'packed' }, 'writer_failed', 1],
  ] as [string, Answer, string, number][])(
    'suggests no description when the provider responds with %s',
    async (_what, answer, code, tries) => {
      models.answer = () => answer
      expect((await suggest(layla)).body.code).toBe(code)
      expect(models.asked).toHaveLength(tries)
    },
  )

  test('suggests no description when the provider rejects the key', async () => {
    models.acceptsKeys = false
    expect((await suggest(layla)).body.code).toBe('writer_key')
  })

  test('stops the description of a picture when the client disconnects', async () => {
    models.answer = () => 'silence'
    const arrived = models.next()
    const leaving = new AbortController()
    const answer = layla.fetch(`/api/images/${id}/alt-text`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"language":"en"}',
      signal: leaving.signal,
    })
    const asked = await arrived
    leaving.abort()
    await expect(answer).rejects.toThrow(/abort/i)
    await asked.cut
  })
})
