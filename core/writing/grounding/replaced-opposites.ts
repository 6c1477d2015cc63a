import type { Span } from '../../platforms/web-addresses.ts'
import { wordSet } from '../../word-lists.ts'
import { runBeside, slotOf, slotsOf, type Slot } from './alignment.ts'
import { ordinalOf, SECOND } from './counts.ts'
import type { Evidence } from './evidence.ts'
import { negationBefore } from './negations.ts'
import { numberInWords } from './number-words.ts'
import { classOf } from './opposites.ts'
import { scaleOf } from './poles.ts'
import { withoutPrefixes, type Token } from './tokens.ts'
import { trendOfWord } from './trends.ts'
import { unitAt } from './units.ts'

/**
 * Finds words in whose place the source has an opposite word, between the same words. Example: "the largest harvest
 * since 2017" for "the smallest harvest since 2017", or "came second" for "was third".
 */
export function replacedOpposites(tokens: readonly Token[], evidence: Evidence): Span[] {
  let compared = 0
  return tokens.flatMap((token, at): Span[] => {
    const senses = sensesAt(tokens, at)
    if (senses.length === 0 || compared >= MAX_WORDS) return []
    compared++
    const slot = slotOf(tokens, at, at + 1, evidence)
    if (!slot) return []
    const known = slot.witness.tokens
    const places = Array.from({ length: slot.next - slot.at }, (_, n) => slot.at + n)
    const isNegated = negationBefore(tokens, at)
    const isOpposite = senses.some(({ scale, end }) => {
      const others = places.flatMap((place) =>
        negationBefore(known, place) === isNegated
          ? sensesAt(known, place).filter((other) => other.scale === scale)
          : [],
      )
      const place = places.find((each) => sensesAt(known, each).some((other) => other.scale === scale)) ?? -1
      return (
        others.length > 0 &&
        others.every((other) => other.end !== end) &&
        isFirm(slot, scale, tokens, at, known, place) &&
        (/^(?:trend|ordinal)$/.test(scale) || !isElsewhere({ scale, end }, tokens, at, evidence))
      )
    })
    return isOpposite ? [{ start: token.start, end: token.end }] : []
  })
}

/** The maximum number of words to compare, to limit the time. */
const MAX_WORDS = 500

/** Whether the source also has the draft's end of the scale next to one of the same neighbours. */
const isElsewhere = (sense: Sense, tokens: readonly Token[], at: number, evidence: Evidence): boolean =>
  slotsOf(tokens, at, at + 1, evidence).some(({ witness, at: from, next }) =>
    Array.from({ length: next - from }, (_, n) => from + n).some((place) =>
      sensesAt(witness.tokens, place).some(({ scale, end }) => scale === sense.scale && end === sense.end),
    ),
  )

/** Whether the neighbours are the same on both sides, or several words directly next to the opposite words. */
function isFirm(
  { left, right }: Slot,
  scale: string,
  tokens: readonly Token[],
  at: number,
  known: readonly Token[],
  place: number,
): boolean {
  const run = Math.max(runBeside(tokens, at, known, place, -1), runBeside(tokens, at, known, place, 1))
  const isOnBothSides = left > 0 && right > 0
  return left + right >= 3 ? isOnBothSides || scale === 'trend' || run >= 3 : run >= 3 && left + right >= 2
}

const MORE = wordSet('more higher larger bigger اكثر اعلي اكبر')
const LESS = wordSet('less fewer lower smaller اقل ادني اصغر')
const UP = wordSet('largest biggest highest يرفع')
const DOWN = wordSet('smallest lowest يقل تقل')
const SEQUENCE = [wordSet('before قبل'), wordSet('after بعد')]
const ENDS = [wordSet('first'), wordSet('last')]

interface Sense {
  scale: string
  end: string | number
}

/** The scales on which a word has an opposite, and its end of each scale. */
function sensesAt(tokens: readonly Token[], at: number): Sense[] {
  const token = tokens[at]
  if (token?.kind !== 'word' || /^ألّ?ا$/u.test(tokens[at - 1]?.text ?? '')) return []
  const senses: Sense[] = []
  const forms = withoutPrefixes(token.key).map((form) => form.replace(/^س(?=[يت]\p{L}{3})/u, ''))
  const add = (scale: string, ends: readonly ReadonlySet<string>[]) => {
    const end = ends.findIndex((words) => forms.some((form) => words.has(form)))
    if (end >= 0) senses.push({ scale, end })
  }
  const trend = forms.map((key) => trendOfWord({ ...token, key })).find(Boolean)
  const isCompared = [MORE, LESS].some((words) => forms.some((form) => words.has(form)))
  if (isCompared && !isLimit(tokens, at)) add('trend', [LESS, MORE])
  else if (trend && trend !== 'same' && !isCompared) senses.push({ scale: 'trend', end: trend === 'up' ? 1 : 0 })
  else add('trend', [DOWN, UP])
  add('sequence', SEQUENCE)
  add('ends', ENDS)
  const ordinal = ordinalOf(token) ?? (SECOND.test(token.key) ? 2 : undefined)
  if (ordinal !== undefined) senses.push({ scale: 'ordinal', end: ordinal })
  const scale = scaleOf(token)
  if (scale) senses.push({ scale: `scale ${scale.scale}`, end: scale.end })
  const opposite = classOf(token)
  if (opposite) senses.push({ scale: `class ${opposite.pair}`, end: opposite.side })
  return senses
}

/** Whether a comparison is a limit, as in "more than a quarter". In "6% more than before", it is a direction. */
function isLimit(tokens: readonly Token[], at: number): boolean {
  const [before, than] = [tokens[at - 1], tokens[at + 1]]
  if (/^(?:much|even|no|not|or|ever|at|على)$/.test(before?.key ?? '')) return true
  const isAmount = before !== undefined && (before.kind !== 'word' || unitAt([before], 0) !== undefined)
  if (isAmount || !/^(?:than|من)$/u.test(than?.key ?? '')) return false
  return [at + 2, at + 3].some(
    (place) =>
      tokens[place]?.kind === 'digits' ||
      numberInWords(tokens, place) !== undefined ||
      /^(?:half|halved|doubled|tripled|an?|نصف|ضعف)$/u.test(tokens[place]?.key ?? ''),
  )
}
