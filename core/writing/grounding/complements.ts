import type { Evidence, EvidenceText, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import { NEGATIONS } from './negations.ts'
import { isPercent, valueOf } from './results.ts'
import { EXACT } from './same-figures.ts'
import type { DraftNumbers } from './surroundings.ts'

/**
 * Finds the percentage of which a claim is the rest of 100, if the draft also turns its limit round. Example: 37% were
 * more than 15 minutes late, for "63% were less than 15 minutes late".
 */
export function findComplement(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  if (!isPercent(claim)) return undefined
  for (const witness of evidence) {
    const rest =
      complementIn(claim, claim, draft, witness) ?? smallRestIn(claim, witness) ?? restOfShareIn(claim, draft, witness)
    if (rest) return { witness, start: rest.start, end: rest.end, computedFrom: [rest] }
  }
  return undefined
}

/** Finds a small percentage whose rest is nearly everything: 96% are kept, for "4% are thrown away". */
const smallRestIn = (claim: Figure, { figures }: EvidenceText): Figure | undefined =>
  valueOf(claim) >= NEARLY_ALL && !claim.trend
    ? figures
        .slice(0, MAX_FIGURES)
        .find((each) => isPercent(each) && !each.trend && Math.abs(valueOf(each) + valueOf(claim) - 100) < EXACT)
    : undefined

/** Finds a fraction in words whose rest the draft negates: six out of seven never report it, for "one in seven reports it". */
const restOfShareIn = (claim: Figure, { tokens }: DraftNumbers, { figures }: EvidenceText): Figure | undefined =>
  claim.isShare && tokens.some(({ sentence, key }) => sentence === claim.sentence && NEGATIONS.has(key))
    ? figures
        .slice(0, MAX_FIGURES)
        .find((each) => each.isShare && Math.abs(valueOf(each) + valueOf(claim) - 100) < EXACT * 100)
    : undefined

const NEARLY_ALL = 90

/** Whether a limit is the opposite of the limit in the source because a percentage next to it is the rest of 100. */
export const isTurnedRound = (limit: Figure, draft: DraftNumbers, evidence: Evidence): boolean =>
  evidence.some((witness) =>
    draft.figures.some(
      (share) =>
        share.sentence === limit.sentence &&
        isPercent(share) &&
        complementIn(share, limit, draft, witness) !== undefined,
    ),
  )

/** The maximum number of a source's figures to compare, to limit the time. */
const MAX_FIGURES = 300

/** The percentage of the source that completes `share` to 100, next to a limit that is the opposite of the draft's. */
function complementIn(
  share: Figure,
  { sentence }: Figure,
  draft: DraftNumbers,
  { figures }: EvidenceText,
): Figure | undefined {
  const limits = draft.figures.filter((each) => each.sentence === sentence && isLimit(each))
  if (limits.length === 0) return undefined
  const known = figures.slice(0, MAX_FIGURES)
  return known.find(
    (each) =>
      isPercent(each) &&
      Math.abs(valueOf(each) + valueOf(share) - 100) < EXACT &&
      known.some((other) => other.sentence === each.sentence && limits.some((limit) => areTurned(limit, other))),
  )
}

const isLimit = ({ hedge }: Figure): boolean => hedge === 'over' || hedge === 'under'

const areTurned = (one: Figure, other: Figure): boolean =>
  isLimit(other) && one.hedge !== other.hedge && one.unit === other.unit && valueOf(one) === valueOf(other)
