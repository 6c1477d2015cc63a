import { z } from 'zod'
import { cleanText } from '#core/clean-text.ts'
import type { Language } from '#core/language.ts'
import { DESCRIBER_PROMPT, describeRequest, SUGGESTION_LIMIT, suggestionFrom } from '#core/media/alt-text.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, askWithRetry, isConfigured, openaiModel, tokensFor, usageOf } from './model.ts'
import { EmptyError, type Asking } from './writer.ts'

const AltTextSchema = z.object({ altText: z.string() })

/** Time limit for the model. It is shorter than the 30 s that the browser waits for Frogy's response. */
const TIMEOUT_MS = 26_000

/** Frogy ignores a model's description beyond this length, in UTF-16 units. The prompt suggests a shorter one. */
const LONGEST_READ = 5_000

/** @throws WriterError */
export type DescribePicture = (
  picture: { bytes: Uint8Array; type: string },
  language: Language,
  asking: Omit<Asking, 'onText'>,
) => Promise<string>

/** Uses Anthropic if configured, else OpenAI. */
export function pictureDescriber(
  config: { openai: AiConfig; anthropic: AiConfig },
  stopping: AbortSignal,
): DescribePicture | undefined {
  if (!isConfigured(config.anthropic) && !isConfigured(config.openai)) return undefined
  const provider = isConfigured(config.anthropic) ? 'anthropic' : 'openai'
  const { model } = config[provider]
  const openModel = provider === 'anthropic' ? anthropicModel(config.anthropic) : openaiModel(config.openai)

  return (picture, language, { signal, onUsage }) => {
    const inTime = AbortSignal.any([signal, stopping, AbortSignal.timeout(TIMEOUT_MS)])
    return askWithRetry(async () => {
      const { generateText, Output } = await import('ai')
      const { output, usage } = await generateText({
        model: await openModel(),
        system: DESCRIBER_PROMPT,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'file', data: picture.bytes, mediaType: picture.type },
              { type: 'text', text: describeRequest(language) },
            ],
          },
        ],
        output: Output.object({ schema: AltTextSchema, name: 'alt_text' }),
        maxOutputTokens: tokensFor(SUGGESTION_LIMIT),
        maxRetries: 0,
        abortSignal: inTime,
      })
      onUsage?.(usageOf(provider, model, usage))
      const suggestion = suggestionFrom(cleanText(output.altText.slice(0, LONGEST_READ)))
      if (suggestion === '') throw new EmptyError()
      return suggestion
    }, inTime)
  }
}
