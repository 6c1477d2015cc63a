import type { Span } from '../../platforms/web-addresses.ts'
import { wordSet } from '../../word-lists.ts'
import { pairsIn } from './denied-pairs.ts'
import type { Evidence } from './evidence.ts'
import { negationBefore } from './negations.ts'
import { formsOf, isTelling, MAX_PLACES, SUBJECT_DISTANCE } from './telling-words.ts'
import type { Token } from './tokens.ts'

/** Finds verbs that only the source negates ("will not appeal"), and Arabic ones that only the draft negates. */
export function deniedVerbs(tokens: readonly Token[], evidence: Evidence): Span[] {
  return tokens.flatMap((token, at): Span[] => {
    const before = tokens[at - 1]
    if (token.kind !== 'word' || token.key.length < 4 || VERBAL_NOUN.test(token.key)) return []
    const future = /^[وف]?س(?=[يتن])/u.exec(token.key)?.[0]
    if (future !== undefined) {
      const verb = token.key.slice(future.length)
      const endings = ['', 'ه', 'ها']
      const isStated = endings.some((end) =>
        evidence.some(({ words }) => words.has(`س${verb}${end}`) || words.has(`وس${verb}${end}`)),
      )
      return !isStated &&
        isDeniedInAll(
          endings.map((end) => verb + end),
          evidence,
        )
        ? [token]
        : []
    }
    if (before && AUXILIARY.has(before.key) && !negationBefore(tokens, at) && isTelling(token))
      return isDeniedInAll([token.key], evidence) ? [{ start: before.start, end: token.end }] : []
    const past = before && ARABIC_NOT.has(before.key) ? statedPast(tokens, at, evidence) : undefined
    if (past) return [{ start: before?.start ?? token.start, end: token.end }]
    const subject = tokens[at + 1]
    if (!before || !ARABIC_NOT.has(before.key) || !isTelling(subject) || !/^[يت]/u.test(token.key)) return []
    const isStated = evidence.some((witness) =>
      pairsIn(subject.key, token.key, witness)
        .concat(pairsIn(token.key, subject.key, witness))
        .includes(false),
    )
    const isDenied = evidence.some(({ tokens: all, placesOf: places }) =>
      (places.get(token.key) ?? []).slice(0, MAX_PLACES).some((place) => negationBefore(all, place)),
    )
    return isStated && !isDenied ? [{ start: before.start, end: subject.end }] : []
  })
}

/** Nouns such as تسريح, "dismissal", which look like verbs. */
const VERBAL_NOUN = /^ت\p{L}{2}ي\p{L}$/u

const AUXILIARY = wordSet('will would can could does do did is are was were has have had may must')
const ARABIC_NOT = wordSet('لا لم لن ولا ولم ولن فلا فلن')

/**
 * Whether the source says, near the same words, that something happened. An Arabic draft denies it: غادراه, "they left
 * it", and لم يغادراه, "they did not leave it".
 */
function statedPast(tokens: readonly Token[], at: number, evidence: Evidence): boolean {
  const verb = /^[يت](\p{L}{4,})$/u.exec(tokens[at]?.key ?? '')?.[1]
  if (verb === undefined) return false
  const near = (all: readonly Token[], place: number) =>
    all
      .slice(Math.max(0, place - SUBJECT_DISTANCE), place + SUBJECT_DISTANCE)
      .flatMap((one) => (isTelling(one) ? formsOf(one.key) : []))
  return evidence.some((witness) => {
    const places = ['', 'و', 'ف'].flatMap((prefix) => witness.placesOf.get(prefix + verb) ?? [])
    if (places.length !== 1) return false
    const words = near(tokens, at)
    return places.some((place) => {
      const shared = near(witness.tokens, place).filter((form) => words.includes(form))
      return shared.length > 0 && !negationBefore(witness.tokens, place)
    })
  })
}

/** Whether at least one of `words` occurs in the source, and a negation precedes each occurrence. */
function isDeniedInAll(words: readonly string[], evidence: Evidence): boolean {
  const denied = evidence.flatMap((witness) =>
    words.flatMap((word) => {
      const places = witness.placesOf.get(word) ?? []
      return places.length > MAX_PLACES ? [false] : places.map((place) => negationBefore(witness.tokens, place))
    }),
  )
  return denied.length > 0 && denied.every(Boolean)
}
