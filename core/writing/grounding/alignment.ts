import { stemOf } from './counted-nouns.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import { numberInWords } from './number-words.ts'
import { isTelling } from './telling-words.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** A passage of the source that has the same neighbours as a passage of the draft. */
export interface Slot {
  witness: EvidenceText
  /** The index of the first token between the neighbours, and of the token after the last one. */
  at: number
  next: number
  /** The number of neighbours that both texts have in the same order, before and after the passage. */
  left: number
  right: number
}

/** The maximum number of neighbours to compare on each side. */
const MAX_NEIGHBOURS = 6
/** The maximum number of content words that the source may have between two neighbours. */
const MAX_SKIPPED = 2
/** The maximum number of tokens between two neighbours, and next to neighbours on only one side. */
const WIDEST = 7
const NARROWEST = 4
/** Words that are more frequent in the source do not find a slot, to limit the time. */
const MAX_PLACES = 12

/**
 * Finds the passage of the source that has the most neighbours in common with a passage of the draft. In "in Perth and
 * Kyoto, 83% said" and "in Perth and Osaka, 83% said", Kyoto is in the slot of Osaka.
 */
export function slotOf(tokens: readonly Token[], at: number, next: number, evidence: Evidence): Slot | undefined {
  let best: Slot | undefined
  for (const slot of slotsOf(tokens, at, next, evidence))
    if (slot.left + slot.right > (best ? best.left + best.right : 0)) best = slot
  return best
}

/** Finds all passages of the source that have a neighbour in common with a passage of the draft. */
export const slotsOf = (tokens: readonly Token[], at: number, next: number, evidence: Evidence): Slot[] =>
  evidence.flatMap((witness) => slotsIn(witness, tokens, at, next))

function slotsIn(witness: EvidenceText, tokens: readonly Token[], at: number, next: number): Slot[] {
  const own = stemsOf(tokens)
  const [before, behind] = [neighboursOf(tokens, own, at - 1, -1), neighboursOf(tokens, own, next, 1)]
  const { stems, placesOf } = indexOf(witness)
  const sentenceOf = (place: number) => witness.tokens[place]?.sentence
  const shared = (from: number, places: readonly number[], step: 1 | -1) =>
    sharedNeighbours(
      places.map((place) => own[place] ?? ''),
      stems,
      (place) => sentenceOf(place) === sentenceOf(from),
      from,
      step,
    )
  const found: Slot[] = []
  const ends = placesOf(own[behind[0] ?? -1])
  for (const from of placesOf(own[before[0] ?? -1])) {
    const end = ends.find((place) => place > from && place <= from + WIDEST && sentenceOf(place) === sentenceOf(from))
    const [left, right] = [shared(from, before, -1), end === undefined ? 0 : shared(end, behind, 1)]
    found.push({ witness, at: from + 1, next: end ?? edgeOf(witness.tokens, from, 1), left, right })
  }
  for (const end of ends)
    if (!found.some((slot) => slot.right > 0 && slot.next === end))
      found.push({
        witness,
        at: edgeOf(witness.tokens, end, -1) + 1,
        next: end,
        left: 0,
        right: shared(end, behind, 1),
      })
  return found
}

/** How many equal words directly precede or follow two words, up to four. Both ends of a sentence also count. */
export function runBeside(
  tokens: readonly Token[],
  at: number,
  known: readonly Token[],
  place: number,
  step: 1 | -1,
): number {
  for (let run = 0; run < LONGEST_RUN; run++) {
    const [one, other] = [tokens[at + step * (run + 1)], known[place + step * (run + 1)]]
    const [isEnd, isOtherEnd] = [one?.sentence !== tokens[at]?.sentence, other?.sentence !== known[place]?.sentence]
    if (isEnd || isOtherEnd) return isEnd && isOtherEnd ? run + 1 : run
    if (one?.key !== other?.key) return run
  }
  return LONGEST_RUN
}

const LONGEST_RUN = 4

const cachedStems = new WeakMap<readonly Token[], string[]>()

/** The stem of each content word and number. Empty for frequent words and signs. */
export function stemsOf(tokens: readonly Token[]): string[] {
  const known = cachedStems.get(tokens)
  if (known) return known
  const byKey = new Map<string, string>()
  const stems = tokens.map((token) => {
    if (token.kind !== 'word') return token.kind === 'digits' ? token.key : ''
    const isContent = SHORT.test(token.key) || /^\p{Lu}/u.test(token.text) || isTelling(token)
    if (!isContent && numberInWords([token], 0) === undefined) return ''
    const stem = byKey.get(token.key) ?? plainStem(token.key)
    byKey.set(token.key, stem)
    return stem
  })
  cachedStems.set(tokens, stems)
  return stems
}

/** English content words of three letters. */
const SHORT =
  /^(?!the|and|for|are|was|has|had|not|but|its|his|her|she|him|you|our|who|all|any|can|may|now|how|why|yet|too|did|got|get|let|via|nor|own|out|off|per|pre|non|one|two|six|ten|few|day|say|new|old)[a-z]{3}$/

/** One form for the forms of a noun or verb: blames and blamed; شملت and تشمل, "included" and "includes". */
function plainStem(key: string): string {
  if (/^[a-z]/.test(key)) return stemOf(key).replace(/(?<=...)(?:ing|ed|e)$/, '')
  const bare = /^[وف]?لل(\p{L}{3,})$/u.exec(key)?.[1] ?? withoutPrefixes(key).at(-1) ?? key
  return stemOf(bare.replace(/^س?[يت](?=\p{L}{3})/u, '')).replace(/(?<=...)ت$/u, '')
}

interface Index {
  stems: readonly string[]
  placesOf: (stem: string | undefined) => readonly number[]
}

const cachedIndexes = new WeakMap<EvidenceText, Index>()

/** Maps each stem of a source to its places. Frequent stems have none. */
function indexOf(witness: EvidenceText): Index {
  const known = cachedIndexes.get(witness)
  if (known) return known
  const stems = stemsOf(witness.tokens)
  const places = new Map<string, number[]>()
  for (const [at, stem] of stems.entries()) {
    if (stem === '') continue
    const found = places.get(stem)
    if (!found) places.set(stem, [at])
    else if (found.length <= MAX_PLACES) found.push(at)
  }
  const placesOf = (stem: string | undefined) => {
    const found = places.get(stem ?? '') ?? []
    return found.length > MAX_PLACES ? [] : found
  }
  const index = { stems, placesOf }
  cachedIndexes.set(witness, index)
  return index
}

/** The content words next to a passage, in the same sentence, nearest first. */
function neighboursOf(tokens: readonly Token[], stems: readonly string[], from: number, step: 1 | -1): number[] {
  const found: number[] = []
  const sentence = tokens[from - step]?.sentence
  for (let at = from; tokens[at]?.sentence === sentence && found.length < MAX_NEIGHBOURS; at += step)
    if (stems[at]) found.push(at)
  return found
}

/** How many of the neighbours' stems a source has in the same order, beginning at a place. One may be missing. */
function sharedNeighbours(
  wanted: readonly string[],
  stems: readonly string[],
  isInSentence: (place: number) => boolean,
  from: number,
  step: 1 | -1,
): number {
  let [shared, at, missed] = [0, from, 0]
  const isNear = (place: number, other: number) => isInSentence(place) && Math.abs(place - other) <= WIDEST
  for (const stem of wanted) {
    let [place, skipped] = [at, 0]
    for (; isNear(place, at) && skipped <= MAX_SKIPPED && stems[place] !== stem; place += step)
      if (stems[place]) skipped++
    if (isNear(place, at) && stems[place] === stem) {
      shared++
      at = place + step
    } else if (++missed > 1) break
  }
  return shared
}

/** The end of a slot with neighbours on only one side: the end of the sentence, or a few tokens away. */
function edgeOf(tokens: readonly Token[], from: number, step: 1 | -1): number {
  let at = from + step
  while (Math.abs(at - from) <= NARROWEST && tokens[at]?.sentence === tokens[from]?.sentence) at += step
  return at
}
