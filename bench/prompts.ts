import { faultsOf, unfoundedIn } from '#core/writing/draft-faults.ts'
import { PROMPT_VERSION, userPrompt } from '#core/writing/prompt.ts'
import { SYSTEM_PROMPT } from '#core/writing/prompt-rules.ts'
import { anthropicWriter, openaiWriter } from '#server/adapters/ai/model-writer.ts'
import { isConfigured } from '#server/adapters/ai/model.ts'
import { readConfig } from '#server/config.ts'
import { promptCosts } from './prompt-costs.ts'
import { promptRequests } from './prompt-requests.ts'

/**
 * Prints the prompts and what the drafts of a long article cost. If a model is configured, also prints the model's
 * drafts and their faults.
 */
export async function benchPrompts({ isNamed }: { isNamed: boolean }): Promise<boolean> {
  if (!isNamed) return true
  const { openai, anthropic } = readConfig(process.env)
  const writer = isConfigured(anthropic)
    ? anthropicWriter(anthropic)
    : isConfigured(openai)
      ? openaiWriter(openai)
      : null
  const isCheap = await promptCosts()
  console.log(`\nPrompts, version ${PROMPT_VERSION}\n\n=== what holds for all\n${SYSTEM_PROMPT}`)
  let faulty = 0
  const requests = promptRequests()
  for (const [n, task] of requests.entries()) {
    console.log(`\n=== ${n + 1} of ${requests.length}\n${userPrompt(task)}`)
    if (!writer) continue
    const draft = await writer.write(task, { signal: AbortSignal.timeout(120_000) })
    const faults = faultsOf(task, draft, unfoundedIn([draft.content], task, new Date().getFullYear()).flat())
    if (faults.length > 0) faulty++
    console.log(`--- what ${writer.model} wrote\n${draft.content}\n${draft.hashtags.join(' ')}`)
    for (const { complaint } of faults) console.log(`!!! ${complaint}`)
  }
  if (writer) console.log(`\n${faulty} of ${requests.length} would be sent back once`)
  else
    console.log(
      '\nNo model is configured: nothing was written. Set a key, or OPENAI_BASE_URL to a model on this machine.',
    )
  return isCheap
}
