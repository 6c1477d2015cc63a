// Counts tokens as the vendors document their prompt caches. Anthropic, and OpenAI from GPT-5.6 on, read the longest
// cached prefix that ends at a mark, and write up to the last mark. Older OpenAI models read any prefix in steps of 128
// tokens, and write it for free.

/** A piece of a prompt. `isMarked` says whether a cacheable prefix ends with this piece. */
export interface Block {
  text: string
  isMarked: boolean
}

interface CountedTokens {
  input: number
  /** How many of the `input` tokens were read from the cache. */
  cached: number
  /** How many of the `input` tokens were written to the cache. */
  written: number
}

export interface PromptCache {
  /** Counts the tokens of a request. Call `begun` when the answer to the request begins. */
  count(model: string, blocks: readonly Block[], isExplicit: boolean): CountedTokens & { begun: () => void }
}

/** Estimates the number of tokens: four Latin letters or two other letters make one. */
export const tokensOf = (text: string): number =>
  Math.ceil(
    Array.from(text, (letter) => (letter.charCodeAt(0) < 0x250 ? 0.25 : 0.5)).reduce((sum, one) => sum + one, 0),
  )

const STEP = 128

export function promptCache(): PromptCache {
  const readable = new Set<string>()
  return {
    count(model, blocks, isExplicit) {
      const whole = blocks.map(({ text }) => text).join('')
      const isAnthropic = model.startsWith('claude')
      const isOld = !isAnthropic && !/^gpt-(?:5\.[6-9]|[6-9])/.test(model)
      const least = isAnthropic ? 512 : 1_024
      const prefixes = isOld ? stepsOf(whole) : marksOf(blocks, isAnthropic || isExplicit)
      const cacheable = prefixes.filter((prefix) => tokensOf(prefix) >= least)
      const cached = tokensOf(cacheable.findLast((prefix) => readable.has(`${model} ${prefix}`)) ?? '')
      const last = cacheable.at(-1)
      const written = last && !isOld ? Math.max(0, tokensOf(last) - cached) : 0
      return {
        input: tokensOf(whole),
        cached,
        written,
        begun: () => cacheable.forEach((prefix) => readable.add(`${model} ${prefix}`)),
      }
    },
  }
}

function marksOf(blocks: readonly Block[], isExplicit: boolean): string[] {
  let prefix = ''
  return blocks.flatMap(({ text, isMarked }, at) => {
    prefix += text
    return isMarked || (!isExplicit && at === blocks.length - 1) ? [prefix] : []
  })
}

function stepsOf(text: string): string[] {
  const letters = STEP * 4
  return Array.from({ length: Math.floor(text.length / letters) }, (_, at) => text.slice(0, (at + 1) * letters))
}
