import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import type { PublishFailure } from '#core/publishing/failure.ts'
import { PARSER_NAMES } from '#core/reading/parsers.ts'
import { combinations, Counter, Histogram, type Family } from './meter.ts'

const OUTCOMES = [
  'accepted',
  'refused',
  'reconnect',
  'rate-limited',
  'not-ready',
  'not-sent',
  'answer-lost',
] as const satisfies ('accepted' | PublishFailure['kind'])[]
const FOUND = ['post', 'nothing', 'cannot-ask', 'no-access', 'no-answer'] as const
const PROVIDERS = ['openai', 'anthropic'] as const
export const MODEL_OUTCOMES = [
  'ok',
  'cancelled',
  'key',
  'quota',
  'model',
  'unreachable',
  'overloaded',
  'refused',
  'too_long',
  'cut',
  'timeout',
  'empty',
  'failed',
] as const
export type ModelOutcome = (typeof MODEL_OUTCOMES)[number]

/**
 * The number of models per process that get their own series. Further models share the series `other`, so that the
 * number of series is limited.
 */
const MAX_MODELS = 20
const OTHER_MODEL = 'other'

const REQUEST_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 0.5, 1, 2.5, 5, 10, 30]
const LATENESS_BOUNDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 5, 10, 30, 60, 300, 1_800, 7_200]
const PARSER_BOUNDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
const DELAY_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const REQUEST_KINDS = ['read', 'write', 'stream', 'page', 'file', 'other'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** Everything that this process counts. A process starts at zero. */
export type Meters = ReturnType<typeof openMeters>

/** @param models the configured models, whose series exist from the start */
export function openMeters(models: readonly { provider: string; model: string }[] = []) {
  const requests = new Counter('frogy_http_requests_total', 'Requests by route pattern, method and status class.', [])
  const requestSeconds = new Histogram(
    'frogy_http_request_duration_seconds',
    'Duration of requests by kind: reading and changing calls, event streams, pages, files, others.',
    REQUEST_BOUNDS,
    combinations({ kind: REQUEST_KINDS }),
  )
  const lateness = new Histogram(
    'frogy_post_lateness_seconds',
    'Time from a post’s scheduled time to its first request to the network.',
    LATENESS_BOUNDS,
    combinations({ platform: PLATFORMS }),
  )
  const attempts = new Counter(
    'frogy_publish_attempts_total',
    'Attempts to publish a post, by network and outcome.',
    combinations({ platform: PLATFORMS, outcome: OUTCOMES }),
  )
  const lookups = new Counter(
    'frogy_post_lookups_total',
    'Lookups of posts whose response was lost, by network and result.',
    combinations({ platform: PLATFORMS, found: FOUND }),
  )
  const parserSeconds = new Histogram(
    'frogy_parser_duration_seconds',
    'Time to parse an untrusted input, with the wait in the queue.',
    PARSER_BOUNDS,
    combinations({ parser: PARSER_NAMES }),
  )
  const parses = new Counter(
    'frogy_parser_runs_total',
    'Parsed inputs by outcome: ok, rejected (the input), busy, cancelled, failed (a fault of Frogy).',
    combinations({ parser: PARSER_NAMES, outcome: ['ok', 'rejected', 'busy', 'cancelled', 'failed'] }),
  )
  const calls = new Counter('frogy_ai_calls_total', 'Calls of AI models by outcome.', [])
  const tokens = new Counter('frogy_ai_tokens_total', 'Tokens of AI models, as their servers report them.', [])
  const cost = new Counter('frogy_ai_cost_dollars_total', 'Cost of AI models by AI_PRICES, in US dollars.', [])
  const slowQueries = new Counter('frogy_slow_queries_total', 'Statements that took longer than SLOW_QUERY_MS.')
  const loopDelay = new Histogram(
    'frogy_event_loop_delay_seconds',
    'Delay of a timer, sampled four times a second from the first scrape on.',
    DELAY_BOUNDS,
  )

  const known = new Set<string>()
  const declare = (provider: string, model: string) => {
    calls.declare(combinations({ provider: [provider], model: [model], outcome: MODEL_OUTCOMES }))
    tokens.declare(combinations({ provider: [provider], model: [model], direction: ['input', 'output'] }))
    cost.declare([{ provider, model }])
  }
  const knownModel = (provider: string, model: string): string => {
    const key = `${provider} ${model}`
    if (known.has(key)) return model
    if (known.size >= MAX_MODELS || model.length > 100) return OTHER_MODEL
    known.add(key)
    declare(provider, model)
    return model
  }
  for (const provider of PROVIDERS) declare(provider, OTHER_MODEL)
  for (const { provider, model } of models) knownModel(provider, model)

  return {
    requests,
    requestSeconds,
    parserSeconds,
    parses,
    slowQueries,
    loopDelay,
    /** Counts an ended attempt; `failure` is undefined if the network accepted the post. */
    attempt(platform: Platform, failure: PublishFailure['kind'] | undefined): void {
      attempts.add({ platform, outcome: failure ?? 'accepted' })
    },
    lookup(platform: Platform, found: (typeof FOUND)[number]): void {
      lookups.add({ platform, found })
    },
    late(platform: Platform, ms: number): void {
      lateness.observe(Math.max(0, ms) / 1000, { platform })
    },
    modelCall(provider: string, model: string, outcome: ModelOutcome): void {
      calls.add({ provider, model: knownModel(provider, model), outcome })
    },
    modelUsage(usage: {
      provider: string
      model: string
      inputTokens: number | null
      outputTokens: number | null
      costMicros: number | null
    }): void {
      const named = { provider: usage.provider, model: knownModel(usage.provider, usage.model) }
      tokens.add({ ...named, direction: 'input' }, usage.inputTokens ?? 0)
      tokens.add({ ...named, direction: 'output' }, usage.outputTokens ?? 0)
      cost.add(named, (usage.costMicros ?? 0) / 1e6)
    },
    families: (): Family[] => [
      requests,
      requestSeconds,
      lateness,
      attempts,
      lookups,
      parserSeconds,
      parses,
      calls,
      tokens,
      cost,
      slowQueries,
      loopDelay,
    ],
  }
}
