import type { LanguageModelUsage } from 'ai'
import type { ChatMessage } from '#core/writing/assistant/prompt.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, askWithRetry, openaiModel, tokensFor, type OpenModel } from './model.ts'
import { RefusedError, type Asking, type Usage } from './writer.ts'

export interface ChatModel {
  readonly name: Usage['provider']
  readonly model: string
  /** @throws WriterError */
  answer(system: string, messages: readonly ChatMessage[], asking: Asking): Promise<string>
}

/** The most characters of the model's answer, including the angles and texts that it proposes. */
const LONGEST_ANSWER = 4_000

export const openaiChatModel = (config: AiConfig): ChatModel => chatModel('openai', config.model, openaiModel(config))
export const anthropicChatModel = (config: AiConfig): ChatModel =>
  chatModel('anthropic', config.model, anthropicModel(config))

function chatModel(name: ChatModel['name'], model: string, openModel: OpenModel): ChatModel {
  async function askOnce(
    system: string,
    messages: readonly ChatMessage[],
    { signal, onText, onUsage }: Asking,
  ): Promise<string> {
    const { streamText } = await import('ai')
    let failure: unknown
    const count = ({ inputTokens, outputTokens }: Partial<LanguageModelUsage>) =>
      onUsage?.({ provider: name, model, inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null })
    const { stream } = streamText({
      model: await openModel(),
      system,
      messages: [...messages],
      maxOutputTokens: tokensFor(LONGEST_ANSWER),
      // Disable the SDK's retries: it would retry even when the quota is exhausted, which never helps.
      maxRetries: 0,
      abortSignal: signal,
      onError: ({ error }) => void (failure ??= error),
    })
    let text = ''
    let isFinished = false
    try {
      for await (const part of stream) {
        if (part.type === 'finish') {
          isFinished = true
          count(part.totalUsage)
          if (part.finishReason === 'content-filter') failure ??= new RefusedError()
        }
        if (part.type !== 'text-delta') continue
        text += part.text
        onText?.(text)
      }
    } finally {
      // Count the tokens of an interrupted answer too, because they cost money.
      if (!isFinished && text !== '') count({})
    }
    signal.throwIfAborted()
    if (failure !== undefined) throw failure
    if (text.trim() === '') throw new Error('The model said nothing')
    return text
  }

  return {
    name,
    model,
    answer: (system, messages, asking) => askWithRetry(() => askOnce(system, messages, asking), asking.signal),
  }
}
