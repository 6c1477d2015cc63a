import type { Span } from '../../platforms/web-addresses.ts'
import { runBeside, slotOf, stemsOf } from './alignment.ts'
import { isDenial } from './denied-words.ts'
import type { Evidence } from './evidence.ts'
import { LIMITS, NEGATIONS } from './negations.ts'
import type { Token } from './tokens.ts'

/**
 * Finds words that are negated either in the draft or in the source, before the same words. Example: شملت الدراسة, "the
 * study included", for لم تشمل الدراسة, "the study did not include".
 */
export function alignedNegations(tokens: readonly Token[], evidence: Evidence): Span[] {
  const stems = stemsOf(tokens)
  return tokens.slice(0, MAX_WORDS).flatMap((token, at): Span[] => {
    if (token.kind !== 'word' || !stems[at] || /^\p{Lu}/u.test(token.text)) return []
    const slot = slotOf(tokens, at, at + 1, evidence)
    if (!slot) return []
    const known = slot.witness.tokens
    const knownStems = stemsOf(known)
    const place = Array.from({ length: slot.next - slot.at }, (_, n) => slot.at + n).find(
      (each) => knownStems[each] === stems[at],
    )
    if (place === undefined) return []
    // With neighbours on only one side, the word must be next to them.
    const [from, to] = slot.left === 0 ? [place + 1, slot.next] : slot.right === 0 ? [slot.at, place] : [0, 0]
    if (knownStems.slice(from, to).some(Boolean)) return []
    const [start, there] = [startOfNegation(tokens, at), startOfNegation(known, place)]
    const before = runBeside(tokens, start ?? at, known, there ?? place, -1)
    const behind = runBeside(tokens, at, known, place, 1)
    const isSame = before > 0 && behind > 0 && before + behind >= 3
    const isAligned = slot.left + slot.right >= 3 && (slot.right > 0 || slot.left >= 4)
    if (!isSame && !isAligned) return []
    const isOpposite =
      start !== undefined
        ? there === undefined && !isDenied(known, place) && !isLimited(tokens, at)
        : there !== undefined && !isDenied(tokens, at) && !isLimited(known, place)
    const last = behind > 0 && stems[at + 1] ? tokens[at + 1] : token
    return isOpposite ? [{ start: tokens[start ?? at]?.start ?? 0, end: last?.end ?? token.end }] : []
  })
}

/** The maximum number of words to compare, to limit the time. */
const MAX_WORDS = 2000

const PRIVATIVE = /^(?:without|دون|بدون|بلا|غير|عدم)$/u
const AUXILIARY = /^(?:be|been|being|yet|to|a|an|any|longer)$/

/** The place of the negation directly before a word, such as "not" in "does not rise" and "without" in "without knowing". */
function startOfNegation(tokens: readonly Token[], at: number): number | undefined {
  const isAuxiliary = AUXILIARY.test(tokens[at - 1]?.key ?? '')
  const place = isAuxiliary ? at - 2 : at - 1
  const token = tokens[place]
  if (!token || token.sentence !== tokens[at]?.sentence) return undefined
  if (PRIVATIVE.test(token.key) || (NEGATIONS.has(token.key) && token.key !== 't')) return place
  return token.key === 't' && /^(?:\w+n|can)$/.test(tokens[place - 1]?.key ?? '') ? place - 1 : undefined
}

const NEAR = 8 // The distance in which another word may deny the same thing, in words.

/** Whether any word near a place denies or limits something, so that the texts may agree. */
const isDenied = (tokens: readonly Token[], at: number): boolean =>
  tokens
    .slice(Math.max(0, at - NEAR), at + NEAR)
    .some((token) => token.sentence === tokens[at]?.sentence && isDenial(token))

/** Whether an exception or a time limit follows a negated word, as in "did not open until May". */
const isLimited = (tokens: readonly Token[], at: number): boolean =>
  tokens
    .slice(at, at + NEAR)
    .some(({ key, sentence }) => sentence === tokens[at]?.sentence && (LIMITS.has(key) || BEFORE.test(key)))

const BEFORE = /^(?:before|than|قبل)$/u
