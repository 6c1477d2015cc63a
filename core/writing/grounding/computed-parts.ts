import { areEqual, EXACT } from './digits.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import { isLoose, isPercent, MAX_TERMS, valueOf } from './results.ts'
import type { DraftNumbers } from './surroundings.ts'

/**
 * Finds the percentage that completes a claim to 100%, such as 70% for a claim of 30%. Both the source and the draft
 * must state it.
 */
export function findRest(claim: Figure, { figures }: DraftNumbers, witness: EvidenceText): Figure | undefined {
  if (!isPercent(claim)) return undefined
  const isRest = (each: Figure) => isPercent(each) && Math.abs(valueOf(each) + valueOf(claim) - 100) < EXACT
  return figures.some(isRest) ? witness.figures.slice(0, MAX_TERMS).find(isRest) : undefined
}

/**
 * Finds a percentage whose rest the source mentions. For a claim of 40%, finds 60% in "60% for Kuwait, the rest for
 * research".
 */
export function findRemainder(claim: Figure, { figures, text }: EvidenceText): Figure[] | undefined {
  if (!isPercent(claim)) return remainderOfAmounts(claim, figures.slice(0, MAX_LEVELS), text)
  const several = remainderOfSeveral(claim, figures.slice(0, MAX_TERMS), text)
  if (several || claim.isShare) return several
  const other = figures
    .slice(0, MAX_TERMS)
    .find((each) => isPercent(each) && Math.abs(valueOf(each) + valueOf(claim) - 100) < EXACT)
  return other && THE_REST.test(text.slice(other.end, other.end + NEAR_A_REST)) ? [other] : undefined
}

/**
 * Finds two or three percentages in one sentence that leave the claim as "the rest". For a claim of 20%, finds half,
 * 30% and "the rest".
 */
function remainderOfSeveral(claim: Figure, figures: readonly Figure[], text: string): Figure[] | undefined {
  for (let n = 1; n < figures.length; n++) {
    const last = figures[n]
    if (!last || !isPercent(last) || !THE_REST.test(text.slice(last.end, last.end + NEAR_A_REST))) continue
    const parts = figures
      .slice(Math.max(0, n - 2), n + 1)
      .filter((each) => isPercent(each) && each.sentence === last.sentence)
    for (let from = 0; from < parts.length - 1; from++) {
      const sum = parts.slice(from).reduce((total, part) => total + valueOf(part), 0)
      if (Math.abs(100 - sum - valueOf(claim)) < 1e-6) return parts.slice(from)
    }
  }
  return undefined
}

/** Finds an earlier whole and the amounts of a sentence that "the rest" completes: 41,000 in Leith, the rest in Gorgie. */
function remainderOfAmounts(claim: Figure, figures: readonly Figure[], text: string): Figure[] | undefined {
  const isAlike = ({ unit, values }: Figure) => unit === claim.unit && (values[0] ?? 0) > 0
  for (const [n, last] of figures.entries()) {
    if (!isAlike(last) || !THE_REST.test(text.slice(last.end, last.end + NEAR_A_REST).split(/[.!?؟]\s/u)[0] ?? ''))
      continue
    const parts = figures
      .slice(Math.max(0, n - 2), n + 1)
      .filter((each) => isAlike(each) && each.sentence === last.sentence)
    for (let from = 0; from < parts.length; from++) {
      const sum = parts.slice(from).reduce((total, part) => total + valueOf(part), valueOf(claim))
      const whole = figures.slice(0, n).find((each) => isAlike(each) && Math.abs(valueOf(each) - sum) <= 1e-6 * sum)
      if (whole) return [whole, ...parts.slice(from)]
    }
  }
  return undefined
}

const NEAR_A_REST = 90
const THE_REST = /(?<!\p{L})(?:the (?:rest|others?|remainder|remaining)|والباقي|الباقي|البقية|والبقية)(?!\p{L})/u

/**
 * Finds the two counts behind a claim about the rest. For "60 of the 240 pupils", finds 240 and 180 in a source that
 * says that 180 of the 240 walk.
 */
export function findOthers(claim: Figure, witness: EvidenceText): Figure[] | undefined {
  const whole = Number(claim.unit?.slice(3))
  const known = witness.figures.slice(0, MAX_TERMS)
  for (const [n, one] of known.entries()) {
    if (valueOf(one) !== whole) continue
    const part = known
      .slice(Math.max(0, n - 2), n + 3)
      .find((each) => each.sentence === one.sentence && valueOf(each) === whole - valueOf(claim) && isLoose(each))
    if (part) return [one, part]
  }
  return undefined
}

/** Finds an amount of which the source gives half: "6.20 euros for adults and half of that for children". */
export function findHalf(claim: Figure, { figures, text }: EvidenceText): Figure[] | undefined {
  const whole = figures
    .slice(0, MAX_TERMS)
    .find(
      (each) =>
        each.unit === claim.unit &&
        Math.abs(valueOf(each) / 2 - valueOf(claim)) <= EXACT * valueOf(each) &&
        HALF_OF_IT.test(text.slice(each.end, each.end + NEAR_A_REST).split(/[.!?؟]\s/u)[0] ?? ''),
    )
  return whole && [whole]
}

const HALF_OF_IT =
  /(?<!\p{L})half(?: of)? (?:that|this|it|as much|(?:the )?(?:price|fare|amount|cost))(?!\p{L})|نصف (?:ذلك|هذا|المبلغ|السعر|القيمة)|نصفه|بنصف/iu

/** Finds the change between both ends of a range. For "from 30 to 40", finds 40 and a rise of ten in the source. */
export function findOtherEnd(claim: Figure, { figures }: DraftNumbers, witness: EvidenceText): Figure[] | undefined {
  const known = witness.figures.slice(0, MAX_LEVELS)
  const ends = figures.filter(
    (each) => each !== claim && each.sentence === claim.sentence && Math.abs(each.at - claim.at) <= RANGE_REACH,
  )
  for (const end of ends)
    for (const [n, level] of known.entries()) {
      if (!areEqual(end, level)) continue
      const change = known
        .slice(Math.max(0, n - 2), n + 3)
        .find(
          (each) =>
            each !== level &&
            each.sentence === level.sentence &&
            (each.unit === level.unit || each.unit === 'points' || (isLoose(each) && isLoose(level))) &&
            (each.of === 'difference' || each.unit === 'points') &&
            Math.abs(Math.abs(valueOf(level) - valueOf(claim)) - valueOf(each)) <= EXACT * valueOf(level),
        )
      if (change) return [level, change]
    }
  return undefined
}

/** The maximum number of a source's figures to compare with an end of a range, to limit the time. */
const MAX_LEVELS = 100

/** The maximum distance between both ends of a range, in words. */
const RANGE_REACH = 6

/** Whether the claim is an end of a range, as in "from 20 to 95". Such numbers are copied, not computed. */
export const isEndOfRange = (claim: Figure, { tokens }: DraftNumbers): boolean =>
  !claim.isShare &&
  (claim.isLevel === true ||
    (claim.hedge === null &&
      /^(?:from|to|between|against|versus|الي|بين|مقابل|بدل)$/u.test(tokens[claim.at - 1]?.key ?? '')))
