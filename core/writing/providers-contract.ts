import { z } from 'zod'
import { AiBudgetOfAll } from './contract.ts'
import { PROVIDERS } from './provider-names.ts'

/** A model server on the machine that runs Frogy. */
export const ModelServer = z.object({
  /** The program that usually listens at this address. */
  name: z.string(),
  /** The server's address with its API version: `http://127.0.0.1:11434/v1`. */
  baseUrl: z.string(),
  /** The server's models that write text. */
  models: z.array(z.string()),
})
export type ModelServer = z.infer<typeof ModelServer>

const Choice = z.strictObject({ baseUrl: z.string().max(200), model: z.string().min(1).max(200) })
export type ModelChoice = z.infer<typeof Choice>

export const LocalModels = z.object({
  /** Whether the environment names a provider. Frogy then does not search for local models. */
  isSetByEnvironment: z.boolean(),
  found: z.array(ModelServer),
  chosen: Choice.nullable(),
})
export type LocalModels = z.infer<typeof LocalModels>

export type ProviderName = (typeof PROVIDERS)[number]

/** Estimated costs in millionths of a dollar, and the tokens that they assume. */
export const PostCosts = z.object({
  model: z.string(),
  /** The cost of a LinkedIn post from a topic. */
  topicMicros: z.int(),
  topicTokens: z.int(),
  /** The cost of a LinkedIn post from an article of 1,500 words. */
  articleMicros: z.int(),
  articleTokens: z.int(),
  /** The cost of ten posts from an article of 1,500 words: five networks, two languages, with the vendor's cache. */
  tenMicros: z.int(),
  /** Tokens of one answer, reasoning included. */
  outputTokens: z.int(),
})
export type PostCosts = z.infer<typeof PostCosts>

/** A provider as administrators see it, without its key. */
export const ProviderState = z.object({
  provider: z.enum(PROVIDERS),
  /** Where the provider's API key comes from. Null without an API key. */
  source: z.enum(['environment', 'entered', 'local']).nullable(),
  model: z.string().nullable(),
  /** Whether the provider responds and has the configured model. */
  connected: z.boolean(),
  /** The last four characters and the date of a key from an administrator. Null for any other key. */
  entered: z.object({ lastFour: z.string(), at: z.iso.datetime() }).nullable(),
  /** Usage in the last thirty days. The cost is in dollars, and null if the model has no price. */
  usage: z.object({ answers: z.int(), tokens: z.int(), dollars: z.number().nullable() }),
  /** The host of a configured server that does not belong to the vendor. */
  ownServer: z.string().nullable(),
  /** Costs of posts with the provider's model, or with its default model. Null if the model has no price. */
  postCosts: PostCosts.nullable(),
})
export type ProviderState = z.infer<typeof ProviderState>

export const ProviderKeyGiven = z.strictObject({
  key: z
    .string()
    .trim()
    .min(8)
    .max(400)
    .refine((key) => /^[\u0021-\u007e]+$/.test(key), { params: { text: 'invalid' } }),
  /** Model to use. Default: the vendor's usual model. */
  model: z
    .string()
    .trim()
    .max(100)
    .refine((model) => /^[\w.:/-]*$/.test(model), { params: { text: 'invalid' } })
    .optional(),
})

/** Reasons why a test of a provider failed. Each has a text in `connectAi.failures`. */
const TEST_FAILURES = [
  'key',
  'quota',
  'model',
  'unreachable',
  'timeout',
  'overloaded',
  'refused',
  'too_long',
  'cut',
  'empty',
  'failed',
] as const

/** The result of a test, in which a provider writes one sentence as it would write a draft. */
export const ProviderTest = z.object({
  model: z.string(),
  /** The sentence that the provider wrote; null if the test failed. */
  sentence: z.string().nullable(),
  failure: z.enum(TEST_FAILURES).nullable(),
  /** How long the provider's answer or failure took. */
  durationMs: z.int(),
  /** The number of input tokens; null if the provider reported none. */
  inputTokens: z.int().nullable(),
  outputTokens: z.int().nullable(),
  /** The cost in millionths of a dollar. Null if tokens or price are unknown; 0 for a local model. */
  costMicros: z.int().nullable(),
})
export type ProviderTest = z.infer<typeof ProviderTest>

/** Usage of the last thirty days by one person with one model. */
const AiUse = z.object({
  /** The user; null for visitors without an account. */
  person: z.object({ id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  provider: z.enum(PROVIDERS),
  model: z.string(),
  answers: z.int(),
  inputTokens: z.int(),
  /** The part of the input that was read from the vendor's cache. */
  cachedTokens: z.int(),
  outputTokens: z.int(),
  /** The part of the output that is reasoning. */
  reasoningTokens: z.int(),
  /** The cost in millionths of a dollar; null without a price. */
  costMicros: z.int().nullable(),
})
export type AiUse = z.infer<typeof AiUse>

export const AiUses = z.object({
  /** At most 100 entries, one per person and model, the most expensive first. */
  uses: z.array(AiUse),
  /** The total usage, including the entries that the list omits. */
  total: AiUse.omit({ person: true, provider: true, model: true }),
})
export type AiUses = z.infer<typeof AiUses>

const params = z.object({ provider: z.enum(PROVIDERS) })

export const providerEndpoints = {
  'GET /api/admin/providers': {
    summary: 'Lists the AI providers, where their keys come from, whether they respond, and their usage.',
    access: 'admin',
    scope: null,
    answer: z.array(ProviderState),
  },
  'GET /api/admin/ai-budget': {
    summary: "Returns the installation's AI budget and what all users took of it this month, by UTC.",
    access: 'admin',
    scope: null,
    answer: AiBudgetOfAll,
  },
  'GET /api/admin/ai-usage': {
    summary: 'Lists the model usage of the last thirty days by person, provider and model, the most expensive first.',
    access: 'admin',
    scope: null,
    answer: AiUses,
  },
  'PUT /api/admin/providers/{provider}': {
    summary:
      "Stores a provider's key, which is encrypted and never shown again. A provider set in the environment can be changed only there.",
    access: 'admin',
    scope: null,
    params,
    body: ProviderKeyGiven,
    answer: ProviderState,
    errors: ['not_found', 'provider_set'],
  },
  'DELETE /api/admin/providers/{provider}': {
    summary: 'Deletes a key that an administrator entered.',
    access: 'admin',
    scope: null,
    params,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
  'POST /api/admin/providers/{provider}/test': {
    summary:
      'Lets a provider write one sentence, as it writes drafts. Costs tokens, but counts neither as a draft nor against the daily limit.',
    access: 'admin',
    scope: null,
    params,
    answer: ProviderTest,
    perHour: 30,
    takesNoKey: true,
    errors: ['not_found', 'no_model', 'ai_budget'],
  },
  'GET /api/admin/local-models': {
    summary:
      'Asks the usual programs on this machine (Ollama, LM Studio, llama.cpp) for their models. Frogy sends them no content.',
    access: 'admin',
    scope: null,
    answer: LocalModels,
  },
  'PUT /api/admin/local-models': {
    summary: 'Makes a discovered local model write for all users from now on.',
    access: 'admin',
    scope: null,
    body: Choice,
    answer: LocalModels,
    errors: ['not_found', 'provider_set', 'provider_entered'],
  },
  'DELETE /api/admin/local-models': {
    summary: 'Stops using the chosen local model.',
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
  },
} as const
