import type { APICallError } from 'ai'
import { z } from 'zod'
import { draftFrom, LONGEST_DRAFT } from '#core/writing/model-draft.ts'
import { contentReader, readDraft } from '#core/writing/read-draft.ts'
import { isRefusal } from '#core/writing/refusal.ts'
import { withoutThinking } from '#core/writing/thinking.ts'
import { lengthOf, promptFor, repairPrompt, type Prompt, type WritingTask } from '#core/writing/prompt.ts'
import { SYSTEM_PROMPT } from '#core/writing/prompt-rules.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, answerTextIn, askWithRetry, openaiModel, tokensFor, usageOf, type OpenModel } from './model.ts'
import { contentOf, vendorOptions, type VendorOptions } from './vendor-options.ts'
import { CutError, EmptyError, RefusedError, type Asking, type Draft, type Writer } from './writer.ts'

// The schema sets no lengths, because some vendors reject them. The caller checks lengths afterwards.
const DraftSchema = z.object({ content: z.string(), hashtags: z.array(z.string()) })

/** Uses OpenAI, or with a base URL any server that speaks its chat API. */
export const openaiWriter = (config: AiConfig): Writer =>
  modelWriter('openai', config, openaiModel(config), config.baseUrl === undefined ? ['schema'] : FORMATS)

export const anthropicWriter = (config: AiConfig): Writer =>
  modelWriter('anthropic', config, anthropicModel(config), ['schema'])

/** Response formats, from the strictest to the most widely supported. */
const FORMATS = ['schema', 'json', 'words'] as const
type Format = (typeof FORMATS)[number]

/** The maximum length of a short answer, in characters. */
const SHORT_ANSWER = 1_200

/** Describes the response format to servers that support no schema. */
const IN_WORDS =
  'Answer with one JSON object and nothing else: {"content": "the post", "hashtags": ["each", "without", "its", "sign"]}'

function modelWriter(
  name: 'openai' | 'anthropic',
  config: AiConfig,
  openModel: OpenModel,
  formats: readonly Format[],
): Writer {
  /** Index of the response format that last worked with this server. Starts with the strictest. */
  let kept = 0
  const options = vendorOptions(name, config)

  const ask = (task: WritingTask, prompt: Prompt, asking: Asking): Promise<Draft> =>
    askWithRetry(() => askOnce(task, prompt, asking), asking.signal)

  async function askOnce(task: WritingTask, prompt: Prompt, asking: Asking): Promise<Draft> {
    for (let at = kept; ;) {
      try {
        const answer = await askIn(formats[at] ?? 'schema', task, prompt, asking)
        const draft = draftFrom(answer, task.platform)
        if (!draft) throw answer.content.trim() === '' ? new EmptyError() : new Error('The model wrote far too much')
        kept = at
        return draft
      } catch (error) {
        if (options.dropFor(error)) continue
        // Try another format only if the format caused the error.
        if (++at >= formats.length || !isAboutFormat(error)) throw error
      }
    }
  }

  async function askIn(
    format: Format,
    task: WritingTask,
    prompt: Prompt,
    { signal, onText, onBegin, onUsage }: Asking,
  ): Promise<{ content: string; hashtags: string[] }> {
    const { generateText, Output, streamText } = await import('ai')
    const count = (usage?: Parameters<typeof usageOf>[2]) => onUsage?.(usageOf(name, config.model, usage))
    const { breakpoint } = options
    const parts = format === 'schema' ? prompt : [...prompt, `\n\n${IN_WORDS}`]
    const asked = {
      model: await openModel(),
      system: systemMessage(breakpoint),
      messages: [{ role: 'user' as const, content: contentOf(parts, breakpoint) }],
      providerOptions: options.forCall(prompt[0] ?? ''),
      maxOutputTokens: tokensFor(lengthOf(task)[1]),
      // Disable the SDK's retries: the SDK also retries when the quota is exhausted, which never helps.
      maxRetries: 0,
      abortSignal: signal,
      ...(format === 'schema' && { output: Output.object({ schema: DraftSchema, name: 'post' }) }),
      ...(format === 'json' && { output: Output.json() }),
    }
    if (!onText && !onBegin) {
      const { text, finishReason, usage } = await generateText(asked).catch(answerTextIn)
      count(usage)
      return draftIn(text, finishReason)
    }
    let failure: unknown
    let finishReason: string | undefined
    // Abort an endless answer, because every further token costs money.
    const tooLong = new AbortController()
    const { stream } = streamText({
      ...asked,
      abortSignal: AbortSignal.any([signal, tooLong.signal]),
      onError: ({ error }) => void (failure ??= error),
    })
    const contentSoFar = contentReader()
    let text = ''
    try {
      for await (const part of stream) {
        if (part.type === 'finish') {
          finishReason = part.finishReason
          count(part.totalUsage)
        }
        if (/^(?:text|reasoning)-/.test(part.type)) onBegin?.()
        if (part.type !== 'text-delta' || tooLong.signal.aborted) continue
        text += part.text
        const content = contentSoFar(part.text)
        if (content !== '') onText?.(content)
        if (content.length <= LONGEST_DRAFT) continue
        failure = new Error('The model went on writing')
        tooLong.abort(failure)
      }
    } finally {
      // Count the tokens of an interrupted answer too, because they cost money.
      if (finishReason === undefined && text !== '') count()
    }
    signal.throwIfAborted()
    if (failure !== undefined) throw failure
    return draftIn(text, finishReason)
  }

  async function answerOnce(prompt: Prompt, { signal, onUsage }: Omit<Asking, 'onText'>): Promise<string> {
    const { generateText } = await import('ai')
    const { breakpoint } = options
    const { text, finishReason, usage } = await generateText({
      model: await openModel(),
      system: systemMessage(breakpoint),
      messages: [{ role: 'user', content: contentOf(prompt, breakpoint) }],
      providerOptions: options.forCall(prompt[0] ?? ''),
      maxOutputTokens: tokensFor(SHORT_ANSWER),
      maxRetries: 0,
      abortSignal: signal,
    }).catch((error: unknown) => {
      if (options.dropFor(error)) return { text: undefined, finishReason: undefined, usage: undefined }
      throw error
    })
    if (text === undefined) return await answerOnce(prompt, { signal, onUsage })
    onUsage?.(usageOf(name, config.model, usage))
    if (finishReason === 'content-filter') throw new RefusedError()
    if (finishReason === 'length') throw new CutError()
    if (text.trim() === '') throw new EmptyError()
    return text
  }

  return {
    name,
    model: config.model,
    answer: (prompt, asking) => askWithRetry(() => answerOnce(prompt, asking), asking.signal),
    write: (task, asking) => ask(task, promptFor(task), asking),
    rework: ask,
    repair: (task, draft, complaints, asking) => ask(task, repairPrompt(task, draft, complaints), asking),
  }
}

const systemMessage = (breakpoint: VendorOptions['breakpoint']) => ({
  role: 'system' as const,
  content: SYSTEM_PROMPT,
  ...(breakpoint && { providerOptions: breakpoint }),
})

class NoDraftError extends Error {
  override readonly name = 'NoDraftError'
}

/** Reads the draft in an answer. @throws RefusedError, CutError, EmptyError or NoDraftError */
function draftIn(text: string, finishReason: string | undefined): { content: string; hashtags: string[] } {
  if (finishReason === 'content-filter') throw new RefusedError()
  const draft = readDraft(text)
  if (draft) return draft
  if (finishReason === 'length') throw new CutError()
  if (isRefusal(text)) throw new RefusedError()
  throw withoutThinking(text).trim() === '' ? new EmptyError() : new NoDraftError()
}

/** Whether the server rejected the format or ignored it. */
function isAboutFormat(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof NoDraftError) return true
  const { statusCode, responseBody = '' } = error as Partial<APICallError>
  return (
    error.name === 'AI_APICallError' &&
    [400, 404, 422, 500, 501].includes(statusCode ?? 0) &&
    /response_format|json_schema|json_object|structured|grammar|schema/i.test(responseBody)
  )
}
