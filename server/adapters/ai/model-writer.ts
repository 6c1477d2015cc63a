import type { APICallError, LanguageModelUsage, NoObjectGeneratedError } from 'ai'
import { z } from 'zod'
import { draftFrom } from '#core/generation/model-draft.ts'
import { readDraft } from '#core/generation/read-draft.ts'
import { longestWanted, repairPrompt, SYSTEM_PROMPT, userPrompt, type WritingTask } from '#core/generation/prompt.ts'
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
    { platform }: WritingTask,
    prompt: string,
    { signal, onText, onUsage }: Asking,
  ): Promise<{ content: string; hashtags: string[] }> {
    const { generateText, Output, parsePartialJson, streamText } = await import('ai')
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
      maxOutputTokens: tokensFor(longestWanted(platform)),
      // The SDK would try a used-up quota again, which never helps.
      maxRetries: 0,
      abortSignal: signal,
    }
    if (onText) {
      let failure: unknown
      const { stream } = streamText({
        ...asked,
        ...(format === 'schema' && { output: Output.object({ schema: DraftSchema, name: 'post' }) }),
        ...(format === 'json' && { output: Output.json() }),
        onError: ({ error }) => void (failure ??= error),
      })
      let whole = ''
      for await (const part of stream) {
        if (part.type === 'finish') {
          count(part.totalUsage)
          if (part.finishReason === 'content-filter') failure ??= new RefusedError()
        }
        if (part.type !== 'text-delta') continue
        whole += part.text
        const { value } = await parsePartialJson(whole.slice(whole.indexOf('{')))
        const content = value && typeof value === 'object' && 'content' in value ? value.content : undefined
        if (typeof content === 'string' && content !== '') onText(content)
      }
      signal.throwIfAborted()
      if (failure !== undefined) throw failure
      const draft = readDraft(whole)
      if (!draft) throw new NoDraftError()
      return draft
    }
    const answered = async <Answer extends { usage: LanguageModelUsage }>(asking: PromiseLike<Answer>) => {
      try {
        const answer = await asking
        count(answer.usage)
        return answer
      } catch (error) {
        // An answer that is no draft has been paid for, too.
        const { name: kind, usage } = error as Partial<NoObjectGeneratedError>
        if (kind === 'AI_NoObjectGeneratedError') count(usage)
        throw error
      }
    }
    if (format === 'schema') {
      const output = Output.object({ schema: DraftSchema, name: 'post' })
      return (await answered(generateText({ ...asked, output }))).output
    }
    const draft = readDraft(
      await (format === 'json'
        ? textOf(answered(generateText({ ...asked, output: Output.json() })))
        : textOf(answered(generateText(asked)))),
    )
    if (!draft) throw new NoDraftError()
    return draft
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

/** What was written, also where it is not the JSON alone that was asked for. */
async function textOf(asking: PromiseLike<{ text: string }>): Promise<string> {
  try {
    return (await asking).text
  } catch (error) {
    const { name, text } = error as Partial<NoObjectGeneratedError>
    if (name === 'AI_NoObjectGeneratedError' && text !== undefined) return text
    throw error
  }
}

/** Whether a server refused the format of its answer, or did not keep to it. */
function isAboutFormat(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error.name === 'AI_NoObjectGeneratedError' || error instanceof NoDraftError) return true
  const { statusCode, responseBody = '' } = error as Partial<APICallError>
  return (
    error.name === 'AI_APICallError' &&
    [400, 404, 422, 500, 501].includes(statusCode ?? 0) &&
    /response_format|json_schema|json_object|structured|grammar|schema/i.test(responseBody)
  )
}
