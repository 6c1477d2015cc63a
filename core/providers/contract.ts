import { z } from 'zod'

/** A server on Frogy's own machine that runs models. */
export const ModelServer = z.object({
  /** The program that usually answers there. */
  name: z.string(),
  /** With its version: `http://127.0.0.1:11434/v1`. */
  baseUrl: z.string(),
  /** Those that write. */
  models: z.array(z.string()),
})
export type ModelServer = z.infer<typeof ModelServer>

const Choice = z.strictObject({ baseUrl: z.string().max(200), model: z.string().min(1).max(200) })
export type ModelChoice = z.infer<typeof Choice>

export const LocalModels = z.object({
  /** Whether the environment names a provider already: that one writes, and nothing is looked for. */
  isSetByEnvironment: z.boolean(),
  found: z.array(ModelServer),
  chosen: Choice.nullable(),
})
export type LocalModels = z.infer<typeof LocalModels>

export const providerEndpoints = {
  'GET /api/admin/local-models': {
    summary:
      'Asks the usual programs on this machine which models they have (Ollama, LM Studio, llama.cpp). Nothing is sent to them.',
    access: 'admin',
    scope: null,
    answer: LocalModels,
  },
  'PUT /api/admin/local-models': {
    summary: 'Has a model that was found write for everybody from now on.',
    access: 'admin',
    scope: null,
    body: Choice,
    answer: LocalModels,
    errors: ['not_found', 'provider_set'],
  },
  'DELETE /api/admin/local-models': {
    summary: 'Goes on without it.',
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
  },
} as const
