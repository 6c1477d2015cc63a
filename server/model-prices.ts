/** Dollars per million tokens of a model. */
export interface AiPrice {
  input: number
  output: number
  /** The price of input that the vendor reads from its cache. Default: the price of other input. */
  cached?: number
  /** The price of input that the vendor writes to its cache. Default: the price of other input. */
  cacheWrite?: number
}

export type AiPrices = ReadonlyMap<string, AiPrice>

/**
 * Standard prices on the vendors' pages on 28 November 2026, for the default models and their neighbours. `AI_PRICES`
 * replaces them. Sources: platform.claude.com/docs/en/about-claude/pricing, developers.openai.com/api/docs/pricing.
 */
export const MODEL_PRICES: ReadonlyMap<string, AiPrice> = new Map<string, AiPrice>([
  ['claude-opus-5-5', { input: 4, output: 20, cached: 0.2, cacheWrite: 5 }],
  ['claude-sonnet-5-5', { input: 2, output: 10, cached: 0.1, cacheWrite: 2.5 }],
  ['claude-sonnet-5', { input: 2, output: 10, cached: 0.2, cacheWrite: 2.5 }],
  ['claude-haiku-5-5', { input: 0.1, output: 0.5, cached: 0.01, cacheWrite: 0.125 }],
  ['gpt-6.1-sol', { input: 2, output: 10, cached: 0.1, cacheWrite: 2.5 }],
  ['gpt-6.1-terra', { input: 1, output: 5, cached: 0.05, cacheWrite: 1.25 }],
  ['gpt-6-luna', { input: 0.1, output: 0.5, cached: 0.01, cacheWrite: 0.125 }],
  ['gpt-5.4-mini', { input: 0.75, output: 4.5, cached: 0.075 }],
])
