import type { AiConfig } from '../../config.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { anthropicV1 } from './model.ts'

const TIMEOUT_MS = 5_000
const CACHE_MS = 30_000

/** Checks at most every 30 s whether the provider offers the configured model for the key. The request is free. */
function providerHealth(models: Models, now: () => Date, stopping: AbortSignal): () => Promise<boolean> {
  let asked: { at: number; answer: Promise<boolean> } | undefined
  return () => {
    if (!asked || now().getTime() - asked.at > CACHE_MS)
      asked = { at: now().getTime(), answer: hasModel(models, stopping) }
    return asked.answer
  }
}

interface Models {
  /** Address of the model list. The list's address plus a name gives the address of that model. */
  url: string
  model: string
  headers: Record<string, string>
}

async function hasModel({ url, model, headers }: Models, stopping: AbortSignal): Promise<boolean> {
  const ask = async (address: string) =>
    await boundedFetch(address, { headers, signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]) })
  try {
    const one = await ask(`${url}/${encodeURIComponent(model)}`)
    if (one.status !== 404 && one.status !== 405) {
      await one.body?.cancel()
      return one.ok
    }
    if (/model[^"]{0,200}(?:not found|not exist)|model_not_found|not_found_error/i.test(await one.text())) return false
    // Local AI servers may only offer the list of models, so look for the model there. A server with a single model may
    // use any name.
    const { data } = (await (await ask(url)).json()) as { data?: { id?: unknown }[] }
    return Array.isArray(data) && (data.length === 1 || data.some(({ id }) => id === model))
  } catch {
    return false
  }
}

export function openaiHealth({ apiKey, baseUrl, model }: AiConfig, now: () => Date, stopping: AbortSignal) {
  const url = `${baseUrl ?? 'https://api.openai.com/v1'}/models`
  const headers = { authorization: `Bearer ${apiKey ?? 'none'}` }
  return providerHealth({ url, model, headers }, now, stopping)
}

export function anthropicHealth({ apiKey, baseUrl, model }: AiConfig, now: () => Date, stopping: AbortSignal) {
  const url = `${anthropicV1(baseUrl ?? 'https://api.anthropic.com')}/models`
  const headers = { 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' }
  return providerHealth({ url, model, headers }, now, stopping)
}
