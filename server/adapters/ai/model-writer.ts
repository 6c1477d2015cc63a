import type { APICallError, LanguageModelUsage, NoObjectGeneratedError } from 'ai'
import { z } from 'zod'
import { draftFrom, LONGEST_DRAFT } from '#core/writing/model-draft.ts'
import { contentReader, readDraft } from '#core/writing/read-draft.ts'
import { lengthOf, repairPrompt, SYSTEM_PROMPT, userPrompt, type WritingTask } from '#core/writing/prompt.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, askWithRetry, openaiModel, tokensFor, type OpenModel } from './model.ts'
import { RefusedError, type Asking, type Draft, type Writer } from './writer.ts'

// The schema sets no lengths, because some vendors reject them. The caller checks lengths afterwards.
const DraftSchema = z.object({ content: z.string(), hashtags: z.array(z.string()) })

/** Uses OpenAI, or with a base URL any server that speaks its chat API. */
export const openaiWriter = (config: AiConfig): Writer =>
  modelWriter('openai', config.model, openaiModel(config), config.baseUrl === undefined ? ['schema'] : FORMATS)

export const anthropicWriter = (config: AiConfig): Writer =>
  modelWriter('anthropic', config.model, anthropicModel(config), ['schema'])

/** Response formats, from the strictest to the most widely supported. */
const FORMATS = ['schema', 'json', 'words'] as const
type Format = (typeof FORMATS)[number]

/** Describes the response format to servers that support no schema. */
const IN_WORDS =
  'Answer with one JSON object and nothing else: {"content": "the post", "hashtags": ["each", "without", "its", "sign"]}'

function modelWriter(
  name: 'openai' | 'anthropic',
  modelName: string,
  openModel: OpenModel,
  formats: readonly Format[],
): Writer {
  /** Index of the response format that has worked with this server, at first the strictest. */
  let kept = 0

  const ask = (task: WritingTask, prompt: string, asking: Asking): Promise<Draft> =>
    askWithRetry(() => askOnce(task, prompt, asking), asking.signal)

  async function askOnce(task: WritingTask, prompt: string, asking: Asking): Promise<Draft> {
    for (let at = kept; ; at++) {
      try {
        const answer = await askIn(formats[at] ?? 'schema', task, prompt, asking)
        const draft = draftFrom(answer, task.platform)
        if (!draft) throw new Error('The model wrote nothing, or far too much')
        kept = at
        return draft
      } catch (error) {
        // Another format helps only if the format caused the error.
        if (at + 1 >= formats.length || !isAboutFormat(error)) throw error
      }
    }
  }

  async function askIn(
    format: Format,
    task: WritingTask,
    prompt: string,
    { signal, onText, onUsage }: Asking,
  ): Promise<{ content: string; hashtags: string[] }> {
    const { generateText, Output, streamText } = await import('ai')
    const count = (usage: Partial<LanguageModelUsage> = {}) => {
      const { inputTokens = null, outputTokens = null } = usage
      onUsage?.({ provider: name, model: modelName, inputTokens, outputTokens })
    }
    const asked = {
      model: await openModel(),
      system: SYSTEM_PROMPT,
      prompt: format === 'schema' ? prompt : `${prompt}\n\n${IN_WORDS}`,
      maxOutputTokens: tokensFor(lengthOf(task)[1]),
      // Disable the SDK's retries: it would retry even when the quota is exhausted, which never helps.
      maxRetries: 0,
      abortSignal: signal,
      ...(format === 'schema' && { output: Output.object({ schema: DraftSchema, name: 'post' }) }),
      ...(format === 'json' && { output: Output.json() }),
    }
    if (!onText) {
      const { text, finishReason, usage } = await generateText(asked).catch(answerTextIn)
      count(usage)
      return draftIn(text, finishReason)
    }
    let failure: unknown
    let finishReason: string | undefined
    // Abort an endless answer: every further token costs money.
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
        if (part.type !== 'text-delta' || tooLong.signal.aborted) continue
        text += part.text
        const content = contentSoFar(part.text)
        if (content !== '') onText(content)
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

  return {
    name,
    model: modelName,
    write: (task, asking) => ask(task, userPrompt(task), asking),
    rework: ask,
    repair: (task, draft, complaints, asking) => ask(task, repairPrompt(task, draft, complaints), asking),
  }
}

class NoDraftError extends Error {
  override readonly name = 'NoDraftError'
}

/** The model's answer reached the token limit. Another response format would not help. */
class CutError extends Error {
  override readonly name = 'CutError'
}

/** Reads the draft in an answer. @throws RefusedError, CutError or NoDraftError */
function draftIn(text: string, finishReason: string | undefined): { content: string; hashtags: string[] } {
  if (finishReason === 'content-filter') throw new RefusedError()
  const draft = readDraft(text)
  if (draft) return draft
  throw finishReason === 'length' ? new CutError('The answer was cut at its longest') : new NoDraftError()
}

/** Reads the answer from an SDK error. The SDK throws if the text is not pure JSON. */
function answerTextIn(error: unknown) {
  const { name, text, finishReason, usage } = error as Partial<NoObjectGeneratedError>
  if (name !== 'AI_NoObjectGeneratedError' || text === undefined) throw error
  return { text, finishReason, usage }
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
