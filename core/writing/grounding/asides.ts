import type { Span } from '../../platforms/web-addresses.ts'
import type { Token } from './tokens.ts'

/**
 * Finds sentences that state nothing about the source: questions, wishes and advice to the reader, and memories of the
 * writer.
 * "Did you know …?" states something.
 */
export function asidesIn(text: string, tokens: readonly Token[]): Span[] {
  const sentences = Map.groupBy(tokens, ({ sentence }) => sentence).values()
  return Array.from(sentences, (own) => ({ start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 })).filter(
    ({ start, end }) => {
      const sentence = text.slice(start, end)
      const isQuestion = /^[^\p{L}\p{N}.!\n]*[?؟]/u.test(text.slice(end, end + 4))
      if (isQuestion) return !STATES.test(sentence) && TO_READERS.test(sentence)
      return OWN.test(sentence) || ADVICE.test(sentence)
    },
  )
}

const STATES = /^(?:did|do) you know|^هل (?:تعلم|تعرف|كنت)/iu
const TO_READERS =
  /(?<!\p{L})(?:you|your|yours|we|us)(?!\p{L})|^(?:what|who|when|which|how|where|ready|anyone|worth)(?!\p{L})|^(?:[وف]?(?:ما|ماذا|من|متى|كم|كيف|أين|أي|لماذا|هل))(?!\p{L})/iu
const OWN =
  /(?<!\p{L})(?:I (?:once|still|hope|wish|remember|spent|waited|returned|knew|used to|lived|worked|saw|grew)|when I was|my (?:mother|father|grandmother|grandfather|first|own))(?!\p{L})|^(?:[وف]?(?:نتمنى|أتمنى|ليت|ليتنا|أعرف|أتذكر|أذكر|كنت|جدتي|جدي|أمي|أبي))(?!\p{L})/u

/** Advice such as "If you see this wine, buy two bottles". */
const ADVICE = /^if you [^,.]*, (?:buy|take|try|bring|grab|order|ask for|treat yourself|give|share)(?!\p{L})/iu
