import { setTimeout as pause } from 'node:timers/promises'
import type { APICallError, LanguageModel } from 'ai'
import { z } from 'zod'
import { repairPrompt, SYSTEM_PROMPT, userPrompt } from '#core/generation/prompt.ts'
import type { AiConfig } from '../../config.ts'
import { WriterError, type Draft, type Writer } from './writer.ts'

const DraftSchema = z.object({ content: z.string(), hashtags: z.array(z.string()) })

/** Before trouble that passes is tried once more, where the vendor names no pause or a longer one. */
const PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 4_000

/** A writer on OpenAI's models, or on any server that speaks its chat API when a base URL is given. */
export function openaiWriter(config: AiConfig): Writer {
  return modelWriter('openai', config.model, async () => {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const openai = createOpenAI({ apiKey: config.apiKey ?? 'none', baseURL: config.baseUrl })
    // Compatible servers mostly know the chat API only.
    return config.baseUrl ? openai.chat(config.model) : openai(config.model)
  })
}

/** A writer on Anthropic's models. A base URL is the vendor's host; the SDK wants it with the version. */
export function anthropicWriter(config: AiConfig): Writer {
  return modelWriter('anthropic', config.model, async () => {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return createAnthropic({ apiKey: config.apiKey ?? 'none', baseURL: config.baseUrl && anthropicV1(config.baseUrl) })(
      config.model,
    )
  })
}

export const anthropicV1 = (baseUrl: string): string => (baseUrl.endsWith('/v1') ? baseUrl : `${baseUrl}/v1`)

function modelWriter(name: 'openai' | 'anthropic', modelName: string, openModel: () => Promise<LanguageModel>): Writer {
  // The SDK is loaded with the first draft: an installation without keys never pays for it.
  let model: Promise<LanguageModel> | undefined

  async function ask(prompt: string, signal: AbortSignal): Promise<Draft> {
    try {
      return await askOnce(prompt, signal)
    } catch (error) {
      const pauseMs = pauseAfter(error)
      if (pauseMs === undefined) throw new WriterError(reasonOf(error), error)
      await pause(pauseMs, undefined, { signal }).catch(() => {})
    }
    try {
      return await askOnce(prompt, signal)
    } catch (error) {
      throw new WriterError(reasonOf(error), error)
    }
  }

  async function askOnce(prompt: string, signal: AbortSignal): Promise<Draft> {
    const { generateText, Output } = await import('ai')
    model ??= openModel()
    const { output } = await generateText({
      model: await model,
      system: SYSTEM_PROMPT,
      prompt,
      output: Output.object({ schema: DraftSchema, name: 'post' }),
      // The SDK would try a used-up quota again, which never helps.
      maxRetries: 0,
      abortSignal: signal,
    })
    if (output.content.trim() === '') throw new Error('The model wrote nothing')
    return { content: output.content.trim(), hashtags: output.hashtags }
  }

  return {
    name,
    model: modelName,
    write: (task, signal) => ask(userPrompt(task), signal),
    repair: (task, draft, faults, signal) => ask(repairPrompt(task, draft, faults), signal),
  }
}

function reasonOf(error: unknown): WriterError['reason'] {
  if (!isCallError(error)) return 'failed'
  if (error.statusCode === 401 || error.statusCode === 403) return 'key'
  const isQuota =
    error.statusCode === 402 || /insufficient_quota|credit balance|billing/i.test(error.responseBody ?? error.message)
  return isQuota ? 'quota' : 'failed'
}

/** How long to wait before asking again; undefined where that would not help. */
function pauseAfter(error: unknown): number | undefined {
  if (!isCallError(error) || !error.isRetryable || reasonOf(error) !== 'failed') return undefined
  const namedMs = Number(error.responseHeaders?.['retry-after']) * 1000
  if (namedMs > LONGEST_PAUSE_MS) return undefined
  return namedMs > 0 ? namedMs : PAUSE_MS
}

/** By its name, since the SDK's own check would load the SDK. */
const isCallError = (error: unknown): error is APICallError =>
  error instanceof Error && error.name === 'AI_APICallError'
