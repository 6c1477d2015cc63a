import type { AiConfig } from '../../config.ts'
import { anthropicV1 } from './model.ts'

const TIMEOUT_MS = 5_000
const CACHE_MS = 30_000

/** Whether a provider answers with the configured key: a listing of its models costs nothing. Asked at most every 30 s. */
function providerHealth(
  url: string,
  headers: Record<string, string>,
  now: () => Date,
  stopping: AbortSignal,
): () => Promise<boolean> {
  let asked: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    if (!asked || now().getTime() - asked.at > CACHE_MS)
      asked = { at: now().getTime(), answer: answers(url, headers, stopping) }
    return asked.answer
  }
}

async function answers(url: string, headers: Record<string, string>, stopping: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]) })
    // What it lists is not read: whether it does is the answer.
    await response.body?.cancel()
    return response.ok
  } catch {
    return false
  }
}

export const openaiHealth = ({ apiKey, baseUrl }: AiConfig, now: () => Date, stopping: AbortSignal) =>
  providerHealth(
    `${baseUrl ?? 'https://api.openai.com/v1'}/models`,
    { authorization: `Bearer ${apiKey ?? 'none'}` },
    now,
    stopping,
  )

export const anthropicHealth = ({ apiKey, baseUrl }: AiConfig, now: () => Date, stopping: AbortSignal) =>
  providerHealth(
    `${anthropicV1(baseUrl ?? 'https://api.anthropic.com')}/models?limit=1`,
    {
      'x-api-key': apiKey ?? '',
      'anthropic-version': '2023-06-01',
    },
    now,
    stopping,
  )
