import { setTimeout as pause } from 'node:timers/promises'
import type { APICallError, LanguageModel } from 'ai'
import type { AiConfig } from '../../config.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { WriterError } from './writer.ts'

/** Before trouble that passes is tried once more, where the vendor names no pause or a longer one. */
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 4_000

/** Gives a vendor's model. Its SDK is loaded with the first call: an installation without keys never pays for it. */
export type OpenModel = () => Promise<LanguageModel>

/** OpenAI's, or any server's that speaks its chat API when a base URL is given. */
export const openaiModel = (config: AiConfig): OpenModel =>
  once(async () => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const openai = createOpenAI({ apiKey: config.apiKey ?? 'none', baseURL: config.baseUrl, fetch: boundedFetch })
    // Compatible servers mostly know the chat API only.
    return config.baseUrl ? openai.chat(config.model) : openai(config.model)
  })

/** Anthropic's. A base URL is the vendor's host; the SDK wants it with the version. */
export const anthropicModel = (config: AiConfig): OpenModel =>
  once(async () => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const baseURL = config.baseUrl && anthropicV1(config.baseUrl)
    return createAnthropic({ apiKey: config.apiKey ?? 'none', baseURL, fetch: boundedFetch })(config.model)
  })

export const anthropicV1 = (baseUrl: string): string => (baseUrl.endsWith('/v1') ? baseUrl : `${baseUrl}/v1`)

/** A base URL alone is enough: servers on one's own machine often want no key. */
export const isConfigured = (config: AiConfig): boolean => Boolean(config.apiKey || config.baseUrl)

function once(open: OpenModel): OpenModel {
  let model: Promise<LanguageModel> | undefined
  return () => (model ??= open())
}

/**
 * How many tokens an answer of so many characters may take: up to two a character in Arabic, and what a model thinks
 * before it writes is counted with it.
 */
export const tokensFor = (characters: number): number => 4_000 + 2 * characters

/**
 * Asks a model, and once more after trouble that may pass.
 * @throws WriterError
 * @throws the signal's reason where somebody ended the call, and not its time
 */
export async function askTwice<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const pauseMs = pauseAfter(error)
    if (pauseMs === undefined || signal.aborted) throw failureOf(error, signal)
    await pause(pauseMs, undefined, { signal }).catch(() => {})
  }
  try {
    return await ask()
  } catch (error) {
    throw failureOf(error, signal)
  }
}

function failureOf(error: unknown, signal: AbortSignal): unknown {
  const reason: unknown = signal.reason
  const isEnded = signal.aborted && !(reason instanceof Error && reason.name === 'TimeoutError')
  return isEnded ? reason : new WriterError(reasonOf(error), error)
}

function reasonOf(error: unknown): WriterError['reason'] {
  const trouble = troubleIn(error)
  if (!trouble) return isRefusal(error) ? 'refused' : 'failed'
  const { statusCode, said } = trouble
  if (statusCode === 401 || statusCode === 403) return 'key'
  if (statusCode === 402 || /insufficient_quota|credit balance|billing/i.test(said)) return 'quota'
  if (statusCode === 404 && /model/i.test(said)) return 'model'
  if (statusCode === 413 || /context_length|context window|too long|maximum context/i.test(said)) return 'too_long'
  if (/content_filter|content_policy|content management/i.test(said)) return 'refused'
  return statusCode === 429 || statusCode === 529 || /overloaded/i.test(said) ? 'overloaded' : 'failed'
}

/** The model answered that it will not write this. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && (error as { finishReason?: unknown }).finishReason === 'content-filter'

const PASSING: ReadonlySet<WriterError['reason']> = new Set(['failed', 'overloaded'])

/** How long to wait before asking again; undefined where that would not help. */
function pauseAfter(error: unknown): number | undefined {
  const trouble = troubleIn(error)
  if (!trouble?.isRetryable || !PASSING.has(reasonOf(error))) return undefined
  const { 'retry-after-ms': ms, 'retry-after': seconds } = trouble.headers
  const namedMs = ms === undefined ? Number(seconds) * 1_000 : Number(ms)
  if (namedMs > LONGEST_PAUSE_MS) return undefined
  return namedMs > 0 ? namedMs : PAUSE_MS
}

/** What a vendor says is wrong. */
interface Trouble {
  statusCode: number
  said: string
  isRetryable: boolean
  headers: Record<string, string>
}

/**
 * Said instead of an answer, or in the middle of one; the SDK throws the former and hands on the latter. Known by its
 * parts, since the SDK's own check would load the SDK.
 */
function troubleIn(error: unknown): Trouble | undefined {
  if (typeof error !== 'object' || error === null || !('isRetryable' in error)) return undefined
  const {
    statusCode = 0,
    message,
    type,
    code,
    responseBody,
    ...more
  } = error as Partial<APICallError> & {
    type?: unknown
    code?: unknown
  }
  return {
    statusCode,
    said: [responseBody ?? message, type, code].join(' '),
    isRetryable: more.isRetryable === true,
    headers: more.responseHeaders ?? {},
  }
}
