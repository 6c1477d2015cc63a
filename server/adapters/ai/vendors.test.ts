import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WritingTask } from '#core/generation/prompt.ts'
import { openFakeModels, type Answer, type FakeModels } from '#tests/support/fake-models.ts'
import { anthropicWriter, openaiWriter } from './model-writer.ts'
import { WriterError, type Writer } from './writer.ts'

// Each request is held to what its vendor says that it may hold (tests/support/vendor-shapes.ts).

let models: FakeModels
const before = process.env.OPENAI_BASE_URL
beforeAll(async () => {
  models = await openFakeModels()
  // The vendor's own host, as its SDK finds it where no server of one's own is configured.
  process.env.OPENAI_BASE_URL = `${models.url}/v1`
})
beforeEach(() => {
  models.acceptsKeys = true
  models.beforePiece = () => {}
  models.refused = []
})
afterAll(async () => {
  if (before === undefined) delete process.env.OPENAI_BASE_URL
  else process.env.OPENAI_BASE_URL = before
  await models[Symbol.asyncDispose]()
})

const VENDORS: Record<string, () => Writer> = {
  'OpenAI, Responses': () => openaiWriter({ apiKey: 'sk-open', model: 'gpt-test', baseUrl: undefined }),
  'OpenAI’s dialect, Chat Completions': () =>
    openaiWriter({ apiKey: 'sk-open', model: 'gpt-test', baseUrl: `${models.url}/v1` }),
  'Anthropic, Messages': () => anthropicWriter({ apiKey: 'sk-ant', model: 'claude-test', baseUrl: models.url }),
}

const TASK: WritingTask = {
  platform: 'linkedin',
  language: 'english',
  topic: 'Approvals',
  contentType: 'educational',
  tone: 'professional',
  source: { title: 'Signatures', text: 'Approvals took nine days.' },
}
const CONTENT = 'Approvals took nine days, and nobody could say why.'
const good = (): Answer => ({ content: CONTENT, hashtags: ['approvals'] })
const inTime = () => AbortSignal.timeout(20_000)

/** Why nothing was written, in our words. */
const reasonOf = async (writing: Promise<unknown>) =>
  await writing.then(
    () => 'written',
    (error: unknown) => (error instanceof WriterError ? error.reason : error),
  )

describe.each(Object.entries(VENDORS))('%s', (_name, open) => {
  test('takes what it is asked, with a schema, and its answer is read', async () => {
    models.answer = good
    const draft = await open().write(TASK, { signal: inTime() })
    expect(draft).toEqual({ content: CONTENT, hashtags: ['#approvals'] })
    expect(models.refused).toEqual([])
    expect(models.asked.at(-1)?.schema).toMatchObject({ required: ['content', 'hashtags'] })
  })

  test('is read as it writes', async () => {
    models.answer = good
    const texts: string[] = []
    const draft = await open().write(TASK, { signal: inTime(), onText: (text) => texts.push(text) })
    expect(draft.content).toBe(CONTENT)
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.every((text) => CONTENT.startsWith(text))).toBe(true)
    expect(models.asked.at(-1)?.isStreamed).toBe(true)
    expect(models.refused).toEqual([])
  })

  test.each([false, true])('refuses in its own words, which become ours (streamed: %s)', async (isStreamed) => {
    const onText = isStreamed ? () => {} : undefined
    const errors = [
      [{ status: 401, code: 'invalid_api_key' }, 'key'],
      [{ status: 403, code: 'permission_error' }, 'key'],
      [{ status: 404, code: 'model_not_found', message: 'The model gpt-test does not exist' }, 'model'],
      [{ status: 429, code: 'insufficient_quota', message: 'You exceeded your insufficient_quota' }, 'quota'],
      [{ status: 402, code: 'billing_error' }, 'quota'],
      [{ status: 400, code: 'invalid_request_error', message: 'Your credit balance is too low' }, 'quota'],
      [{ status: 400, code: 'context_length_exceeded', message: 'maximum context length' }, 'too_long'],
      [{ status: 413, code: 'request_too_large' }, 'too_long'],
      [{ status: 400, code: 'content_policy_violation', message: 'content_policy_violation' }, 'refused'],
      [{ status: 529, code: 'overloaded_error', message: 'Overloaded' }, 'overloaded'],
      [{ status: 500, code: 'api_error' }, 'failed'],
    ] as const
    const found = await Promise.all(
      errors.map(async ([answer, reason]) => {
        await using own = await openFakeModels()
        own.answer = () => answer
        const writer =
          open().name === 'anthropic'
            ? anthropicWriter({ apiKey: 'sk-ant', model: 'claude-test', baseUrl: own.url })
            : openaiWriter({ apiKey: 'sk-open', model: 'gpt-test', baseUrl: `${own.url}/v1` })
        return [answer.code, await reasonOf(writer.write(TASK, { signal: inTime(), onText })), reason]
      }),
    )
    expect(found.map(([code, seen]) => [code, seen])).toEqual(found.map(([code, , reason]) => [code, reason]))
  })

  test('is told to stop where its connection is cut half-way, and asked once more', async () => {
    models.answer = good
    let cuts = 0
    models.beforePiece = (piece) => {
      if (piece < 2 || cuts > 1) return
      cuts++
      throw new Error('cut')
    }
    const asked = models.asked.length
    expect(await reasonOf(open().write(TASK, { signal: inTime(), onText: () => {} }))).toMatch(/^(written|failed)$/)
    expect(models.asked.length).toBeLessThanOrEqual(asked + 2)
  })

  test('is waited for while it is slow, and no longer than was asked', async () => {
    models.answer = good
    models.beforePiece = (piece) => (piece < 2 ? undefined : new Promise(() => {}))
    expect(await reasonOf(open().write(TASK, { signal: AbortSignal.timeout(300), onText: () => {} }))).toBe('failed')
  })
})
