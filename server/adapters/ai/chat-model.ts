import type { ModelMessage } from 'ai'
import type { ChatMessage } from '#core/writing/assistant/prompt.ts'
import { withoutThinking } from '#core/writing/thinking.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, askWithRetry, openaiModel, tokensFor, usageOf, type OpenModel } from './model.ts'
import { contentOf, vendorOptions, type VendorOptions } from './vendor-options.ts'
import { CutError, EmptyError, RefusedError, type Asking, type Usage } from './writer.ts'

interface ChatAnswer {
  text: string
  /** Whether the answer reached its token limit. */
  isCut: boolean
}

export interface ChatPrompt {
  system: string
  /** The conversation so far. User and model alternate, and the user's question comes last. */
  messages: readonly ChatMessage[]
  /** Text after the last message. It may change between calls, because the cached prefix ends before it. */
  last: string
}

export interface ChatModel {
  readonly name: Usage['provider']
  readonly model: string
  /** Retries once if the answer is empty. @throws WriterError */
  answer(prompt: ChatPrompt, asking: Asking): Promise<ChatAnswer>
}

/** The maximum length of the model's answer, including the angles and texts that it proposes. */
const LONGEST_ANSWER = 4_000

export const openaiChatModel = (config: AiConfig): ChatModel => chatModel('openai', config, openaiModel(config))
export const anthropicChatModel = (config: AiConfig): ChatModel =>
  chatModel('anthropic', config, anthropicModel(config))

function chatModel(name: ChatModel['name'], config: AiConfig, openModel: OpenModel): ChatModel {
  const options = vendorOptions(name, config)

  async function askOnce(prompt: ChatPrompt, { signal, onText, onUsage }: Asking): Promise<ChatAnswer> {
    const { streamText } = await import('ai')
    const { system, messages } = prompt
    const { breakpoint } = options
    let failure: unknown
    const { stream } = streamText({
      model: await openModel(),
      system: { role: 'system', content: system, ...(breakpoint && { providerOptions: breakpoint }) },
      messages: markedMessages(prompt, breakpoint),
      maxOutputTokens: tokensFor(LONGEST_ANSWER),
      providerOptions: options.forCall(`${system}${messages[0]?.content ?? ''}`),
      // Disable the SDK's retries: the SDK also retries when the quota is exhausted, which never helps.
      maxRetries: 0,
      abortSignal: signal,
      onError: ({ error }) => void (failure ??= error),
    })
    let raw = ''
    let finishReason: string | undefined
    try {
      for await (const part of stream) {
        if (part.type === 'finish') {
          finishReason = part.finishReason
          onUsage?.(usageOf(name, config.model, part.totalUsage))
          if (finishReason === 'content-filter') failure ??= new RefusedError()
        }
        if (part.type !== 'text-delta') continue
        raw += part.text
        onText?.(withoutThinking(raw))
      }
    } finally {
      // Count the tokens of an interrupted answer too, because they cost money.
      if (finishReason === undefined && raw !== '') onUsage?.(usageOf(name, config.model))
    }
    signal.throwIfAborted()
    if (failure !== undefined) throw failure
    const text = withoutThinking(raw).trim()
    const isCut = finishReason === 'length'
    if (text === '') throw isCut ? new CutError() : new EmptyError()
    return { text, isCut }
  }

  async function askAgainIf(ask: () => Promise<ChatAnswer>): Promise<ChatAnswer> {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof EmptyError) && !options.dropFor(error)) throw error
      return await ask()
    }
  }

  return {
    name,
    model: config.model,
    answer: (prompt, asking) => askWithRetry(() => askAgainIf(() => askOnce(prompt, asking)), asking.signal),
  }
}

/**
 * The maximum number of user messages that are marked as the end of a cacheable prefix. Vendors accept four marks, and
 * the system message has one of them.
 */
const MAX_MARKED = 2

/**
 * Marks the user's last messages as ends of a cacheable prefix. The next call then reads everything up to the current
 * last message from the cache.
 */
function markedMessages({ messages, last }: ChatPrompt, breakpoint: VendorOptions['breakpoint']): ModelMessage[] {
  const marked = messages.filter(({ role }) => role === 'user').slice(-MAX_MARKED)
  return messages.map((message, at): ModelMessage => {
    if (message.role === 'assistant') return { role: 'assistant', content: message.content }
    const end = at === messages.length - 1 ? last : ''
    return {
      role: 'user',
      content: contentOf([message.content, end], marked.includes(message) ? breakpoint : undefined),
    }
  })
}
