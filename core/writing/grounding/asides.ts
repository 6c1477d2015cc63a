import type { Span } from '../../platforms/web-addresses.ts'
import type { Token } from './tokens.ts'

/**
 * Finds sentences that state nothing about the source: questions, wishes and advice to the reader, and memories of the
 * writer.
 * "Did you know …?" states something.
 */
export function asidesIn(text: string, tokens: readonly Token[]): Span[] {
  return sentencesOf(tokens).filter(({ start, end }) => {
    const sentence = text.slice(start, end)
    const isQuestion = /^[^\p{L}\p{N}.!\n]*[?؟]/u.test(text.slice(end, end + 4))
    if (isQuestion) return !STATES.test(sentence) && TO_READERS.test(sentence)
    return OWN.test(sentence) || ADVICE.test(sentence) || HABIT.test(sentence)
  })
}

const sentencesOf = (tokens: readonly Token[]): Span[] =>
  Array.from(Map.groupBy(tokens, ({ sentence }) => sentence).values(), (own) => ({
    start: own[0]?.start ?? 0,
    end: own.at(-1)?.end ?? 0,
  }))

/** Finds sentences that begin as an opinion of the writer: "I think …", "In my view …". */
export const opinionsIn = (text: string, tokens: readonly Token[]): Span[] =>
  sentencesOf(tokens).filter(({ start, end }) => OPINION.test(text.slice(start, end)))

const OPINION =
  /^(?:personally|honestly|(?:and|but|so) )?,? ?(?:I (?:\p{L}+ )?(?:think|believe|feel|find|suspect|wonder)|in my (?:view|opinion|book)|if you ask me|my view|to my mind|for me)(?!\p{L})/iu

/** Finds sentences in which writers tell what they do with their own money: "Personally, I keep €20 in my coat". */
export const ownHabitsIn = (text: string, asides: readonly Span[]): Span[] =>
  asides.filter(({ start, end }) => HABIT.test(text.slice(start, end)))

const HABIT =
  /^(?:personally,? |for my part,? |as for me,? |[وف]?(?:شخصي(?:ا|ًا)|أنا شخصي(?:ا|ًا)|أما أنا|من جهتي)[،,]? ?ف?)?(?:I (?:always |still |usually |only |never |also )?(?:keep|carry|pay|spend|hide|put aside|save|tip)|أ(?:حتفظ|دفع|نفق|حمل|خبئ|ضع|وفر|دخر))(?!\p{L})/iu

const STATES = /^(?:did|do) you know|^هل (?:تعلم|تعرف|كنت)/iu
const TO_READERS =
  /(?<!\p{L})(?:you|your|yours|we|us)(?!\p{L})|^(?:what|who|when|which|how|where|ready|anyone|worth)(?!\p{L})|^(?:[وف]?(?:ما|ماذا|من|متى|كم|كيف|أين|أي|لماذا|هل))(?!\p{L})/iu
const OWN =
  /(?<!\p{L})(?:I (?:once|still|hope|wish|remember|spent|waited|returned|knew|used to|lived|worked|saw|grew)|when I was|my (?:mother|father|grandmother|grandfather|first|own))(?!\p{L})|^(?:[وف]?(?:نتمنى|أتمنى|ليت|ليتنا|أعرف|أتذكر|أذكر|كنت|جدتي|جدي|أمي|أبي))(?!\p{L})/u

/** Advice such as "If you see this wine, buy two bottles". */
const ADVICE = /^if you [^,.]*, (?:buy|take|try|bring|grab|order|ask for|treat yourself|give|share)(?!\p{L})/iu
