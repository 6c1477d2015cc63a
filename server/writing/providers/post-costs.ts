import { promptFor, type Prompt, type WritingTask } from '#core/writing/prompt.ts'
import { SYSTEM_PROMPT } from '#core/writing/prompt-rules.ts'
import type { PostCosts } from '#core/writing/providers-contract.ts'
import type { AiPrices } from '../../model-prices.ts'
import { costOf } from '../usage/budgets.ts'

/** The number of characters per token in English. Arabic has about two, so Arabic posts cost up to twice as much. */
const CHARACTERS_PER_TOKEN = 4
/** The estimated output: a LinkedIn post of 180 words, and as much reasoning. */
const OUTPUT_TOKENS = 600
/** The text of a typical article of 1,500 words. */
const ARTICLE = 'approvals '.repeat(1_500).slice(0, 9_000)

const TASK: WritingTask = {
  platform: 'linkedin',
  language: 'english',
  topic: 'Why approvals take longer than the work itself',
  contentType: 'educational',
  tone: 'professional',
  source: null,
}
const tokensIn = (prompt: Prompt): number =>
  Math.ceil((SYSTEM_PROMPT.length + prompt.join('').length) / CHARACTERS_PER_TOKEN)

let sizes: { topic: number; article: number; shared: number } | undefined
/** The sizes of typical prompts in tokens. `shared` is the part of an article's prompt that all its posts share. */
function promptSizes() {
  const prompt = promptFor({ ...TASK, source: { title: null, text: ARTICLE } })
  sizes ??= { topic: tokensIn(promptFor(TASK)), article: tokensIn(prompt), shared: tokensIn(prompt.slice(0, 2)) }
  return sizes
}

/** Estimates what posts cost with a model. Null if the model has no price. */
export function postCosts(model: string, prices: AiPrices): PostCosts | null {
  const { topic, article, shared } = promptSizes()
  const costOfPost = (inputTokens: number, cache = {}) =>
    costOf({ model, inputTokens, outputTokens: OUTPUT_TOKENS, ...cache }, prices)
  const topicMicros = costOfPost(topic)
  const articleMicros = costOfPost(article)
  const first = costOfPost(article, { cacheWriteTokens: shared })
  const other = costOfPost(article, { cachedTokens: shared })
  if (topicMicros === null || articleMicros === null || first === null || other === null) return null
  return {
    model,
    topicMicros,
    topicTokens: topic,
    articleMicros,
    articleTokens: article,
    tenMicros: first + 9 * other,
    outputTokens: OUTPUT_TOKENS,
  }
}
