import { setTimeout as pause } from 'node:timers/promises'
import type { APICallError, LanguageModel, LanguageModelUsage, NoObjectGeneratedError } from 'ai'
import type { AiConfig } from '../../config.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { WriterError, type Usage } from './writer.ts'

/** Pause before the single retry, unless the vendor asks for a longer one. */
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 4_000

/**
 * Opens a vendor's model. Loads the SDK only when a model is used, so that installations without keys never load it.
 */
export type OpenModel = () => Promise<LanguageModel>

/** Opens OpenAI's model, or with a base URL the model of any server that speaks its chat API. */
export const openaiModel = (config: AiConfig): OpenModel =>
  once(async () => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const openai = createOpenAI({ apiKey: config.apiKey ?? 'none', baseURL: config.baseUrl, fetch: boundedFetch })
    // Use the chat API for compatible servers, because most of them support no other.
    return config.baseUrl ? openai.chat(config.model) : openai(config.model)
  })

/** Opens Anthropic's model. The configured base URL has no API version, but the SDK expects one. */
export const anthropicModel = (config: AiConfig): OpenModel =>
  once(async () => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    const baseURL = config.baseUrl && anthropicV1(config.baseUrl)
    return createAnthropic({ apiKey: config.apiKey ?? 'none', baseURL, fetch: boundedFetch })(config.model)
  })

export const anthropicV1 = (baseUrl: string): string => (baseUrl.endsWith('/v1') ? baseUrl : `${baseUrl}/v1`)

/** Whether a vendor is configured. A base URL without a key is enough, because local servers often need no key. */
export const isConfigured = (config: AiConfig): boolean => Boolean(config.apiKey || config.baseUrl)

function once(open: OpenModel): OpenModel {
  let model: Promise<LanguageModel> | undefined
  return () => (model ??= open())
}

/** Token limit for an answer. Arabic takes up to two tokens per character, and reasoning counts too. */
export const tokensFor = (characters: number): number => 4_000 + 2 * characters

/**
 * Asks a model, and retries once if the error may be temporary.
 * @throws WriterError, or the signal's reason if the caller aborted for another reason than a timeout
 */
export async function askWithRetry<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
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
  if (!signal.aborted) return new WriterError(reasonOf(error), error)
  const reason: unknown = signal.reason
  return reason instanceof Error && reason.name === 'TimeoutError' ? new WriterError('timeout', reason) : reason
}

/** Reads the answer from an SDK error. The SDK throws if the text is not pure JSON. */
export function answerTextIn(error: unknown) {
  const { name, text, finishReason, usage } = error as Partial<NoObjectGeneratedError>
  if (name !== 'AI_NoObjectGeneratedError' || text === undefined) throw error
  return { text, finishReason, usage }
}

/** Returns the tokens of a model's answer as Frogy counts them. Omit the last argument if the server reported none. */
export function usageOf(
  provider: Usage['provider'],
  model: string,
  { inputTokens, outputTokens, inputTokenDetails, outputTokenDetails }: Partial<LanguageModelUsage> = {},
): Usage {
  return {
    provider,
    model,
    inputTokens: inputTokens ?? null,
    outputTokens: outputTokens ?? null,
    cachedTokens: inputTokenDetails?.cacheReadTokens ?? 0,
    cacheWriteTokens: inputTokenDetails?.cacheWriteTokens ?? 0,
    reasoningTokens: outputTokenDetails?.reasoningTokens ?? 0,
  }
}

function reasonOf(error: unknown): WriterError['reason'] {
  const trouble = vendorErrorIn(error)
  if (!trouble) return reasonOfAnswer(error)
  const { statusCode, description, isUnreachable } = trouble
  if (statusCode === 401 || statusCode === 403) return 'key'
  if (statusCode === 402 || /insufficient_quota|credit balance|billing/i.test(description)) return 'quota'
  if (statusCode === 404 && /model/i.test(description)) return 'model'
  // A 404 that does not mention the model, or a redirect, means that the address is not that of a model API.
  const isElsewhere = statusCode === 404 || (statusCode >= 300 && statusCode < 400)
  if (isElsewhere || isUnreachable) return 'unreachable'
  if (statusCode === 413 || /context_length|context window|too long|maximum context/i.test(description))
    return 'too_long'
  if (/content_filter|content_policy|content management/i.test(description)) return 'refused'
  return statusCode === 429 || statusCode === 529 || /overloaded/i.test(description) ? 'overloaded' : 'failed'
}

function reasonOfAnswer(error: unknown): WriterError['reason'] {
  const { name, finishReason } = error as { name?: unknown; finishReason?: unknown }
  if (finishReason === 'content-filter') return 'refused'
  if (finishReason === 'length') return 'cut'
  return name === 'EmptyError' ? 'empty' : 'failed'
}

/** Codes of errors that prevent a connection: errors of the host name, address, route or certificate. */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|EPROTO|ERR_(?:TLS|SSL)_\w+|CERT_\w+|\w+_SIGNED_CERT\w*|UNABLE_TO_\w+)$/

const PASSING: ReadonlySet<WriterError['reason']> = new Set(['failed', 'unreachable', 'overloaded'])

/** Pause before a retry, or undefined if a retry cannot help. */
function pauseAfter(error: unknown): number | undefined {
  const trouble = vendorErrorIn(error)
  if (!trouble?.isRetryable || !PASSING.has(reasonOf(error))) return undefined
  const { 'retry-after-ms': ms, 'retry-after': seconds } = trouble.headers
  const namedMs = ms === undefined ? Number(seconds) * 1_000 : Number(ms)
  if (namedMs > LONGEST_PAUSE_MS) return undefined
  return namedMs > 0 ? namedMs : PAUSE_MS
}

/** Check the error's properties, because `instanceof` would need the SDK to be loaded. */
function vendorErrorIn(error: unknown) {
  if (typeof error !== 'object' || error === null || !('isRetryable' in error)) return undefined
  type Failed = Partial<APICallError> & { type?: unknown; code?: unknown }
  const { statusCode = 0, message, type, code, responseBody, isRetryable, responseHeaders, cause } = error as Failed
  return {
    statusCode,
    description: [responseBody ?? message, type, code].join(' '),
    isRetryable: isRetryable === true,
    headers: responseHeaders ?? {},
    isUnreachable: NO_CONNECTION.test(String((cause as { code?: unknown } | undefined)?.code)),
  }
}
