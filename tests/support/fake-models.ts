import { once } from 'node:events'
import { gzipSync } from 'node:zlib'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tokensOf, type Block, type PromptCache } from './prompt-cache.ts'
import { refusalOf } from './vendor-request-schemas.ts'

export interface ModelRequest {
  api: 'openai' | 'anthropic'
  path: string
  model: string
  key: string
  system: string
  /** The text of the first user message. */
  prompt: string
  /** All messages of the request, in order. */
  said: { role: string; text: string }[]
  pictures: { type: string; bytes: Buffer }[]
  /** The JSON schema that the request asks for. */
  schema: unknown
  /** The name of the response format, if the request asks for one. */
  format: string | undefined
  /** The requested reasoning effort. */
  effort: string | undefined
  /** The texts of the request in order, with the ends of cacheable prefixes. */
  blocks: Block[]
  /** Whether the vendor caches only marked prefixes of a prompt. */
  isCacheExplicit: boolean
  /** The maximum number of output tokens that the request allows. */
  maxTokens: number | undefined
  isStreamed: boolean
  /** The number of bytes of the response that have been sent. */
  sentBytes: number
  /** Resolves when the client disconnects before the response is complete. */
  cut: Promise<void>
}

export type Answer =
  | { content: string; hashtags: string[] }
  | { altText: string }
  /** A text that is not a valid draft. */
  | { text: string }
  | { status: number; code: string; message?: string }
  /** The streamed response breaks off with an error event. Without streaming, the error is the whole response. */
  | { breaksOff: { code: string; message: string } }
  /** The text by which the model refuses the request. */
  | { refusal: string }
  /** A draft that is cut off, because the model reached its token limit. */
  | { cutAt: string }
  /** A response that never ends, plain or compressed a thousandfold. */
  | { flood: 'plain' | 'packed'; status?: number }
  /** A response that starts and is never completed. */
  | 'half'
  /** No response at all. */
  | 'silence'

export interface FakeModels extends AsyncDisposable {
  /** The base URL of the server. `ANTHROPIC_BASE_URL` is this URL. `OPENAI_BASE_URL` is this URL followed by `/v1`. */
  readonly url: string
  readonly asked: ModelRequest[]
  /** The number of requests for the list of models. */
  listed: number
  /** Decides how the model answers a request. */
  answer: (asked: ModelRequest) => Answer
  /** The response formats that the OpenAI-compatible API accepts. It rejects all others. */
  formats: readonly string[]
  /** The models that exist. If undefined, every name exists. */
  models: readonly string[] | undefined
  /** Whether the API describes a single model. If false, it only lists all models. */
  tellsOfOne: boolean
  /** Counts tokens and cached prefixes as the vendors do. If undefined, each answer reports the same small numbers. */
  cache: PromptCache | undefined
  /** The tokens of reasoning in each answer. */
  reasoningTokens: number
  /** Whether the API rejects requests that name a reasoning effort, as for older models. */
  rejectsEffort: boolean
  /** The reasons why the real vendors would reject past requests. */
  refused: string[]
  /** Whether the API accepts keys. If false, it rejects every key. */
  acceptsKeys: boolean
  /** Whether the server handles one request at a time, like a local model server. */
  isSerial: boolean
  /** Whether the server's list of models never ends. */
  floodsList: boolean
  /** Runs before each piece of a streamed response. If it throws, the connection breaks. */
  beforePiece: (piece: number) => Promise<void> | void
  /** Returns the next request when it arrives. */
  next(): Promise<ModelRequest>
}

const ENGLISH = 'A short draft about what was asked for, in plain words.'
const ARABIC = 'مسودة قصيرة عن الموضوع المطلوب بكلمات واضحة.'

/** Answers with a valid draft in the language that the request asks for. */
export const goodDraft = ({ prompt }: ModelRequest): Answer => {
  const isArabic = / in Arabic\./.test(prompt)
  const sentence = isArabic ? ARABIC : ENGLISH
  const wanted = Number(/Length: (\d+) to/.exec(prompt)?.[1] ?? 0)
  const content = `${sentence} `.repeat(Math.max(1, Math.ceil(wanted / (sentence.length + 1)))).trim()
  return { content, hashtags: isArabic ? ['ثقة', '#عمل'] : ['work', '#trust'] }
}

/** Starts a server with the parts of OpenAI's and Anthropic's APIs that Frogy uses. */
export async function openFakeModels(): Promise<FakeModels> {
  const asked: ModelRequest[] = []
  const waiting: ((asked: ModelRequest) => void)[] = []
  const models: Pick<
    FakeModels,
    | 'isSerial'
    | 'answer'
    | 'acceptsKeys'
    | 'beforePiece'
    | 'refused'
    | 'floodsList'
    | 'listed'
    | 'formats'
    | 'models'
    | 'tellsOfOne'
    | 'cache'
    | 'reasoningTokens'
    | 'rejectsEffort'
  > = {
    answer: goodDraft,
    formats: ['json_schema', 'json_object'],
    models: undefined,
    tellsOfOne: true,
    acceptsKeys: true,
    floodsList: false,
    isSerial: false,
    cache: undefined,
    reasoningTokens: 0,
    rejectsEffort: false,
    beforePiece: () => {},
    refused: [],
    listed: 0,
  }

  let turn: Promise<void> = Promise.resolve()
  async function inOrder(answer: () => Promise<void>): Promise<void> {
    const before = turn
    turn = models.isSerial ? before.then(answer) : before
    await (models.isSerial ? turn : answer())
  }

  const server = createServer((request, response) => void serve(request, response))
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = request.headers.authorization?.replace('Bearer ', '') ?? String(request.headers['x-api-key'] ?? '')
    const path = request.url?.split('?')[0]
    const api = path === '/v1/messages' || request.headers['anthropic-version'] ? 'anthropic' : 'openai'
    const refuse = (status: number, code: string, message = code) => json(response, status, errorOf(api, code, message))
    const [, named] = /^\/v1\/models\/(.+)$/.exec(path ?? '') ?? []
    if (named !== undefined && models.tellsOfOne) {
      models.listed++
      if (!models.acceptsKeys) return refuse(401, 'invalid_api_key')
      if (models.floodsList) return flood(response, { flood: 'plain' })
      const id = decodeURIComponent(named)
      if (models.models && !models.models.includes(id))
        return refuse(404, 'model_not_found', `The model ${id} does not exist`)
      return json(response, 200, { object: 'model', id })
    }
    if (path === '/v1/models') {
      const data = (models.models ?? ['some-model']).map((id) => ({ id }))
      return models.acceptsKeys ? json(response, 200, { object: 'list', data }) : refuse(401, 'invalid_api_key')
    }
    if (path !== '/v1/messages' && path !== '/v1/chat/completions' && path !== '/v1/responses')
      return refuse(404, 'not_found')

    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = JSON.parse(Buffer.concat(pieces).toString()) as Body
    const refusal = refusalOf(path, body, request.headers)
    if (refusal) models.refused.push(refusal)
    if (refusal) return refuse(400, 'invalid_request_error', refusal)
    const one: ModelRequest = {
      api,
      path,
      key,
      sentBytes: 0,
      ...read(body),
      cut: new Promise((resolve) => {
        response.once('close', () => {
          if (!response.writableEnded) resolve()
        })
      }),
    }
    asked.push(one)
    waiting.shift()?.(one)
    if (!models.acceptsKeys) return refuse(401, api === 'anthropic' ? 'authentication_error' : 'invalid_api_key')
    if (one.format && !models.formats.includes(one.format))
      return refuse(400, 'invalid_request_error', `This response_format type is unavailable now: ${one.format}`)
    if (one.effort && models.rejectsEffort)
      return refuse(400, 'invalid_request_error', 'This model does not support the effort parameter.')
    await inOrder(async () => {
      if (response.destroyed) return
      await answerTo(one)
      // A serial server handles the next request only after this response is complete.
      if (models.isSerial && !response.writableEnded && !response.destroyed) await once(response, 'close')
    })

    async function answerTo(one: ModelRequest): Promise<void> {
      const answer = models.answer(one)
      if (answer === 'silence') return
      if (answer === 'half') return void response.writeHead(200, JSON_TYPE).write(BEGINNING)
      if ('flood' in answer) return flood(response, answer, one)
      if ('status' in answer) return refuse(answer.status, answer.code, answer.message)
      const dialect = path === '/v1/responses' ? 'responses' : api
      if ('breaksOff' in answer && !one.isStreamed) return refuse(500, answer.breaksOff.code, answer.breaksOff.message)
      const { usage, begun } = usageOf(dialect, one, answer, models)
      if (one.isStreamed) return await streamTo(response, dialect, one.model, answer, usage, { ...models, begun })
      begun()
      json(response, 200, answerOf(dialect, one.model, answer, usage))
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(models, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    next: () => new Promise<ModelRequest>((resolve) => void waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  })
}

/** A part of a message: a text, or a picture in the format of either API. */
interface Part {
  text?: string
  cache_control?: object
  prompt_cache_breakpoint?: object
  image_url?: { url: string }
  source?: { media_type: string; data: string }
}

interface Body {
  model: string
  stream?: boolean
  max_tokens?: number
  max_completion_tokens?: number
  system?: string | Part[]
  messages?: { role: string; content: string | Part[] }[]
  /** The fields of OpenAI's Responses API. */
  input?: { role: string; content: string | Part[] }[]
  max_output_tokens?: number
  text?: { format?: { type: string; schema?: unknown } }
  response_format?: { type: string; json_schema?: { schema: unknown } }
  output_config?: { effort?: string; format?: { schema: unknown } }
  reasoning?: { effort?: string }
  prompt_cache_options?: { mode: string }
}

/** Reads a request to either API. In both, the content of a message is a text or a list of parts. */
function read(body: Body): Omit<ModelRequest, 'api' | 'path' | 'key' | 'sentBytes' | 'cut'> {
  const whole = (content: string | Part[] = '') =>
    typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('')
  const messages = body.messages ?? body.input ?? []
  const blocksIn = (content: string | Part[] = []): Block[] =>
    typeof content === 'string'
      ? [{ text: content, isMarked: false }]
      : content.map(({ text = '', cache_control, prompt_cache_breakpoint }) => ({
          text,
          isMarked: Boolean(cache_control ?? prompt_cache_breakpoint),
        }))
  const of = (role: string) => whole(messages.find((message) => message.role === role)?.content)
  return {
    isStreamed: body.stream === true,
    model: body.model,
    system: whole(body.system) || of('system') || of('developer'),
    prompt: of('user'),
    said: messages
      .filter(({ role }) => role === 'user' || role === 'assistant')
      .map(({ role, content }) => ({ role, text: whole(content) })),
    pictures: messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content.flatMap(pictureIn))),
    effort: body.output_config?.effort ?? body.reasoning?.effort,
    blocks: [...blocksIn(body.system), ...messages.flatMap(({ content }) => blocksIn(content))],
    isCacheExplicit: body.prompt_cache_options?.mode === 'explicit',
    maxTokens: body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens,
    format: body.response_format?.type ?? body.text?.format?.type,
    schema:
      body.response_format?.json_schema?.schema ?? body.output_config?.format?.schema ?? body.text?.format?.schema,
  }
}

function pictureIn({ image_url: image, source }: Part): ModelRequest['pictures'] {
  const [, type, data] = /^data:(.+);base64,(.+)$/.exec(image?.url ?? '') ?? ['', source?.media_type, source?.data]
  return type && data ? [{ type, bytes: Buffer.from(data, 'base64') }] : []
}

const PIECE = 16 // The length of one piece of a streamed answer, in characters.

/** The answers that contain text, whether complete or not. */
type Written = Exclude<Answer, string | { flood: unknown } | { status: number; code: string }>
type Ending = 'whole' | 'refused' | 'cut'

const textOf = (answer: Written): string => {
  if ('text' in answer) return answer.text
  if ('refusal' in answer) return answer.refusal
  if ('cutAt' in answer) return answer.cutAt
  return 'breaksOff' in answer ? '{"content":"This begins well, and ' : JSON.stringify(answer)
}
const endingOf = (answer: Written): Ending => ('refusal' in answer ? 'refused' : 'cutAt' in answer ? 'cut' : 'whole')

/** Streams an answer as the events of the chosen vendor's API. */
async function streamTo(
  response: ServerResponse,
  dialect: Dialect,
  model: string,
  answer: Written,
  usage: unknown,
  { beforePiece, begun: markBegun }: Pick<FakeModels, 'beforePiece'> & { begun: () => void },
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
  try {
    await beforePiece(0)
  } catch {
    response.destroy()
    return
  }
  if (response.destroyed) return
  // The first event already means that the vendor's cache holds the prompt.
  markBegun()
  const text = textOf(answer)
  const isRefused = 'refusal' in answer
  const write = (event: { type?: string } & Record<string, unknown>) =>
    response.write(`${event.type ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`)
  const chunk = (delta: object, finish: string | null, more = {}) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_741_569_952,
    model,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...more,
  })
  let count = 0
  /** Sends an event of the Responses API, which numbers its events. */
  const tell = (event: { type: string } & Record<string, unknown>) => write({ ...event, sequence_number: count++ })
  const item = { type: 'message', id: 'msg_1', status: 'in_progress', role: 'assistant', content: [] }
  const place = { item_id: 'msg_1', output_index: 0, content_index: 0 }
  const isAnthropic = dialect === 'anthropic'
  const isResponses = dialect === 'responses'
  const begun = {
    ...(answerOf(dialect, model, { text: '' }, usage) as object),
    status: 'in_progress',
    output: [],
    usage: null,
  }
  if (isResponses) {
    tell({ type: 'response.created', response: begun })
    tell({ type: 'response.in_progress', response: begun })
    tell({ type: 'response.output_item.added', output_index: 0, item })
    const part = isRefused ? { type: 'refusal', refusal: '' } : { type: 'output_text', text: '', annotations: [] }
    tell({ type: 'response.content_part.added', ...place, part })
  }
  if (isAnthropic) {
    const { content: _, ...message } = answerOf(dialect, model, { text: '' }, usage) as { content: unknown }
    write({ type: 'message_start', message: { ...message, content: [], stop_reason: null } })
    write({ type: 'ping' })
    write({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
  }
  try {
    for (let at = 0; at * PIECE < text.length; at++) {
      if (at > 0) await beforePiece(at)
      if (response.destroyed) return
      const piece = text.slice(at * PIECE, (at + 1) * PIECE)
      if (isResponses) {
        if (isRefused) tell({ type: 'response.refusal.delta', ...place, delta: piece })
        else tell({ type: 'response.output_text.delta', ...place, delta: piece, logprobs: [] })
        continue
      }
      write(
        isAnthropic
          ? { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } }
          : chunk({ role: 'assistant', ...(isRefused ? { refusal: piece } : { content: piece }) }, null),
      )
    }
  } catch {
    response.destroy()
    return
  }
  if ('breaksOff' in answer) {
    const { code, message } = answer.breaksOff
    if (isAnthropic) write({ type: 'error', error: { type: code, message } })
    else if (isResponses)
      tell({ type: 'response.failed', response: { ...begun, status: 'failed', error: { code, message } } })
    else write({ error: { message, type: code, param: null, code } })
    response.end()
    return
  }
  const ending = endingOf(answer)
  if (isAnthropic) {
    write({ type: 'content_block_stop', index: 0 })
    write({
      type: 'message_delta',
      delta: { stop_reason: STOP_REASONS[ending], stop_sequence: null },
      usage,
    })
    write({ type: 'message_stop' })
  } else if (isResponses) {
    const whole = answerOf(dialect, model, answer, usage) as { output: { content: object[] }[] }
    if (isRefused) tell({ type: 'response.refusal.done', ...place, refusal: text })
    else tell({ type: 'response.output_text.done', ...place, text, logprobs: [] })
    tell({ type: 'response.content_part.done', ...place, part: whole.output[0]?.content[0] })
    tell({ type: 'response.output_item.done', output_index: 0, item: whole.output[0] })
    tell({ type: ending === 'cut' ? 'response.incomplete' : 'response.completed', response: whole })
  } else {
    write(chunk({}, ending === 'cut' ? 'length' : 'stop', { usage }))
    response.write('data: [DONE]\n\n')
  }
  response.end()
}

type Dialect = ModelRequest['api'] | 'responses'

/** The stop reasons in responses of Anthropic's API. */
const STOP_REASONS = { whole: 'end_turn', refused: 'refusal', cut: 'max_tokens' } satisfies Record<Ending, string>

function answerOf(dialect: Dialect, model: string, answer: Written, usage: unknown): unknown {
  const text = textOf(answer)
  const ending = endingOf(answer)
  const isRefused = ending === 'refused'
  if (dialect === 'responses') {
    const content = [
      isRefused ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [], logprobs: [] },
    ]
    const status = ending === 'cut' ? 'incomplete' : 'completed'
    return {
      id: 'resp_1',
      object: 'response',
      created_at: 1_741_476_542,
      status,
      error: null,
      incomplete_details: ending === 'cut' ? { reason: 'max_output_tokens' } : null,
      model,
      output: [{ type: 'message', id: 'msg_1', status, role: 'assistant', content }],
      usage,
    }
  }
  if (dialect === 'anthropic') {
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [{ type: 'text', text }],
      stop_reason: STOP_REASONS[ending],
      stop_sequence: null,
      usage,
    }
  }
  const message = { role: 'assistant', content: isRefused ? null : text, refusal: isRefused ? text : null }
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_741_569_952,
    model,
    choices: [{ index: 0, message, finish_reason: ending === 'cut' ? 'length' : 'stop' }],
    usage,
  }
}

/**
 * The token usage that an answer reports, in the form of its API. The request's prompt is in the cache once the answer
 * has begun.
 */
function usageOf(
  dialect: Dialect,
  { model, blocks, isCacheExplicit }: ModelRequest,
  answer: Written,
  { cache, reasoningTokens: reasoning }: Pick<FakeModels, 'cache' | 'reasoningTokens'>,
): { usage: unknown; begun: () => void } {
  const fixed = dialect === 'responses' ? { input: 36, output: 87 } : { input: 20, output: 10 }
  const counted = cache?.count(model, blocks, isCacheExplicit)
  const begun = counted?.begun ?? (() => {})
  const { input, cached, written } = counted ?? { input: fixed.input, cached: 0, written: 0 }
  const output = (counted ? tokensOf(textOf(answer)) : fixed.output) + reasoning
  return { usage: usageIn(dialect), begun }

  function usageIn(form: Dialect): unknown {
    if (form === 'anthropic')
      return {
        input_tokens: input - cached - written,
        cache_creation_input_tokens: written,
        cache_read_input_tokens: cached,
        output_tokens: output,
        output_tokens_details: { thinking_tokens: reasoning },
      }
    const inputDetails = { cached_tokens: cached, ...(written > 0 && { cache_write_tokens: written }) }
    const outputDetails = { reasoning_tokens: reasoning }
    const total = { total_tokens: input + output }
    return form === 'responses'
      ? {
          input_tokens: input,
          input_tokens_details: inputDetails,
          output_tokens: output,
          output_tokens_details: outputDetails,
          ...total,
        }
      : {
          prompt_tokens: input,
          prompt_tokens_details: inputDetails,
          completion_tokens: output,
          completion_tokens_details: outputDetails,
          ...total,
        }
  }
}

function errorOf(api: ModelRequest['api'], code: string, message: string): unknown {
  if (api === 'anthropic') return { type: 'error', error: { type: code, message }, request_id: 'req_1' }
  return { error: { message, type: code, param: null, code } }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const BEGINNING = '{"choices":[{"message":{"role":"assistant","content":"'
const MIB_OF_LETTERS = Buffer.alloc(1024 * 1024, 'x')

/** Writes an endless response until the client disconnects. */
async function flood(
  response: ServerResponse,
  { flood: how, status = 200 }: { flood: 'plain' | 'packed'; status?: number },
  asked?: ModelRequest,
): Promise<void> {
  const isPacked = how === 'packed'
  const pack = (piece: Buffer) => (isPacked ? gzipSync(piece) : piece)
  const piece = pack(MIB_OF_LETTERS)
  response.writeHead(status, { ...JSON_TYPE, ...(isPacked && { 'content-encoding': 'gzip' }) })
  response.write(pack(Buffer.from(BEGINNING)))
  const gone = once(response, 'close')
  while (!response.destroyed) {
    if (asked) asked.sentBytes += piece.length
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), gone])
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, JSON_TYPE).end(JSON.stringify(body))
}
