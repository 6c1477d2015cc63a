import type { Span } from '../../platforms/web-addresses.ts'
import { alignedNegations } from './aligned-negations.ts'
import { crossedLabels } from './crossed-labels.ts'
import { deniedVerbs } from './denied-verbs.ts'
import { deniedWords } from './denied-words.ts'
import type { Evidence } from './evidence.ts'
import type { Figure } from './figure.ts'
import { oppositeComparisons } from './opposite-comparisons.ts'
import { oppositeMoves } from './opposite-moves.ts'
import { oppositeWords } from './opposite-words.ts'
import { replacedFigures } from './replaced-figures.ts'
import { replacedOpposites } from './replaced-opposites.ts'
import { reversedLevels } from './reversed-levels.ts'
import { reversedRanges } from './reversed-ranges.ts'
import { swappedLabels } from './swapped-labels.ts'
import { swappedComparisons } from './swapped-comparisons.ts'
import type { Token } from './tokens.ts'

/**
 * Finds statements that the source contradicts: by an opposite trend, a negation, an opposite word, a reversed range
 * or exchanged labels.
 */
export function contradictionsIn(
  text: string,
  tokens: readonly Token[],
  figures: readonly Figure[],
  evidence: Evidence,
): Span[] {
  const asked = questionsIn(text, tokens)
  const isAsked = (span: Span) => asked.some(({ start, end }) => span.start >= start && span.end <= end)
  return [
    ...oppositeMoves(tokens, evidence),
    ...alignedNegations(tokens, evidence),
    ...deniedVerbs(tokens, evidence),
    ...deniedWords(tokens, evidence),
    ...swappedComparisons(tokens, evidence),
    ...swappedLabels(tokens, figures, evidence),
    ...oppositeWords(tokens, evidence),
    ...oppositeComparisons(tokens, evidence),
    ...reversedRanges(tokens, figures, evidence),
    ...replacedOpposites(tokens, evidence),
    ...crossedLabels(tokens, figures, evidence),
    ...replacedFigures(tokens, figures, evidence),
    ...reversedLevels(figures, evidence),
  ]
    .slice(0, MAX_SPANS)
    .filter(
      (span) =>
        !isAsked(span) &&
        !isSupposed(text, span) &&
        !isFirstTime(text.slice(span.start, span.end + NEAR_A_DENIAL), evidence),
    )
}

/** The maximum number of statements to report, to limit the time in hostile texts. */
const MAX_SPANS = 200

/** Whether the draft says "never before" and the source "for the first time". */
const isFirstTime = (statement: string, evidence: Evidence): boolean =>
  NEVER_BEFORE.test(statement) && evidence.some(({ text }) => FIRST_TIME.test(text))

const NEAR_A_DENIAL = 16
const NEVER_BEFORE = /(?:never|not).* before|لم .*من قبل/u
const FIRST_TIME = /(?:first|1st) time|أول مرة|المرة الأولى/u

/** Whether a statement is only supposed: لو لم يُسجَّل الهدف, "if the goal had not been scored". */
const isSupposed = (text: string, { start }: Span): boolean =>
  /(?<!\p{L})و?لو(?: \p{L}+)?(?: أن)? $/u.test(text.slice(Math.max(0, start - SUPPOSED), start))

const SUPPOSED = 24

/** Finds questions to the reader. They state nothing, so they cannot contradict the source. */
function questionsIn(text: string, tokens: readonly Token[]): Span[] {
  const sentences = Map.groupBy(tokens, ({ sentence }) => sentence).values()
  return Array.from(sentences, (own) => ({ start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 })).filter(({ end }) =>
    /^[^\p{L}\p{N}.!]*[?؟]/u.test(text.slice(end, end + 4)),
  )
}
