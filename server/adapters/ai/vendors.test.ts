import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WritingTask } from '#core/writing/prompt.ts'
import { openFakeModels, type Answer, type ModelRequest, type FakeModels } from '#tests/support/fake-models.ts'
import { promptCache } from '#tests/support/prompt-cache.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicChatModel, openaiChatModel, type ChatModel, type ChatPrompt } from './chat-model.ts'
import { pictureDescriber } from './describe-picture.ts'
import { anthropicWriter, openaiWriter } from './model-writer.ts'
import { WriterError, type Usage, type Writer } from './writer.ts'

// The fake server validates each request against its vendor's schema (tests/support/vendor-request-schemas.ts).

let models: FakeModels
const before = process.env.OPENAI_BASE_URL
beforeAll(async () => {
  models = await openFakeModels()
  // Replace the vendor's default host, which the SDK uses without a base URL.
  process.env.OPENAI_BASE_URL = `${models.url}/v1`
})
beforeEach(() => {
  models.acceptsKeys = true
  models.beforePiece = () => {}
  models.refused = []
  models.cache = undefined
  models.reasoningTokens = 0
  models.rejectsEffort = false
})
afterAll(async () => {
  if (before === undefined) delete process.env.OPENAI_BASE_URL
  else process.env.OPENAI_BASE_URL = before
  await models[Symbol.asyncDispose]()
})

/** A vendor, and functions that open its writer and its chat model. */
interface Vendor {
  config: () => AiConfig
  openWriter: (config: AiConfig) => Writer
  openChat: (config: AiConfig) => ChatModel
}
const OPENAI = { openWriter: openaiWriter, openChat: openaiChatModel }
const ANTHROPIC = { openWriter: anthropicWriter, openChat: anthropicChatModel }
const ALL: Record<string, Vendor> = {
  'OpenAI, Responses': { ...OPENAI, config: () => ({ apiKey: 'sk-open', model: 'gpt-test', baseUrl: undefined }) },
  'OpenAI’s dialect, Chat Completions': {
    ...OPENAI,
    config: () => ({ apiKey: 'sk-open', model: 'gpt-test', baseUrl: `${models.url}/v1` }),
  },
  'Anthropic, Messages': {
    ...ANTHROPIC,
    config: () => ({ apiKey: 'sk-ant', model: 'claude-test', baseUrl: models.url }),
  },
}
const VENDORS: Record<string, () => Writer> = Object.fromEntries(
  Object.entries(ALL).map(([name, { openWriter, config }]) => [name, () => openWriter(config())]),
)
const PATHS: Record<string, string> = {
  'OpenAI, Responses': '/v1/responses',
  'OpenAI’s dialect, Chat Completions': '/v1/chat/completions',
  'Anthropic, Messages': '/v1/messages',
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

const reasonOf = async (writing: Promise<unknown>) =>
  await writing.then(
    () => 'written',
    (error: unknown) => (error instanceof WriterError ? error.reason : error),
  )

describe.each(Object.entries(VENDORS))('%s', (name, open) => {
  /** Requests a draft that fails. Returns the error and the number of requests. */
  async function failing(answer: (asked: ModelRequest) => Answer, isStreamed: boolean) {
    models.answer = answer
    models.asked.length = 0
    const reason = await reasonOf(open().write(TASK, { signal: inTime(), ...(isStreamed && { onText: () => {} }) }))
    return { reason, times: models.asked.length, paths: new Set(models.asked.map(({ path }) => path)) }
  }

  test('sends an AI model a valid request with a JSON schema, and reads the draft in the answer', async () => {
    models.answer = good
    const draft = await open().write(TASK, { signal: inTime() })
    expect(draft).toEqual({ content: CONTENT, hashtags: ['#approvals'] })
    expect(models.refused).toEqual([])
    expect(models.asked.at(-1)?.schema).toMatchObject({ required: ['content', 'hashtags'] })
  })

  test("streams a model's answer", async () => {
    models.answer = good
    const texts: string[] = []
    const draft = await open().write(TASK, { signal: inTime(), onText: (text) => texts.push(text) })
    expect(draft.content).toBe(CONTENT)
    expect(texts.length).toBeGreaterThan(1)
    expect(texts.every((text) => CONTENT.startsWith(text))).toBe(true)
    expect(models.asked.at(-1)?.isStreamed).toBe(true)
    expect(models.refused).toEqual([])
  })

  test.each([false, true])("maps an AI vendor's errors to Frogy's errors (streamed: %s)", async (isStreamed) => {
    const isAnthropic = name === 'Anthropic, Messages'
    const errors = [
      [{ status: 401, code: isAnthropic ? 'authentication_error' : 'invalid_api_key' }, 'key'],
      [{ status: 403, code: 'permission_error' }, 'key'],
      [{ status: 404, code: isAnthropic ? 'not_found_error' : 'model_not_found', message: 'model: gpt-test' }, 'model'],
      [{ status: 429, code: 'insufficient_quota', message: 'You exceeded your insufficient_quota' }, 'quota'],
      [{ status: 402, code: 'billing_error' }, 'quota'],
      [{ status: 400, code: 'invalid_request_error', message: 'Your credit balance is too low' }, 'quota'],
      [{ status: 400, code: 'context_length_exceeded', message: 'maximum context length' }, 'too_long'],
      [{ status: 413, code: 'request_too_large' }, 'too_long'],
      [{ status: 400, code: 'content_policy_violation', message: 'content_policy_violation' }, 'refused'],
      [{ status: 529, code: 'overloaded_error', message: 'Overloaded' }, 'overloaded'],
      [{ status: 500, code: 'api_error' }, 'failed'],
      [{ status: 504, code: 'timeout_error' }, 'failed'],
    ] as const
    for (const [answer, reason] of errors) {
      const { paths, ...found } = await failing(() => answer, isStreamed)
      expect({ ...found, code: answer.code }).toEqual({ reason, code: answer.code, times: found.times })
      expect([...paths]).toEqual([PATHS[name]])
    }
  })

  test.each([false, true])(
    'does not retry with another response format when the model refuses (streamed: %s)',
    async (isStreamed) => {
      const { reason, times } = await failing(() => ({ refusal: 'I cannot help with that.' }), isStreamed)
      expect({ reason, times }).toEqual({ reason: 'refused', times: 1 })
    },
  )

  test.each([false, true])(
    'does not retry with another response format after a truncated answer (streamed: %s)',
    async (isStreamed) => {
      const { reason, times } = await failing(() => ({ cutAt: '{"content":"Approvals took ni' }), isStreamed)
      expect({ reason, times }).toEqual({ reason: 'cut', times: 1 })
    },
  )

  test.each([false, true])('reports an empty answer of an AI model (streamed: %s)', async (isStreamed) => {
    const { reason } = await failing(() => ({ content: ' ', hashtags: [] }), isStreamed)
    expect(reason).toBe('empty')
  })

  test.each([false, true])("skips a model's reasoning in front of its answer (streamed: %s)", async (isStreamed) => {
    models.answer = () => ({ text: `<think>{"content": "a first try"}</think>${JSON.stringify(good())}` })
    const texts: string[] = []
    const onText = (text: string) => void texts.push(text)
    const draft = await open().write(TASK, { signal: inTime(), ...(isStreamed && { onText }) })
    expect(draft.content).toBe(CONTENT)
    expect(texts.every((text) => CONTENT.startsWith(text))).toBe(true)
  })

  test("counts the tokens of a model's reasoning separately", async () => {
    models.answer = good
    models.reasoningTokens = 700
    const usages: Usage[] = []
    await open().write(TASK, { signal: inTime(), onUsage: (usage) => usages.push(usage) })
    expect(usages).toMatchObject([{ reasoningTokens: 700 }])
    expect(usages[0]?.outputTokens).toBeGreaterThan(700)
  })

  test.each([
    ['overloaded_error', 'Overloaded', 'overloaded', 2],
    ['insufficient_quota', 'You exceeded your insufficient_quota', 'quota', 1],
    ['server_error', 'The server had an error', 'failed', 2],
  ])('reports an error that ends a streamed model answer early: %s', async (code, message, expected, most) => {
    const { reason, times } = await failing(() => ({ breaksOff: { code, message } }), true)
    expect(reason).toBe(expected)
    expect(times).toBeLessThanOrEqual(most)
  })

  test('estimates the tokens of an interrupted model answer that reports no token count', async () => {
    models.answer = good
    const heard = Promise.withResolvers<void>()
    models.beforePiece = async (piece) => {
      if (piece < 3) return
      await heard.promise
      throw new Error('cut')
    }
    const usages: Usage[] = []
    const onUsage = (usage: Usage) => usages.push(usage)
    const asked = models.asked.length
    expect(await reasonOf(open().write(TASK, { signal: inTime(), onText: () => heard.resolve(), onUsage }))).toBe(
      'failed',
    )
    expect(models.asked.length).toBeLessThanOrEqual(asked + 2)
    expect(usages.length).toBeGreaterThan(0)
    expect(usages[0]).toMatchObject({ inputTokens: null, outputTokens: null })
  })

  test('aborts an endless model answer once it is longer than a draft may be', async () => {
    models.answer = () => ({ content: 'Nine days went by. '.repeat(20_000), hashtags: [] })
    let last = 0
    models.beforePiece = (piece) => {
      last = piece
      return piece % 100 === 0 ? new Promise((resolve) => void setImmediate(resolve)) : undefined
    }
    const asked = models.next()
    expect(await reasonOf(open().write(TASK, { signal: inTime(), onText: () => {} }))).toBe('failed')
    await (
      await asked
    ).cut
    // The model may send 10,000 characters, and fill the connection's buffers, before Frogy aborts the answer.
    expect(last * 16).toBeLessThan(200_000)
  })

  test('waits for a slow model answer until the time limit', async () => {
    models.answer = good
    models.beforePiece = (piece) => (piece < 2 ? undefined : new Promise(() => {}))
    expect(await reasonOf(open().write(TASK, { signal: AbortSignal.timeout(300), onText: () => {} }))).toBe('timeout')
  })
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const CHAT: ChatPrompt = {
  system: 'You help an author. '.repeat(300),
  messages: [{ role: 'user', content: 'What do I write about approvals?' }],
  last: '\n\n(It is 9:00.)',
}

describe.each(Object.entries(ALL))('chat: %s', (name, { openChat, config }) => {
  const open = () => openChat(config())

  test('sends a valid question to an AI model, with the text that changes with each call at its end', async () => {
    models.answer = () => ({ text: 'Begin with the nine days.' })
    const { text, isCut } = await open().answer(CHAT, { signal: inTime() })
    expect({ text, isCut }).toEqual({ text: 'Begin with the nine days.', isCut: false })
    expect(models.refused).toEqual([])
    expect(models.asked.at(-1)?.said).toEqual([
      { role: 'user', text: 'What do I write about approvals?\n\n(It is 9:00.)' },
    ])
  })

  test("removes a model's reasoning from its chat answer", async () => {
    models.answer = () => ({ text: '<think>Nine days, or two?</think>Begin with the nine days.' })
    const texts: string[] = []
    const { text } = await open().answer(CHAT, { signal: inTime(), onText: (one) => void texts.push(one) })
    expect(text).toBe('Begin with the nine days.')
    expect(texts.join(' ')).not.toContain('or two')
  })

  test('asks a chat model again after an empty answer, and reports a second empty answer as a failure', async () => {
    models.answer = () => ({ text: ' ' })
    models.asked.length = 0
    expect(await reasonOf(open().answer(CHAT, { signal: inTime() }))).toBe('empty')
    expect(models.asked).toHaveLength(2)
  })

  test("reports a chat model's refusal", async () => {
    models.answer = () => ({ refusal: 'I cannot help with that.' })
    models.asked.length = 0
    expect(await reasonOf(open().answer(CHAT, { signal: inTime() }))).toBe('refused')
    expect(models.asked).toHaveLength(1)
  })

  test('marks a chat answer as incomplete when it reached its token limit', async () => {
    models.answer = () => ({ cutAt: 'Begin with the ni' })
    expect(await open().answer(CHAT, { signal: inTime() })).toEqual({ text: 'Begin with the ni', isCut: true })
  })

  test('marks a chat answer as incomplete when it ends during its reasoning', async () => {
    models.answer = () => ({ cutAt: '<think>Nine days, or' })
    expect(await reasonOf(open().answer(CHAT, { signal: inTime() }))).toBe('cut')
  })

  test('asks a model to describe a picture with little reasoning, and skips the reasoning in its answer', async () => {
    const own = config()
    const none = { apiKey: undefined, baseUrl: undefined, model: 'none' }
    const isAnthropic = name.startsWith('Anthropic')
    const both = isAnthropic ? { anthropic: own, openai: none } : { anthropic: none, openai: own }
    const describe = pictureDescriber(both, inTime())
    const usages: Usage[] = []
    const ask = () =>
      describe?.({ bytes: PIXEL, type: 'image/png' }, 'en', {
        signal: inTime(),
        onUsage: (one) => void usages.push(one),
      })
    models.answer = () => ({ text: '<think>{"altText":"A bridge?"}</think>{"altText":"A red bridge."}' })
    expect(await ask()).toBe('A red bridge.')
    expect(models.asked.at(-1)?.effort).toBe(isAnthropic ? 'low' : undefined)
    expect(models.refused).toEqual([])
    models.answer = () => ({ refusal: 'No.' })
    expect(await reasonOf(ask() ?? Promise.resolve())).toBe('refused')
    models.answer = () => ({ cutAt: '{"altText":"A re' })
    expect(await reasonOf(ask() ?? Promise.resolve())).toBe('cut')
    models.answer = () => ({ altText: ' ' })
    expect(await reasonOf(ask() ?? Promise.resolve())).toBe('empty')
    // Usage includes unusable answers, because they cost money too.
    expect(usages).toHaveLength(4)
  })

  test('counts the tokens of a chat answer, and reasoning separately', async () => {
    models.answer = () => ({ text: 'Begin with the nine days.' })
    models.reasoningTokens = 300
    const usages: Usage[] = []
    await open().answer(CHAT, { signal: inTime(), onUsage: (usage) => void usages.push(usage) })
    expect(usages).toMatchObject([{ reasoningTokens: 300 }])
  })
})

const LONG_TASK: WritingTask = {
  ...TASK,
  source: { title: 'Signatures', text: 'Approvals took nine days. '.repeat(600) },
}
const CACHING: Record<string, Vendor> = {
  'Claude Sonnet 5.5': {
    ...ANTHROPIC,
    config: () => ({ apiKey: 'sk-ant', model: 'claude-sonnet-5-5', baseUrl: models.url }),
  },
  'GPT-6.1 Terra': { ...OPENAI, config: () => ({ apiKey: 'sk-open', model: 'gpt-6.1-terra', baseUrl: undefined }) },
}

describe.each(Object.entries(CACHING))('%s', (_name, { openWriter, openChat, config }) => {
  const open = () => openWriter(config())

  test("reuses the AI vendor's cached copy of earlier messages, although the prompt contains the current time", async () => {
    models.answer = () => ({ text: 'Begin with the nine days. '.repeat(20) })
    models.cache = promptCache()
    const usages: Usage[] = []
    const chat = openChat(config())
    const messages: ChatPrompt['messages'][number][] = []
    for (let turn = 1; turn <= 4; turn++) {
      messages.push({
        role: 'user',
        content: `Question ${turn}: ${'which scene opens the post, and why? '.repeat(20)}`,
      })
      const prompt = { ...CHAT, messages: [...messages], last: `\n\n(It is 9:0${turn}.)` }
      const { text } = await chat.answer(prompt, { signal: inTime(), onUsage: (usage) => void usages.push(usage) })
      messages.push({ role: 'assistant', content: text })
    }
    expect(models.refused).toEqual([])
    const [first, ...others] = usages
    expect(first).toMatchObject({ cachedTokens: 0 })
    expect(others).toHaveLength(3)
    for (const { cachedTokens, inputTokens } of others) expect(cachedTokens).toBeGreaterThan(0.7 * (inputTokens ?? 0))
  })

  test('asks a chat model for little reasoning until the model rejects this option', async () => {
    models.answer = () => ({ text: 'Begin with the nine days.' })
    models.asked.length = 0
    const chat = openChat(config())
    await chat.answer(CHAT, { signal: inTime() })
    models.rejectsEffort = true
    for (let time = 0; time < 2; time++) await chat.answer(CHAT, { signal: inTime() })
    expect(models.asked.map(({ effort }) => effort)).toEqual(['low', 'low', undefined, undefined])
  })

  test('asks an AI model for little reasoning when it writes a draft', async () => {
    models.answer = good
    await open().write(TASK, { signal: inTime() })
    expect(models.asked.at(-1)?.effort).toBe('low')
    expect(models.refused).toEqual([])
  })

  test("reuses the AI vendor's cached copy of a source for further drafts and for repairs", async () => {
    models.answer = good
    models.cache = promptCache()
    const usages: Usage[] = []
    const asking = () => ({ signal: inTime(), onUsage: (usage: Usage) => void usages.push(usage) })
    const writer = open()
    await writer.write(LONG_TASK, asking())
    await writer.write({ ...LONG_TASK, platform: 'threads' }, asking())
    await writer.write({ ...LONG_TASK, language: 'arabic' }, asking())
    await writer.repair(LONG_TASK, CONTENT, ['Shorten it.'], asking())
    const [first, ...others] = usages
    expect(first).toMatchObject({ cachedTokens: 0 })
    expect(first?.cacheWriteTokens).toBeGreaterThan(3_500)
    expect(others).toHaveLength(3)
    for (const { cachedTokens, inputTokens } of others) expect(cachedTokens).toBeGreaterThan(0.8 * (inputTokens ?? 0))
  })

  test('retries once without options that the model rejects, and omits them in later requests', async () => {
    models.answer = good
    models.rejectsEffort = true
    models.asked.length = 0
    const writer = open()
    for (let time = 0; time < 2; time++) await writer.write(TASK, { signal: inTime() })
    expect(models.asked.map(({ effort }) => effort)).toEqual(['low', undefined, undefined])
  })
})

test('sends compatible servers no options that they may reject', async () => {
  models.answer = good
  const config = { apiKey: 'sk-open', model: 'gpt-6.1-terra', baseUrl: `${models.url}/v1` }
  await openaiWriter(config).write(LONG_TASK, { signal: inTime() })
  const { effort, blocks } = models.asked.at(-1) ?? {}
  expect({ effort, marked: blocks?.filter(({ isMarked }) => isMarked) }).toEqual({ effort: undefined, marked: [] })
})
