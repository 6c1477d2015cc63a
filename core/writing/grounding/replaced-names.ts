import type { Span } from '../../platforms/web-addresses.ts'
import { slotOf, stemsOf, type Slot } from './alignment.ts'
import { isDateWord } from './date-words.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import { rolesIn, isTitleWord } from './roles.ts'
import type { Token } from './tokens.ts'

/**
 * Finds capitalized names in whose place the source has another name, between the same words. Example: "Council leader
 * Joanne Keele cut the ribbon" for "Council leader Priya Nandakumar cut the ribbon".
 */
export function replacedNamesIn(tokens: readonly Token[], evidence: Evidence): Span[] {
  const found: Span[] = []
  const stems = stemsOf(tokens)
  let compared = 0
  for (let at = 0; at < tokens.length && compared < MAX_NAMES; at++) {
    if (!isCapital(tokens[at]) || tokens[at - 1]?.sentence !== tokens[at]?.sentence) continue
    const next = endOfName(tokens, at)
    const own = stems.slice(at, next).filter(Boolean)
    const words = tokens.slice(at, next)
    if (
      own.length > 0 &&
      words.every((token, n) => isNameWord(token) || token.kind === 'sign' || words[n - 1]?.text === '-') &&
      !isPart(tokens, at, next)
    ) {
      compared++
      const slot = slotOf(tokens, at, next, evidence)
      const beside = new Set(stems.filter((stem, place) => stem && tokens[place]?.sentence === tokens[at]?.sentence))
      if (slot && isFirm(slot) && !isApart(tokens, at, next, slot) && hasOtherName(slot, own, beside))
        found.push({ start: tokens[at]?.start ?? 0, end: tokens[next - 1]?.end ?? 0 })
    }
    at = next - 1
  }
  return found
}

/** The maximum number of names to compare, to limit the time. */
const MAX_NAMES = 300

const isCapital = (token: Token | undefined): boolean => token?.kind === 'word' && /^\p{Lu}/u.test(token.text)

/** Whether a word can be part of a name: no title, date or abbreviation. */
const isNameWord = (token: Token | undefined): boolean =>
  token !== undefined &&
  isCapital(token) &&
  !isDateWord(token.key) &&
  !isTitleWord(token.key) &&
  rolesIn([token]).length === 0 &&
  !/^\p{Lu}+$/u.test(token.text)

/** The position after a name. Only a space or a hyphen may separate its words. */
function endOfName(tokens: readonly Token[], at: number): number {
  let next = at + 1
  for (;;) {
    const [last, one, other] = [tokens[next - 1], tokens[next], tokens[next + 1]]
    if (!last || !one || one.sentence !== last.sentence || one.start - last.end > 1) return next
    if (isCapital(one)) next++
    else if (one.text === '-' && one.start === last.end && other?.kind === 'word' && other.start === one.end) next += 2
    else return next
  }
}

/** Whether a name is part of a longer one or owns something: "Chamber of Commerce", "the bank's head". */
const isPart = (tokens: readonly Token[], at: number, next: number): boolean =>
  (tokens[at - 1]?.key === 'of' && isCapital(tokens[at - 2])) || tokens[next]?.key === 's'

/** Whether the neighbours on both sides are the same, or three neighbours on one side. */
const isFirm = ({ left, right }: Slot): boolean => left + right >= 3 && (left > 0 || right >= 3)

/** Whether punctuation separates a name from its only neighbours: "Lena Holm, after the probe reached its orbit". */
const isApart = (tokens: readonly Token[], at: number, next: number, { left, right }: Slot): boolean =>
  (left === 0 && (tokens[next]?.start ?? 0) - (tokens[next - 1]?.end ?? 0) > 1) ||
  (right === 0 && (tokens[at]?.start ?? 0) - (tokens[at - 1]?.end ?? 0) > 1)

/** Whether a slot contains a name that the draft's sentence lacks, and its own sentence lacks the draft's name. */
function hasOtherName(
  { witness, at, next, left, right }: Slot,
  own: readonly string[],
  beside: ReadonlySet<string>,
): boolean {
  const { tokens } = witness
  const stems = stemsOf(tokens)
  const isOther = (place: number) =>
    isCapital(tokens[place]) &&
    stems[place] !== '' &&
    !beside.has(stems[place] ?? '') &&
    // A country and its people may replace each other: France, French.
    !own.some((stem) => stem.slice(0, 4) === stems[place]?.slice(0, 4)) &&
    isNameWord(tokens[place]) &&
    !isSentenceStart(tokens, place)
  const places = Array.from({ length: next - at }, (_, n) => at + n)
  // With neighbours on one side, the name must be next to them.
  const near = left > 0 && right > 0 ? places : left > 0 ? places.slice(0, NEXT_TO) : places.slice(-NEXT_TO)
  return near.some(isOther) && !sentenceHas(own, at, witness)
}

/** The maximum distance of a name from its only neighbours. */
const NEXT_TO = 3

const isSentenceStart = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.sentence !== tokens[at]?.sentence

/** Whether a sentence of the source has one of the words. */
function sentenceHas(words: readonly string[], at: number, { tokens }: EvidenceText): boolean {
  const stems = stemsOf(tokens)
  const sentence = tokens[at]?.sentence ?? tokens[at - 1]?.sentence
  const isThere = (place: number) => words.includes(stems[place] ?? '')
  for (let place = at; tokens[place]?.sentence === sentence; place++) if (isThere(place)) return true
  for (let place = at - 1; tokens[place]?.sentence === sentence; place--) if (isThere(place)) return true
  return false
}
