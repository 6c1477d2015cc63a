import { z } from 'zod'
import { draftFrom } from '#core/generation/model-draft.ts'
import { longestWanted, repairPrompt, SYSTEM_PROMPT, userPrompt, type WritingTask } from '#core/generation/prompt.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, askTwice, openaiModel, tokensFor, type OpenModel } from './model.ts'
import type { Draft, Writer } from './writer.ts'

// Vendors know no lengths in a schema, and some refuse it for them: they are held to afterwards.
const DraftSchema = z.object({ content: z.string(), hashtags: z.array(z.string()) })

/** A writer on OpenAI's models, or on any server that speaks its chat API when a base URL is given. */
export const openaiWriter = (config: AiConfig): Writer => modelWriter('openai', config.model, openaiModel(config))

/** A writer on Anthropic's models. */
export const anthropicWriter = (config: AiConfig): Writer =>
  modelWriter('anthropic', config.model, anthropicModel(config))

function modelWriter(name: 'openai' | 'anthropic', modelName: string, openModel: OpenModel): Writer {
  const ask = (task: WritingTask, prompt: string, signal: AbortSignal): Promise<Draft> =>
    askTwice(() => askOnce(task, prompt, signal), signal)

  async function askOnce({ platform }: WritingTask, prompt: string, signal: AbortSignal): Promise<Draft> {
    const { generateText, Output } = await import('ai')
    const { output } = await generateText({
      model: await openModel(),
      system: SYSTEM_PROMPT,
      prompt,
      output: Output.object({ schema: DraftSchema, name: 'post' }),
      maxOutputTokens: tokensFor(longestWanted(platform)),
      // The SDK would try a used-up quota again, which never helps.
      maxRetries: 0,
      abortSignal: signal,
    })
    const draft = draftFrom(output, platform)
    if (!draft) throw new Error('The model wrote nothing, or far too much')
    return draft
  }

  return {
    name,
    model: modelName,
    write: (task, signal) => ask(task, userPrompt(task), signal),
    repair: (task, draft, complaints, signal) => ask(task, repairPrompt(task, draft, complaints), signal),
  }
}
