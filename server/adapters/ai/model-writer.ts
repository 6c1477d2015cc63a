import { z } from 'zod'
import { repairPrompt, SYSTEM_PROMPT, userPrompt } from '#core/generation/prompt.ts'
import type { AiConfig } from '../../config.ts'
import { anthropicModel, askTwice, openaiModel, type OpenModel } from './model.ts'
import type { Draft, Writer } from './writer.ts'

const DraftSchema = z.object({ content: z.string(), hashtags: z.array(z.string()) })

/** A writer on OpenAI's models, or on any server that speaks its chat API when a base URL is given. */
export const openaiWriter = (config: AiConfig): Writer => modelWriter('openai', config.model, openaiModel(config))

/** A writer on Anthropic's models. */
export const anthropicWriter = (config: AiConfig): Writer =>
  modelWriter('anthropic', config.model, anthropicModel(config))

function modelWriter(name: 'openai' | 'anthropic', modelName: string, openModel: OpenModel): Writer {
  const ask = (prompt: string, signal: AbortSignal): Promise<Draft> => askTwice(() => askOnce(prompt, signal), signal)

  async function askOnce(prompt: string, signal: AbortSignal): Promise<Draft> {
    const { generateText, Output } = await import('ai')
    const { output } = await generateText({
      model: await openModel(),
      system: SYSTEM_PROMPT,
      prompt,
      output: Output.object({ schema: DraftSchema, name: 'post' }),
      // The SDK would try a used-up quota again, which never helps.
      maxRetries: 0,
      abortSignal: signal,
    })
    if (output.content.trim() === '') throw new Error('The model wrote nothing')
    return { content: output.content.trim(), hashtags: output.hashtags }
  }

  return {
    name,
    model: modelName,
    write: (task, signal) => ask(userPrompt(task), signal),
    repair: (task, draft, faults, signal) => ask(repairPrompt(task, draft, faults), signal),
  }
}
