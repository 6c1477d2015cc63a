import { z } from 'zod'
import type { ModelServer } from '#core/writing/providers-contract.ts'
import { boundedFetch } from '../../adapters/ai/bounded-fetch.ts'

/** Usual addresses of common local model servers. All support OpenAI's API. */
export const DEFAULT_SERVERS: readonly Pick<ModelServer, 'name' | 'baseUrl'>[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
  { name: 'llama.cpp', baseUrl: 'http://127.0.0.1:8080/v1' },
]

/** The maximum wait for an answer. A running server is faster, unless it is loading a model. */
const TIMEOUT_MS = 2_000
const MAX_MODELS = 100
/** Names of models for embeddings, ranking, speech or images, which cannot write text. */
const OTHER_KINDS = /embed|rerank|whisper|tts|clip|diffusion|flux|bge-|e5-/i

/** OpenAI's format of a model list. Other programs on these ports answer differently. */
const List = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })).max(10_000) })

/** Finds the running servers that have a text model. Requests only their lists of models. */
export async function findLocalModels(
  servers: readonly Pick<ModelServer, 'name' | 'baseUrl'>[],
  stopping: AbortSignal,
): Promise<ModelServer[]> {
  const found = await Promise.all(
    servers.map(async (server) => ({ ...server, models: await modelsOf(server, stopping) })),
  )
  return found.filter(({ models }) => models.length > 0)
}

async function modelsOf({ baseUrl }: Pick<ModelServer, 'baseUrl'>, stopping: AbortSignal): Promise<string[]> {
  try {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)])
    // Do not follow redirects: the program on that port is unknown.
    const answer = await boundedFetch(`${baseUrl}/models`, { signal, redirect: 'error' })
    if (!answer.ok) {
      await answer.body?.cancel()
      return []
    }
    const { data } = List.parse(await answer.json())
    return data
      .map(({ id }) => id)
      .filter((id) => !OTHER_KINDS.test(id))
      .slice(0, MAX_MODELS)
  } catch {
    return []
  }
}
