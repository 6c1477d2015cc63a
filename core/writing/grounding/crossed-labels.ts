import type { Span } from '../../platforms/web-addresses.ts'
import { stemsOf } from './alignment.ts'
import type { Evidence } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { Token } from './tokens.ts'

/**
 * Finds two figures in a row whose labels the source has the other way round. Example: "46% for schools and 31% for
 * water", for "46% for water, 31% for schools".
 */
export function crossedLabels(tokens: readonly Token[], figures: readonly Figure[], evidence: Evidence): Span[] {
  const known = evidence.flatMap((witness) => pairsIn(witness.tokens, witness.figures.slice(0, MAX_FIGURES)))
  const byFirst = Map.groupBy(known, ({ first }) => first.values[0])
  return pairsIn(tokens, figures).flatMap((pair): Span[] => {
    const same = (byFirst.get(pair.first.values[0]) ?? []).filter(
      ({ second }) => second.values[0] === pair.second.values[0],
    )
    const isCrossed = same.some((other) => share(pair.labels, other.nextLabels) && share(pair.nextLabels, other.labels))
    return isCrossed ? [{ start: pair.first.start, end: tokens[pair.end]?.end ?? pair.second.end }] : []
  })
}

/** The maximum number of a source's figures to compare, to limit the time. */
const MAX_FIGURES = 300

interface Pair {
  first: Figure
  second: Figure
  /** The stems of the words that are only after the first figure, and only after the second one. */
  labels: readonly string[]
  nextLabels: readonly string[]
  /** The index of the last token of the second label. */
  end: number
}

/** Each two neighbouring figures of a sentence that both have words behind them. */
function pairsIn(tokens: readonly Token[], figures: readonly Figure[]): Pair[] {
  const stated = figures.filter(({ isImplied }) => !isImplied)
  return stated.flatMap((first, n): Pair[] => {
    const second = stated[n + 1]
    if (!second || second.sentence !== first.sentence || second.at - first.next > LONGEST_LABEL) return []
    const limit = Math.min(stated[n + 2]?.at ?? Infinity, second.next + LONGEST_LABEL)
    const [labels, nextLabels] = [labelsIn(tokens, first.next, second.at), labelsIn(tokens, second.next, limit)]
    if (labels.length === 0 || nextLabels.length === 0) return []
    const [own, next] = [stemsAt(tokens, labels), stemsAt(tokens, nextLabels)]
    return [
      {
        first,
        second,
        labels: own.filter((stem) => !next.includes(stem)),
        nextLabels: next.filter((stem) => !own.includes(stem)),
        end: nextLabels.at(-1) ?? 0,
      },
    ]
  })
}

const LONGEST_LABEL = 12 // The maximum length of a label, in tokens.

/** The places of the content words between two places, in one sentence. */
function labelsIn(tokens: readonly Token[], from: number, to: number): number[] {
  const stems = stemsOf(tokens)
  const found: number[] = []
  for (let at = from; at < to && tokens[at]?.sentence === tokens[from - 1]?.sentence; at++)
    if (stems[at] && tokens[at]?.kind === 'word') found.push(at)
  return found
}

const stemsAt = (tokens: readonly Token[], places: readonly number[]): string[] =>
  places.map((at) => stemsOf(tokens)[at] ?? '')

const share = (one: readonly string[], other: readonly string[]): boolean => one.some((stem) => other.includes(stem))
