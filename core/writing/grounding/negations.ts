import { wordSet } from '../../word-lists.ts'
import { isInClause } from './clauses.ts'
import { classOf } from './opposites.ts'
import type { Token } from './tokens.ts'
import { trendOfWord } from './trends.ts'

export const NEGATIONS =
  wordSet(`not no never none neither nor nobody nothing cannot t لا لم لن ليس ليست لست ولا ولم ولن وليس وليست
  فلا فلم فلن`)
/** Words that negate only the next word. */
const PRIVATIVES = wordSet('without دون بدون بلا غير وغير')
export const LIMITS = wordSet('only except but merely just until till unless الا سوي فقط فحسب حتي')
export const NEGATION_DISTANCE = 3 // The maximum distance between a negation and its word, in words.

/**
 * Whether a negation applies to a word: it precedes the word by a few words in the same clause, without an exception.
 */
export function negationBefore(tokens: readonly Token[], at: number): boolean {
  for (let place = at - 1; place >= Math.max(0, at - NEGATION_DISTANCE) && isInClause(tokens, place, at); place--) {
    const key = tokens[place]?.key ?? ''
    const after = tokens[place + 1]
    if (LIMITS.has(after?.key ?? '')) return false
    // Skip negations such as "not mandatory" and "did not change", because other rules check them.
    if (NEGATIONS.has(key) && after && (trendOfWord(after) || classOf(after)) && place + 1 < at) return false
    if (NEGATIONS.has(key) && (key !== 't' || /^(?:\w+n|can|will)$/.test(tokens[place - 1]?.key ?? ''))) return true
    // Before an age, دون means "under".
    if (at - place <= 2 && PRIVATIVES.has(key) && !isAge(after)) return true
  }
  return isOfNone(tokens, at)
}

const isAge = (token: Token | undefined): boolean =>
  token?.kind === 'digits' || /^ال(?:ثالث|رابع|خامس|سادس|سابع|ثامن|تاسع|عاشر|عشرين|ثلاثين)/u.test(token?.key ?? '')

/** Whether "none of which" or "none of them" precedes a word, with up to two words between. */
function isOfNone(tokens: readonly Token[], at: number): boolean {
  const of = tokens.slice(Math.max(0, at - NEGATION_DISTANCE - 1), at).findIndex(({ key }) => key === 'of')
  const place = Math.max(0, at - NEGATION_DISTANCE - 1) + of
  return (
    of >= 0 &&
    tokens[place - 1]?.key === 'none' &&
    /^(?:which|whom|them|these|those)$/.test(tokens[place + 1]?.key ?? '') &&
    isInClause(tokens, place, at)
  )
}
