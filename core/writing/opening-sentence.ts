import type { BasicRequest } from './contract.ts'
import { needsPrevious } from './key-sentences.ts'

/** A sentence of the author's material. `place` is its position in the material. */
export interface Candidate {
  sentence: string
  place: number
}

type ContentType = BasicRequest['contentType']

const CANDIDATES = 8
const VARIANTS = 3
const LONGEST_OPENING = 240 // The longest sentence that can open a draft, in characters.

/**
 * Picks the opening sentence of a draft: a figure for an educational post, a quotation for a personal one, else the
 * main fact. Variants open differently if there are enough sentences.
 * @param ranked the sentences of the material, best first
 */
export function openingSentence<Item extends Candidate>(
  ranked: readonly Item[],
  contentType: ContentType,
  variant = 0,
): Item | undefined {
  const able = ranked.slice(0, CANDIDATES).filter(({ sentence }) => canOpen(sentence))
  const lead = best(able, byPlace)[0]
  if (contentType === 'promotional' || contentType === 'engagement')
    return pick(best(able, byPlace), variant) ?? ranked[0]
  // Posts of each type open differently if there are enough sentences.
  const figure = best(without(able, lead), byFigure)
  if (contentType === 'educational') {
    // Prefer the main fact to a single figure that is neither a change nor a part of a whole.
    const isTold = lead === undefined || figure.some(({ sentence }) => figures(sentence) >= 2)
    return pick(isTold ? figure : [lead, ...figure].slice(0, VARIANTS), variant) ?? lead ?? ranked[0]
  }
  return pick(best(without(able, lead, figure[0]), byVoice), variant) ?? lead ?? ranked[0]
}

/** Finds a sentence with an objection or a limitation. A post that asks readers for answers ends with this sentence. */
export const objectionIn = <Item extends Candidate>(ranked: readonly Item[]): Item | undefined =>
  ranked.slice(0, CANDIDATES).find(({ sentence }) => OBJECTION.test(sentence) && canOpen(sentence))

type Strength = (one: Candidate, rank: number) => number

const best = <Item extends Candidate>(items: readonly Item[], strength: Strength): Item[] =>
  items
    .map((one, rank) => ({ one, of: strength(one, rank) }))
    .toSorted((a, b) => b.of - a.of)
    .slice(0, VARIANTS)
    .map(({ one }) => one)

const without = <Item>(items: readonly Item[], ...taken: readonly (Item | undefined)[]): Item[] =>
  items.filter((item) => !taken.includes(item))

const pick = <Item>(items: readonly Item[], variant: number): Item | undefined =>
  items[Math.abs(Math.trunc(variant)) % Math.max(1, items.length)]

const byPlace: Strength = ({ place }) => -place
const byFigure: Strength = ({ sentence }, rank) => figures(sentence) - sentence.length / 200 - rank / 3
const byVoice: Strength = ({ sentence }, rank) =>
  (/["“«]/u.test(sentence) ? 3 : 0) + (FIRST_PERSON.test(sentence) ? 2 : 0) - sentence.length / 200 - rank / 6

/**
 * Scores a sentence by its figures. A change counts more than a part of a whole, then other figures, and dates count
 * least.
 */
function figures(sentence: string): number {
  const hasChange = /\bfrom \S*\p{Nd}\S* (?:\S+ )?to \S*\p{Nd}|من \S*\p{Nd}.{0,40}إلى \S*\p{Nd}/u.test(sentence)
  const hasShare = /\p{Nd}\s?[%٪]/u.test(sentence)
  return (hasChange ? 3 : hasShare ? 2 : 0) + (/(?<![\p{Nd}:])\p{Nd}+(?![\p{Nd}:])/u.test(sentence) ? 0.5 : 0)
}

const FIRST_PERSON = /\b(?:I|we|my|our)\b|(?<!\p{L})(?:أنا|نحن|كنت|كنا|لدينا|عندنا)(?!\p{L})/u
const OBJECTION =
  /\b(?:but|although|though|yet|only|despite|still|fears?|complain\w*|disliked?|risks?|warns?|lost|no longer)\b|(?<!\p{L})و?(?:لكن|ولكن|رغم|مع أن|غير أن|إلا أن|لم|لن|شكا|اشتكى|تحذّر|خسرت|خسر)(?!\p{L})/iu

export const canOpen = (sentence: string): boolean =>
  sentence.length <= LONGEST_OPENING && !needsPrevious(sentence) && !goesOn(sentence) && !REFERS_BACK.test(sentence)

/**
 * Matches references to an earlier sentence, such as "the following winter" or في العام التالي, "in the following
 * year". A post cannot open with them.
 */
const REFERS_BACK =
  /\b(?:the|that) (?:following|next|previous|same) (?:day|night|week|month|quarter|season|spring|summer|autumn|fall|winter|year)s?\b|\bthe (?:latter|former)\b|\b(?:by|until|since) then\b|^the (?:next|other|others|remaining|rest|second|third|last)(?!\p{L})|^the (?:work|project|scheme|plan|pilot|trial|change|rule|results?|programme|program|measure|decision|money|amount)(?= \p{Ll})|(?<!\p{L})(?:اليوم|الليلة|الأسبوع|الشهر|الربع|الموسم|الربيع|الصيف|الخريف|الشتاء|العام|السنة) (?:التالي|التالية|نفسه|نفسها|ذاته|ذاتها)(?!\p{L})|(?<!\p{L})(?:حينها|آنذاك|عندئذ)(?!\p{L})|^(?:\p{L}{3,9} )?(?:المشروع|الخطة|التجربة|التغيير|القرار|المبلغ|البرنامج)(?!\p{L})/iu

/**
 * Whether an Arabic sentence starts with a particle such as و, "and", that continues another sentence. Excludes words
 * that only start with that letter.
 */
const goesOn = (sentence: string): boolean =>
  /^(?:في المقابل|و(?!زار|كال|احد|حد|قت|لاي|سط|طن|فد|رش|جه|ثيق|رق)\p{L})/u.test(sentence)
