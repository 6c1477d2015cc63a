import type { APICallError, LanguageModelUsage, NoObjectGeneratedError } from 'ai'
import { z } from 'zod'
import { draftFrom, LONGEST_DRAFT } from '#core/writing/model-draft.ts'
import { contentReader, readDraft } from '#core/writing/read-draft.ts'
import { lengthOf, repairPrompt, SYSTEM_PROMPT, userPrompt, type WritingTask } from '#core/writing/prompt.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, askTwice, openaiModel, tokensFor, type OpenModel } from './model.ts'
import { RefusedError, type Asking, type Draft, type Writer } from './writer.ts'

// Vendors know no lengths in a schema, and some refuse it for them: they are held to afterwards.
const DraftSchema = z.object({ content: z.string(), hashtags: z.array(z.string()) })

/** A writer on OpenAI's models, or on any server that speaks its chat API when a base URL is given. */
export const openaiWriter = (config: AiConfig): Writer =>
  modelWriter('openai', config.model, openaiModel(config), config.baseUrl === undefined ? ['schema'] : FORMATS)

/** A writer on Anthropic's models. */
export const anthropicWriter = (config: AiConfig): Writer =>
  modelWriter('anthropic', config.model, anthropicModel(config), ['schema'])

/** How a server is asked for an object, from what is held to best to what every server takes. */
const FORMATS = ['schema', 'json', 'words'] as const
type Format = (typeof FORMATS)[number]

/** Said to servers that know no schema. */
const IN_WORDS =
  'Answer with one JSON object and nothing else: {"content": "the post", "hashtags": ["each", "without", "its", "sign"]}'

function modelWriter(
  name: 'openai' | 'anthropic',
  modelName: string,
  openModel: OpenModel,
  formats: readonly Format[],
): Writer {
  /** The first one that the server was found to keep. */
  let kept = 0

  const ask = (task: WritingTask, prompt: string, asking: Asking): Promise<Draft> =>
    askTwice(() => askOnce(task, prompt, asking), asking.signal)

  async function askOnce(task: WritingTask, prompt: string, asking: Asking): Promise<Draft> {
    for (let at = kept; ; at++) {
      try {
        const answer = await askIn(formats[at] ?? 'schema', task, prompt, asking)
        const draft = draftFrom(answer, task.platform)
        if (!draft) throw new Error('The model wrote nothing, or far too much')
        kept = at
        return draft
      } catch (error) {
        // Another way to ask helps only where the way was the trouble.
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
    const count = ({ inputTokens, outputTokens }: Partial<LanguageModelUsage> = {}) =>
      onUsage?.({
        provider: name,
        model: modelName,
        inputTokens: inputTokens ?? null,
        outputTokens: outputTokens ?? null,
      })
    const asked = {
      model: await openModel(),
      system: SYSTEM_PROMPT,
      prompt: format === 'schema' ? prompt : `${prompt}\n\n${IN_WORDS}`,
      maxOutputTokens: tokensFor(lengthOf(task)[1]),
      // The SDK would try a used-up quota again, which never helps.
      maxRetries: 0,
      abortSignal: signal,
      ...(format === 'schema' && { output: Output.object({ schema: DraftSchema, name: 'post' }) }),
      ...(format === 'json' && { output: Output.json() }),
    }
    if (!onText) {
      const { text, finishReason, usage } = await generateText(asked).catch(whatWasWritten)
      count(usage)
      return draftIn(text, finishReason)
    }
    let failure: unknown
    let finishReason: string | undefined
    // Whoever goes on reading what nobody asked for pays for it.
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
      // What was written before somebody stopped it, or it broke off, has been paid for, too.
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

/** There is no draft in what a model wrote. */
class NoDraftError extends Error {
  override readonly name = 'NoDraftError'
}

/** Its tokens were used up before the draft was whole: another format would not help. */
class CutError extends Error {
  override readonly name = 'CutError'
}

/** @throws RefusedError, CutError or NoDraftError where it is none */
function draftIn(text: string, finishReason: string | undefined): { content: string; hashtags: string[] } {
  if (finishReason === 'content-filter') throw new RefusedError()
  const draft = readDraft(text)
  if (draft) return draft
  throw finishReason === 'length' ? new CutError('The answer was cut at its longest') : new NoDraftError()
}

/** The text of an answer that the SDK throws, since it is not the JSON alone that was asked for. */
function whatWasWritten(error: unknown): {
  text: string
  finishReason: string | undefined
  usage: LanguageModelUsage | undefined
} {
  const { name, text, finishReason, usage } = error as Partial<NoObjectGeneratedError>
  if (name !== 'AI_NoObjectGeneratedError' || text === undefined) throw error
  return { text, finishReason, usage }
}

/** Whether a server refused the format of its answer, or did not keep to it. */
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
