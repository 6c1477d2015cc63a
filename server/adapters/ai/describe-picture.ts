import { z } from 'zod'
import { cleanText } from '#core/clean-text.ts'
import type { Language } from '#core/language.ts'
import { DESCRIBER_PROMPT, describeRequest, SUGGESTION_LIMIT, suggestionFrom } from '#core/media/alt-text.ts'
import { withoutThinking } from '#core/writing/thinking.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, answerTextIn, askWithRetry, isConfigured, openaiModel, tokensFor, usageOf } from './model.ts'
import { vendorOptions } from './vendor-options.ts'
import { CutError, EmptyError, RefusedError, type Asking } from './writer.ts'

const AltTextSchema = z.object({ altText: z.string() })

/** Time limit for the model. It is shorter than the 30 s that the browser waits for Frogy's response. */
const TIMEOUT_MS = 26_000

/** Frogy ignores a model's description beyond this length, in UTF-16 units. The prompt suggests a shorter one. */
const LONGEST_READ = 5_000

/** Asks a model for the alt text of a picture. @throws WriterError */
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
  const options = vendorOptions(provider, config[provider])
  const openModel = provider === 'anthropic' ? anthropicModel(config.anthropic) : openaiModel(config.openai)

  async function describe(
    picture: { bytes: Uint8Array; type: string },
    language: Language,
    { signal, onUsage }: Omit<Asking, 'onText'>,
  ): Promise<string> {
    const { generateText, Output } = await import('ai')
    const { text, finishReason, usage } = await generateText({
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
      providerOptions: options.forCall(DESCRIBER_PROMPT),
      maxOutputTokens: tokensFor(SUGGESTION_LIMIT),
      maxRetries: 0,
      abortSignal: signal,
    }).catch(answerTextIn)
    onUsage?.(usageOf(provider, model, usage))
    if (finishReason === 'content-filter') throw new RefusedError()
    if (finishReason === 'length') throw new CutError()
    const suggestion = suggestionFrom(cleanText(altTextIn(text).slice(0, LONGEST_READ)))
    if (suggestion === '') throw new EmptyError()
    return suggestion
  }

  return (picture, language, { signal, onUsage }) => {
    const inTime = AbortSignal.any([signal, stopping, AbortSignal.timeout(TIMEOUT_MS)])
    const ask = () => describe(picture, language, { signal: inTime, onUsage })
    return askWithRetry(
      () =>
        ask().catch((error: unknown) => {
          if (!options.dropFor(error)) throw error
          return ask()
        }),
      inTime,
    )
  }
}

/**
 * Reads the alt text from an answer. Local models write their reasoning before the JSON. @throws if the answer is not
 * JSON
 */
function altTextIn(answer: string): string {
  const text = withoutThinking(answer)
  if (text.trim() === '') return ''
  return AltTextSchema.parse(JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))).altText
}
