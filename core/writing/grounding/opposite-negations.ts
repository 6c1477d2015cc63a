import type { Span } from '../../platforms/web-addresses.ts'
import { isInClause } from './clauses.ts'
import { isDeniedPair, PAIR_DISTANCE, pairsIn } from './denied-pairs.ts'
import type { Evidence } from './evidence.ts'
import { NEGATION_DISTANCE, NEGATIONS } from './negations.ts'
import { roleAt } from './roles.ts'
import { isTelling, placesOf, SUBJECT_DISTANCE } from './telling-words.ts'
import { isLatin, type Token } from './tokens.ts'

/** Finds two neighbouring words that are negated either in the draft or in the source, but not in both. */
export function oppositeNegations(tokens: readonly Token[], evidence: Evidence): Span[] {
  const names = new Set(
    evidence.flatMap(({ people }) => people.persons.flatMap(({ given, family }) => [given, family])),
  )
  const isName = ({ text, key }: Token) => /^\p{Lu}/u.test(text) || names.has(key)
  const found: Span[] = []
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at]
    if (!isTelling(first) || isName(first)) continue
    for (
      let next = at + 1;
      next <= Math.min(tokens.length - 1, at + PAIR_DISTANCE) && isInClause(tokens, at, next);
      next++
    ) {
      const second = tokens[next]
      if (second?.kind === 'digits') break
      if (!isTelling(second) || isName(second) || isOneRole(tokens, at, next)) continue
      const denied = evidence.flatMap((witness) => pairsIn(first.key, second.key, witness))
      if (denied.length === 0) continue
      // The verb of an Arabic sentence may come last: "the study, it was not published".
      if (isDeniedLater(tokens, next)) continue
      const isDenied = isDeniedPair(tokens, at, next)
      if (isDenied === undefined || denied.some((there) => there === undefined || there === isDenied)) continue
      if (!isDenied && !isByAuthor(tokens, at) && isDeniedByAuthor(first.key, second.key, evidence)) continue
      found.push({
        start: isDenied ? startOfNegation(tokens, at) : first.start,
        end: endOfStatement(tokens, next, evidence),
      })
      break
    }
  }
  return found
}

/** Whether two words are one role, which cannot be negated: المدير المالي, "the finance director". */
const isOneRole = (tokens: readonly Token[], at: number, next: number): boolean =>
  (roleAt(tokens, at)?.next ?? 0) > next

/**
 * Whether the author denies having done something with the two words, as in "we did not measure waiting times". Advice
 * and statements about other people do not contradict this.
 */
const isDeniedByAuthor = (one: string, other: string, evidence: Evidence): boolean =>
  evidence.some((witness) => {
    const { tokens } = witness
    const others = placesOf(other, witness)
    return placesOf(one, witness).some((at) => {
      if (!others.some((next) => next > at && next - at <= PAIR_DISTANCE)) return false
      const from = Math.max(0, at - NEGATION_DISTANCE)
      const place = tokens.slice(from, at).findLastIndex(({ key }) => NEGATIONS.has(key)) + from
      return place >= from && place + 1 < at && isByAuthor(tokens, at)
    })
  })

/** Whether a verb or pronoun before a word is in the first person. */
const isByAuthor = (tokens: readonly Token[], at: number): boolean =>
  tokens
    .slice(Math.max(0, at - SUBJECT_DISTANCE), at)
    .some(({ key, sentence }) => sentence === tokens[at]?.sentence && FIRST_PERSON.test(key))

const FIRST_PERSON = /^(?:i|we|our|my|[وف]?ن(?!حو|فس|سب|صف|تيج|تاي|هاي|ظام)\p{L}{2,}|\p{L}{2,}نا)$/u

/** Finds where a negated statement ends: after one word, or after two if a source also has both together. */
function endOfStatement(tokens: readonly Token[], from: number, evidence: Evidence): number {
  const [last, next] = [tokens[from], tokens[from + 1]]
  const goesOn =
    last &&
    isTelling(next) &&
    isInClause(tokens, from, from + 1) &&
    evidence.some((witness) => pairsIn(last.key, next.key, witness).length > 0)
  return (goesOn ? next : last)?.end ?? 0
}

function startOfNegation(tokens: readonly Token[], at: number): number {
  for (let place = at; place >= Math.max(0, at - NEGATION_DISTANCE); place--)
    if (NEGATIONS.has(tokens[place]?.key ?? ''))
      return tokens[tokens[place]?.key === 't' ? place - 1 : place]?.start ?? 0
  return tokens[at]?.start ?? 0
}

function isDeniedLater(tokens: readonly Token[], from: number): boolean {
  const end = Math.min(tokens.length - 1, from + NEGATION_DISTANCE)
  for (let at = from + 1; at <= end && tokens[at]?.sentence === tokens[from]?.sentence; at++) {
    const isAfterColon = /^(?:لا|no|not|never)$/u.test(tokens[at]?.key ?? '')
    if (tokens[at]?.text === ':') continue
    if (!isInClause(tokens, from, at) && !isAfterColon) break
    if (NEGATIONS.has(tokens[at]?.key ?? '') && (!isLatin(tokens[from]) || isAfterColon)) return true
  }
  return false
}
