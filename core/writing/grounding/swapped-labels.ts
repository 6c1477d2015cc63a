import type { Span } from '../../platforms/web-addresses.ts'
import { isDateWord } from './date-words.ts'
import { stemOf } from './counted-nouns.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import { isLatin, withoutPrefixes, type Token } from './tokens.ts'

/**
 * Finds figures directly behind the words of another figure of the source. Example: Asia grew by 2%, for "Europe grew
 * by 2% and Asia by 9%"; أغلقت 14 for "opened 14 and closed three".
 */
export function swappedLabels(tokens: readonly Token[], figures: readonly Figure[], evidence: Evidence): Span[] {
  return figures.slice(0, MAX_FIGURES).flatMap((claim, n): Span[] => {
    const labels = labelsOf(tokens, figures, n)
    const [label] = labels
    if (isOnOtherSide(tokens, claim, evidence)) return [{ start: claim.start, end: claim.end }]
    if (label === undefined || claim.isImplied) return []
    const own = [...labels, ...wordsBehind(tokens, claim)]
    const isWrong = evidence.some((witness) => isOfAnother(claim, label, own, witness))
    return isWrong ? [{ start: claim.start, end: claim.end }] : []
  })
}

const MAX_FIGURES = 300

const known = new WeakMap<EvidenceText, string[][]>()

/** The words before each figure of a source. */
function labelsIn(witness: EvidenceText): readonly string[][] {
  const cached = known.get(witness)
  if (cached) return cached
  const figures = witness.figures.slice(0, MAX_FIGURES)
  const found = figures.map((_, n) => labelsOf(witness.tokens, figures, n))
  known.set(witness, found)
  return found
}

/** Whether the source has the claim's figure behind other words, and another figure of its sentence behind `label`. */
function isOfAnother(claim: Figure, label: string, own: readonly string[], witness: EvidenceText): boolean {
  const figures = witness.figures.slice(0, MAX_FIGURES)
  const same = figures.flatMap((figure, n) =>
    figure.unit === claim.unit && figure.values[0] === claim.values[0] && labelsIn(witness)[n]?.length
      ? [{ figure, n }]
      : [],
  )
  return (
    same.length > 0 &&
    (!/^[a-z]/.test(label) || namesIn(witness).has(label)) &&
    same.every(({ figure, n }) => {
      const labels = labelsIn(witness)[n] ?? []
      const words = [...labels, ...wordsBehind(witness.tokens, figure)]
      if (words.includes(label) || labels.slice(0, 2).some((word) => own.includes(word))) return false
      return figures.some(
        (other, m) =>
          m !== n &&
          other.sentence === figure.sentence &&
          other.unit === figure.unit &&
          other.values[0] !== figure.values[0] &&
          labelsIn(witness)[m]?.slice(0, 2).includes(label),
      )
    })
  )
}

const names = new WeakMap<EvidenceText, ReadonlySet<string>>()

/** The words with a capital that do not only begin a sentence. */
function namesIn(witness: EvidenceText): ReadonlySet<string> {
  const cached = names.get(witness)
  if (cached) return cached
  const { tokens } = witness
  const found = new Set(
    tokens.flatMap((token, n) => (token.sentence === tokens[n - 1]?.sentence && isLabel(token) ? stem(token) : [])),
  )
  names.set(witness, found)
  return found
}

/** Whether a figure counts the votes for something, and the source counts the votes against it: 61% in favour. */
function isOnOtherSide(tokens: readonly Token[], claim: Figure, evidence: Evidence): boolean {
  const side = sideOf(tokens, claim)
  if (side === undefined) return false
  const sides = evidence.flatMap((witness) =>
    witness.figures
      .slice(0, MAX_FIGURES)
      .filter(({ unit, values }) => unit === claim.unit && values[0] === claim.values[0])
      .map((figure) => sideOf(witness.tokens, figure)),
  )
  return sides.length > 0 && sides.every((other) => other !== undefined && other !== side)
}

function sideOf(tokens: readonly Token[], { next, sentence }: Figure): 'for' | 'against' | undefined {
  for (const { key, sentence: own, kind } of tokens.slice(next, next + 3)) {
    if (own !== sentence || kind === 'digits' || /^(?:and|but|و.*)$/u.test(key)) return undefined
    if (/^(?:favou?r|supported|approved?|ايد|ايدوا|ايدت|مويد|مويدون|مويدين)$/u.test(key)) return 'for'
    if (/^(?:against|opposed|rejected|عارض|عارضوا|عارضت|ضد|معارض|معارضون|معارضين)$/u.test(key)) return 'against'
  }
  return undefined
}

/** The words that may name a figure: those before it, the nearest first, up to the figure before it. */
function labelsOf(tokens: readonly Token[], figures: readonly Figure[], n: number): string[] {
  const figure = figures[n]
  if (!figure) return []
  const before = figures[n - 1]
  const from = Math.max(0, figure.at - REACH, before?.sentence === figure.sentence ? before.next : 0)
  const labels: string[] = []
  for (let at = figure.at - 1; at >= from && tokens[at]?.sentence === figure.sentence; at--) {
    const token = tokens[at] as Token
    if (
      /[.;:؛()]/u.test(token.text) ||
      /^(?:from|against|to|than|after|compared|until|since|في|من|مقابل|الي|بعد)$/u.test(token.key)
    )
      break
    if (isLabel(token)) labels.push(stem(token))
    // In Arabic, the joined "and" begins another clause.
    if (/^و\p{L}{4}/u.test(token.key) && !isLatin(token)) break
  }
  return labels
}

function wordsBehind(tokens: readonly Token[], { next, sentence }: Figure): string[] {
  const words: string[] = []
  for (const token of tokens.slice(next, next + REACH)) {
    const isOther = /^(?:and|but|while|whereas|followed|then|و)$/u.test(token.key) || /^و\p{L}{3}/u.test(token.key)
    if (token.sentence !== sentence || token.kind === 'digits' || isOther) break
    if (isLabel(token)) words.push(stem(token))
  }
  return words
}

/** The maximum distance of a figure and the words that name it. */
const REACH = 6

/** Whether a word may name a figure: a name, or a verb or noun with an opposite. */
const isLabel = (token: Token): boolean =>
  token.kind === 'word' &&
  !isDateWord(token.key) &&
  (isLatin(token) ? /^\p{Lu}\p{L}{2}/u.test(token.text) : isOpposed(token)) &&
  !/^(?:the|about|nearly|almost|only|around|over|under|more|less|some|just)$/.test(token.key)

/** Arabic names have no capitals, so only verbs with an opposite are compared. */
const isOpposed = ({ key }: Token): boolean =>
  /^[وف]?(?:افتتح|اغلق|فتح|وظف|سرح|اشتري|باع|صدر|استورد|كسب|خسر|فاز|ربح|رفع|خفض)(?:ت|وا)?$/u.test(key)

const stem = ({ key }: Token): string => stemOf((withoutPrefixes(key).at(-1) ?? key).replace(/^و/u, ''))
