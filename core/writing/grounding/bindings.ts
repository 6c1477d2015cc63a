import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import { stemOf } from './counted-nouns.ts'
import type { Figure } from './figure.ts'
import { isTelling } from './telling-words.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/**
 * Finds figures that the source states about something else: the draft has three in Iraq, the source three in Syria.
 */
export function wrongBindingsIn(tokens: readonly Token[], figures: readonly Figure[], evidence: Evidence): Span[] {
  return figures.slice(0, MAX_FIGURES).flatMap((claim, n): Span[] => {
    const words = boundWords(tokens, figures, n)
    // The other figures of the claim's sentence, each with the words that a preposition connects to the figure.
    const beside = () =>
      figures.flatMap((each, m) =>
        m !== n && each.sentence === claim.sentence ? [{ ...each, words: boundWords(tokens, figures, m) }] : [],
      )
    const isWrong = words.some((word) => evidence.some((witness) => isOfAnother(word, claim, tokens, witness, beside)))
    return isWrong ? [{ start: claim.start, end: claim.end }] : []
  })
}

const MAX_FIGURES = 300

/** Prepositions that connect a word to the figure before it: five on the battery; ستة في العراق, "six in Iraq". */
const BINDS = /^(?:in|on|for|from|to|of|at|في|من|علي|الي|عن|لدي)$/u
/** Arabic prefixes that connect a word to the figure before it: للبطارية, "for the battery". */
const BINDING_PREFIX = /^(?:لل|بال)\p{L}{3}/u
/**
 * Words that refer back to earlier words, such as "others" or "the former". They do not say what a figure belongs to.
 */
const RELATIVE = /^(?:others?|rest|former|latter|same|[وفبلك]{0,2}(?:ال)?(?:اخر|اخري|اخرين|اخرون|باقي|بقيه|نفس))$/u
const MAX_OCCURRENCES = 3

/** The words that a preposition connects to a figure, as stems. */
function boundWords(tokens: readonly Token[], figures: readonly Figure[], n: number): string[] {
  const figure = figures[n]
  if (!figure) return []
  const from = figure.next
  const limit = Math.min(figures[n + 1]?.at ?? Infinity, from + 4)
  const found: string[] = []
  let isBound = false
  for (let at = from; at < limit; at++) {
    const [before, token] = [tokens[at - 1], tokens[at]]
    // Punctuation ends the phrase after a figure.
    if (token?.kind !== 'word' || !before || token.start - before.end > 1 || token.sentence !== before.sentence) break
    if (BINDS.test(token.key) || BINDING_PREFIX.test(token.key)) isBound = true
    if (isBound && !BINDS.test(token.key) && isTelling(token) && !RELATIVE.test(token.key)) found.push(stem(token.key))
  }
  return found
}

const stem = (key: string): string => stemOf(withoutPrefixes(key).at(-1) ?? key)

const known = new WeakMap<EvidenceText, Map<string, Figure[]>>()

/**
 * The figures to which prepositions connect each word in a source. Leaves out a word that also occurs without such a
 * figure.
 */
function figuresOfWords(witness: EvidenceText): Map<string, Figure[]> {
  const cached = known.get(witness)
  if (cached) return cached
  const found = new Map<string, Figure[]>()
  for (const [n, figure] of witness.figures.slice(0, MAX_FIGURES).entries())
    for (const word of new Set(boundWords(witness.tokens, witness.figures, n)))
      found.set(word, [...(found.get(word) ?? []), figure].slice(0, MAX_OCCURRENCES + 1))
  const counts = new Map<string, number>()
  for (const { kind, key } of witness.tokens)
    if (kind === 'word' && found.has(stem(key))) counts.set(stem(key), (counts.get(stem(key)) ?? 0) + 1)
  for (const [word, figures] of found) if ((counts.get(word) ?? 0) > figures.length) found.delete(word)
  known.set(witness, found)
  return found
}

/**
 * Whether the source connects a word only to figures other than the claim, but has the number of the claim nearby. If
 * the draft contains such a figure too, it must have swapped the two.
 */
function isOfAnother(
  word: string,
  claim: Figure,
  tokens: readonly Token[],
  witness: EvidenceText,
  beside: () => (Figure & { words: string[] })[],
): boolean {
  const owners = figuresOfWords(witness).get(word) ?? []
  const isSame = ({ values }: Figure) => values.some((value) => claim.values.includes(value))
  const isOneKind = (other: Figure) =>
    claim.unit === null
      ? other.unit === null && (other.nouns.length === 0 || other.nouns.some((noun) => claim.nouns.includes(noun)))
      : other.unit === claim.unit || other.elided?.unit === claim.unit
  const isSwapped = (owner: Figure) =>
    beside().every(
      (each) =>
        !each.values.some((value) => owner.values.includes(value)) ||
        each.words.some((own) => figuresOfWords(witness).get(own)?.some(isSame)),
    )
  if (owners.length === 0 || owners.length > MAX_OCCURRENCES || owners.some(isSame)) return false
  return owners.some(
    (owner) =>
      isOneKind(owner) &&
      isSwapped(owner) &&
      witness.figures
        .slice(0, MAX_FIGURES)
        .some(
          (other, n) =>
            isSame(other) &&
            isOneKind(other) &&
            Math.abs(other.sentence - owner.sentence) <= 1 &&
            !(
              boundWords(witness.tokens, witness.figures, n).length === 0 &&
              haveOneVerb(tokens, claim, witness.tokens, other)
            ),
        ),
  )
}

/**
 * Whether the draft and the source have the same word shortly before two figures: it aims at 50%. The source may name
 * what they measure only once, at another figure.
 */
function haveOneVerb(tokens: readonly Token[], claim: Figure, known: readonly Token[], figure: Figure): boolean {
  const wordsBefore = (all: readonly Token[], { at, sentence }: Figure) =>
    all
      .slice(Math.max(0, at - NEAR_A_VERB), at)
      .flatMap((token) => (token.sentence === sentence && isTelling(token) ? stem(token.key) : []))
  const own = wordsBefore(tokens, claim)
  return wordsBefore(known, figure).some((word) => own.includes(word))
}

const NEAR_A_VERB = 3
