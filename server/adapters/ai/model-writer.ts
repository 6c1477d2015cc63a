import type { LanguageModel } from 'ai'
import { z } from 'zod'
import { repairPrompt, SYSTEM_PROMPT, userPrompt } from '#core/generation/prompt.ts'
import type { AiConfig } from '../../config.ts'
import { WriterError, type Draft, type Writer } from './writer.ts'

const DraftSchema = z.object({ content: z.string(), hashtags: z.array(z.string()) })

/** Together with one retry it stays within the 30 s that a client waits. */
const CALL_TIMEOUT_MS = 24_000

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
    const { generateText, Output, APICallError, RetryError } = await import('ai')
    try {
      model ??= openModel()
      const { output } = await generateText({
        model: await model,
        system: SYSTEM_PROMPT,
        prompt,
        output: Output.object({ schema: DraftSchema, name: 'post' }),
        maxRetries: 1,
        abortSignal: AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]),
      })
      if (output.content.trim() === '') throw new Error('The model wrote nothing')
      return { content: output.content.trim(), hashtags: output.hashtags }
    } catch (error) {
      signal.throwIfAborted()
      const last = RetryError.isInstance(error) ? error.lastError : error
      if (!APICallError.isInstance(last)) throw new WriterError('failed', error)
      if (last.statusCode === 401 || last.statusCode === 403) throw new WriterError('key', last)
      const isQuota =
        last.statusCode === 402 || /insufficient_quota|credit balance|billing/i.test(last.responseBody ?? last.message)
      throw new WriterError(isQuota ? 'quota' : 'failed', last)
    }
  }

  return {
    name,
    model: modelName,
    write: (task, signal) => ask(userPrompt(task), signal),
    repair: (task, draft, faults, signal) => ask(repairPrompt(task, draft, faults), signal),
  }
}
