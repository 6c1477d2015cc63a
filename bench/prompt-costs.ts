import type { BasicRequest } from '#core/writing/contract.ts'
import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { anthropicWriter, openaiWriter } from '#server/adapters/ai/model-writer.ts'
import type { Usage, Writer } from '#server/adapters/ai/writer.ts'
import { DEFAULT_MODEL_TIMEOUTS } from '#server/writing/generation/model-timeouts.ts'
import { tasksOf, writeDrafts } from '#server/writing/generation/write-drafts.ts'
import { costOf } from '#server/writing/usage/budgets.ts'
import { MODEL_PRICES } from '#server/model-prices.ts'
import { goodDraft, openFakeModels } from '#tests/support/fake-models.ts'
import { promptCache } from '#tests/support/prompt-cache.ts'

/** The number of paragraphs in the article, which has about 12,000 words. */
const PARAGRAPHS = 300
const PARAGRAPH = (at: number) =>
  `In week ${at + 1} the clinic in Tabuk moved ${40 + at} appointments from paper to the new booking desk. Two nurses checked each list against the old book before noon, and the pharmacist signed the changes in the evening.`

const REQUEST = {
  topic: 'How the clinic moved its appointments',
  contentType: 'educational',
  tone: 'professional',
  platform: [...PLATFORMS],
  language: 'both',
  contentSource: 'url',
  sourceContent: Array.from({ length: PARAGRAPHS }, (_, at) => PARAGRAPH(at)).join('\n'),
  sourceMetadata: { title: 'Fifty weeks at the desk' },
} satisfies BasicRequest

/** One draft for each network and language. */
const DRAFTS = PLATFORMS.length * 2

/** The maximum price with the vendor's cache, as a share of the price without it. */
const AT_MOST = 0.2

/**
 * Prints the tokens and the price of all drafts and their repairs about one long article, with and without the vendor's
 * cache. A simulated model counts tokens as the vendors document it.
 */
export async function promptCosts(): Promise<boolean> {
  await using models = await openFakeModels()
  process.env.OPENAI_BASE_URL = `${models.url}/v1`
  const writers = [
    anthropicWriter({ apiKey: 'key', model: 'claude-sonnet-5-5', baseUrl: models.url }),
    openaiWriter({ apiKey: 'key', model: 'gpt-6.1-terra', baseUrl: undefined }),
  ]
  const shares: number[] = []
  for (const writer of writers) {
    models.cache = promptCache()
    // The first draft of each task has a fault, so that Frogy asks for a repair.
    models.answer = (asked) => {
      const draft = goodDraft(asked)
      const isFirst = !asked.prompt.includes('<draft>')
      return isFirst && typeof draft === 'object' && 'hashtags' in draft
        ? { ...draft, content: `${draft.content} In the realm of نقلة نوعية.` }
        : draft
    }
    shares.push(await printCosts(writer))
  }
  delete process.env.OPENAI_BASE_URL
  return shares.every((share) => share <= AT_MOST)
}

async function printCosts(writer: Writer): Promise<number> {
  const usages: Usage[] = []
  const write = (platforms: Platform[]) =>
    writeDrafts(tasksOf(REQUEST, platforms, undefined), () => writer, {
      signal: AbortSignal.timeout(120_000),
      modelTimeouts: DEFAULT_MODEL_TIMEOUTS,
      checkClaims: async () => [],
      onUsage: (usage) => usages.push(usage),
      costOf: () => null,
      sendEvent: undefined,
    })
  // The composer sends two requests. In the worst case, both arrive at the same time.
  await Promise.all([write(['linkedin']), write(PLATFORMS.filter((platform) => platform !== 'linkedin'))])
  const sum = (of: (usage: Usage) => number | null) => usages.reduce((total, usage) => total + (of(usage) ?? 0), 0)
  const input = sum((usage) => usage.inputTokens)
  const cached = sum((usage) => usage.cachedTokens)
  const written = sum((usage) => usage.cacheWriteTokens)
  const price = sum((usage) => costOf(usage, MODEL_PRICES))
  const plainPrice = sum((usage) => costOf({ ...usage, cachedTokens: 0, cacheWriteTokens: 0 }, MODEL_PRICES))
  const outputPrice = sum((usage) =>
    costOf({ ...usage, inputTokens: 0, cachedTokens: 0, cacheWriteTokens: 0 }, MODEL_PRICES),
  )
  const dollars = (micros: number) => `$${(micros / 1e6).toFixed(4)}`
  const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`
  console.log(
    [
      `${writer.model}: ${DRAFTS} drafts and ${usages.length - DRAFTS} repairs of an article of ${REQUEST.sourceContent.length} characters`,
      `  input ${input} tokens: ${percent(cached, input)} read from the cache, ${percent(written, input)} written to it`,
      `  output ${sum((usage) => usage.outputTokens)} tokens, ${dollars(outputPrice)}`,
      `  price ${dollars(price)}, without the cache ${dollars(plainPrice)}: ${percent(price, plainPrice)}`,
    ].join('\n'),
  )
  return price / plainPrice
}
