import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WritingEvent } from '#core/writing/contract.ts'
import { goodDraft, type Answer } from '#tests/support/fake-models.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { streamEvents } from '#tests/support/stream-events.ts'
import { DEFAULT_MODEL_TIMEOUTS } from './model-timeouts.ts'
import { generate, request, startWriting, type DraftRequest, type Writing } from '#tests/support/writing.ts'

let writing: Writing
let layla: Person
beforeAll(async () => {
  writing = await startWriting()
  layla = await writing.frogy.person()
})
beforeEach(() => {
  writing.reset()
  writing.openai.beforePiece = () => {}
  writing.anthropic.beforePiece = () => {}
})
afterAll(() => writing[Symbol.asyncDispose]())

const SENTENCES = 'One thing that took nine days. Then four names went off the form, and it took two. '
const draft = (content: string): Answer => ({ content, hashtags: ['approvals'] })

/** Requests drafts and yields the server-sent events of the response. */
const events = (who: Person, more: DraftRequest = {}, path = '/api/content/generate', signal?: AbortSignal) =>
  streamEvents(who, path, request(more), signal)

describe('streamed drafts', () => {
  test.each(['linkedin', 'threads'] as const)(
    'streams the text of a draft for the network %s as the model writes it, then sends the complete response',
    async (platform) => {
      const content = SENTENCES.repeat(4).trim()
      for (const models of [writing.openai, writing.anthropic]) models.answer = () => draft(content)
      const seen = await Array.fromAsync(events(layla, { platform: [platform] }))
      const told = seen
        .filter(({ name }) => name === 'text' || name === 'draft')
        .map(({ data }) => WritingEvent.parse(data))
      let text = ''
      for (const event of told) if (event.type === 'text') text = text.slice(0, event.at) + event.text
      expect(text.length).toBeGreaterThan(0)
      expect(content.startsWith(text)).toBe(true)
      expect(told.at(-1)).toMatchObject({ type: 'draft', item: { platform, content } })
      expect(seen.at(-1)).toMatchObject({
        name: 'done',
        data: { content: [{ platform, content, hashtags: ['#approvals'] }] },
      })
    },
  )

  test('streams the first words of a draft before its last words are written', async () => {
    let goOn = () => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    writing.anthropic.answer = () => draft(SENTENCES.repeat(4))
    writing.anthropic.beforePiece = (piece) => (piece < 4 ? undefined : held)
    const seen = []
    for await (const event of events(layla, { platform: ['linkedin'] })) {
      seen.push(event.name)
      if (seen.length === 1) goOn()
    }
    expect(seen[0]).toBe('text')
    expect(seen.at(-1)).toBe('done')
  })

  test('stops the model when a streaming client disconnects', async () => {
    writing.anthropic.answer = () => draft(SENTENCES.repeat(10))
    writing.anthropic.beforePiece = (piece) => (piece < 4 ? undefined : new Promise(() => {}))
    const asked = writing.anthropic.next()
    const stop = new AbortController()
    const stopped = (async () => {
      for await (const _ of events(layla, { platform: ['linkedin'] }, undefined, stop.signal)) stop.abort()
    })()
    await expect(stopped).rejects.toThrow(/abort/i)
    await (
      await asked
    ).cut
  })

  test('reports a model connection that breaks, and keeps the drafts of other networks', async () => {
    writing.anthropic.answer = () => draft(SENTENCES.repeat(4))
    writing.openai.answer = () => draft(SENTENCES)
    writing.anthropic.beforePiece = (piece) => {
      if (piece > 3) throw new Error('cut')
    }
    const seen = await Array.fromAsync(events(layla, { platform: ['linkedin', 'threads'] }))
    expect(seen.at(-1)).toMatchObject({ name: 'done', data: { content: [{ platform: 'threads' }] } })

    let cut = () => {}
    const isTold = new Promise<void>((resolve) => (cut = resolve))
    writing.anthropic.beforePiece = async (piece) => {
      if (piece < 4) return
      await isTold
      throw new Error('cut')
    }
    let last: unknown
    for await (const event of events(layla, { platform: ['linkedin'] })) {
      cut()
      last = event
    }
    expect(last).toMatchObject({ name: 'failed', data: { code: 'writer_failed' } })
  })

  test('rejects an invalid streaming request with a plain error response', async () => {
    writing.anthropic.acceptsKeys = false
    const { status } = await generate(layla, { platform: ['linkedin'] })
    expect(await Array.fromAsync(events(layla, { platform: ['linkedin'] }))).toEqual([{ name: 'status', data: status }])
    expect(await Array.fromAsync(events(layla, { topic: '' }))).toEqual([{ name: 'status', data: 422 }])
  })

  test('streams drafts from a model server without schemas', async () => {
    const { openai } = writing
    openai.formats = []
    openai.answer = () => ({ text: `Here it is:\n${JSON.stringify(draft(SENTENCES.trim()))}` })
    await using own = await startFrogy({ OPENAI_BASE_URL: `${openai.url}/v1`, OPENAI_MODEL: 'llama' })
    const seen = await Array.fromAsync(events(await own.person(), { platform: ['threads'] }))
    openai.formats = ['json_schema', 'json_object']
    expect(seen.map(({ name }) => name)).toContain('text')
    expect(seen.at(-1)).toMatchObject({ name: 'done', data: { content: [{ content: SENTENCES.trim() }] } })
  })

  test('streams few events for a draft that never ends, then an error', async () => {
    writing.anthropic.answer = () => draft('Nine days went by. '.repeat(3_000))
    writing.anthropic.beforePiece = (piece) =>
      piece % 100 === 0 ? new Promise((resolve) => void setImmediate(resolve)) : undefined
    const seen = await Array.fromAsync(events(layla, { platform: ['linkedin'] }))
    expect(seen.at(-1)).toMatchObject({ name: 'failed', data: { code: 'writer_failed' } })
  })

  test('streams only the final response when no model is configured', async () => {
    await using offline = await startFrogy()
    const seen = await Array.fromAsync(events(await offline.person(), { platform: ['linkedin'] }))
    expect(seen).toMatchObject([{ name: 'done', data: { content: [{ source: 'offline' }] } }])
  })
})

describe('sequential server', () => {
  const five: DraftRequest = { platform: ['linkedin', 'twitter', 'facebook', 'instagram', 'threads'] }
  const settings = () => ({ OPENAI_BASE_URL: `${writing.openai.url}/v1`, OPENAI_MODEL: 'llama' })
  beforeEach(() => void (writing.openai.isSerial = true))
  afterEach(() => void (writing.openai.isSerial = false))

  test('streams each draft as soon as it is ready when a model server writes one draft after another', async () => {
    // Make the time limit of plain responses very short, to show that it does not apply to streams.
    await using own = await startFrogy(settings(), { modelTimeouts: { ...DEFAULT_MODEL_TIMEOUTS, plainMs: 1 } })
    const seen = await Array.fromAsync(events(await own.person(), five))
    const names = seen.map(({ name }) => name)
    expect(seen.at(-1)?.data).toMatchObject({ content: five.platform?.map((platform) => ({ platform })) })
    expect(names.filter((name) => name === 'draft')).toHaveLength(5)
    // The first draft is complete before the second one begins.
    expect(names.indexOf('draft')).toBeLessThan(names.lastIndexOf('text'))
  })

  test('returns the finished drafts in a plain response, and a reason for each missing one', async () => {
    let answers = 0
    writing.openai.answer = (asked) => (++answers > 2 ? 'silence' : goodDraft(asked))
    await using own = await startFrogy(settings(), { modelTimeouts: { ...DEFAULT_MODEL_TIMEOUTS, plainMs: 8_000 } })
    const { content, unwritten } = await (
      await own.person()
    ).call('POST /api/content/generate', { body: request(five) })
    expect(content).toHaveLength(2)
    expect(unwritten).toHaveLength(3)
    expect(unwritten).toContainEqual(expect.objectContaining({ language: 'english', code: 'writer_timeout' }))
  })
})
