import type { LanguageModelUsage } from 'ai'
import type { SaidMessage } from '#core/writing/assistant/prompt.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, askTwice, openaiModel, tokensFor, type OpenModel } from './model.ts'
import { RefusedError, type Asking, type Usage } from './writer.ts'

/** A vendor's chat model. */
export interface Talker {
  readonly name: Usage['provider']
  readonly model: string
  /**
   * Returns the whole answer and streams it meanwhile.
   * @throws WriterError
   */
  talk(system: string, said: readonly SaidMessage[], asking: Asking): Promise<string>
}

/** Characters. Includes angles and proposals. */
const LONGEST_ANSWER = 4_000

export const openaiTalker = (config: AiConfig): Talker => talker('openai', config.model, openaiModel(config))
export const anthropicTalker = (config: AiConfig): Talker => talker('anthropic', config.model, anthropicModel(config))

function talker(name: Talker['name'], model: string, openModel: OpenModel): Talker {
  async function askOnce(
    system: string,
    said: readonly SaidMessage[],
    { signal, onText, onUsage }: Asking,
  ): Promise<string> {
    const { streamText } = await import('ai')
    let failure: unknown
    const count = ({ inputTokens, outputTokens }: LanguageModelUsage) =>
      onUsage?.({ provider: name, model, inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null })
    const { stream } = streamText({
      model: await openModel(),
      system,
      messages: [...said],
      maxOutputTokens: tokensFor(LONGEST_ANSWER),
      // The SDK would retry an exhausted quota, which never helps.
      maxRetries: 0,
      abortSignal: signal,
      onError: ({ error }) => void (failure ??= error),
    })
    let text = ''
    for await (const part of stream) {
      if (part.type === 'finish') {
        count(part.totalUsage)
        if (part.finishReason === 'content-filter') failure ??= new RefusedError()
      }
      if (part.type !== 'text-delta') continue
      text += part.text
      onText?.(text)
    }
    signal.throwIfAborted()
    if (failure !== undefined) throw failure
    if (text.trim() === '') throw new Error('The model said nothing')
    return text
  }

  return {
    name,
    model,
    talk: (system, said, asking) => askTwice(() => askOnce(system, said, asking), asking.signal),
  }
}
