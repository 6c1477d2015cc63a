import type { Span } from '../../platforms/web-addresses.ts'
import { runBeside, slotOf } from './alignment.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { Token } from './tokens.ts'

/**
 * Finds figures that the source has elsewhere, while it has another figure between exactly the same words. Example:
 * "Net profit came to €9 million" for "Net profit came to €6 million. The operating result was €9 million".
 */
export function replacedFigures(tokens: readonly Token[], figures: readonly Figure[], evidence: Evidence): Span[] {
  return figures
    .filter(({ isImplied, hedge, isShare }) => !isImplied && !isShare && hedge === null)
    .slice(0, MAX_FIGURES)
    .filter((figure) => {
      const slot = slotOf(tokens, figure.at, figure.next, evidence)
      if (!slot || slot.left + slot.right < 2) return false
      const known = figuresAt(slot.witness, slot.at, slot.next + AFTER_SLOT)
      const other = known.length === 1 ? known[0] : undefined
      if (!other || other.unit !== figure.unit || other.hedge !== null || areEqual(other, figure)) return false
      const there = slot.witness.tokens
      const before = runBeside(tokens, figure.at, there, other.at, -1)
      const behind = runBeside(tokens, figure.next - 1, there, other.next - 1, 1)
      return (
        before + behind >= LEAST_RUN &&
        !hasInSentence(slot.witness, other.sentence, figure) &&
        isElsewhere(figure, evidence)
      )
    })
    .map(({ start, end }) => ({ start, end }))
}

/** The maximum number of a draft's figures to compare, to limit the time. */
const MAX_FIGURES = 300
/** The tokens after a slot that may belong to its figure, such as "million". */
const AFTER_SLOT = 2
const LEAST_RUN = 4

const figuresAt = ({ figures }: EvidenceText, from: number, next: number): Figure[] =>
  figures.filter((each) => !each.isImplied && !each.isShare && each.at >= from && each.next <= next)

const areEqual = (one: Figure, other: Figure): boolean => one.values.some((value) => other.values.includes(value))

const hasInSentence = ({ figures }: EvidenceText, sentence: number, figure: Figure): boolean =>
  figures.some((each) => each.sentence === sentence && areEqual(each, figure))

/** Whether the source has a figure in another place. Otherwise the draft may have computed it. */
const isElsewhere = (figure: Figure, evidence: Evidence): boolean =>
  evidence.some(({ figures }) => figures.some((each) => each.unit === figure.unit && areEqual(each, figure)))
