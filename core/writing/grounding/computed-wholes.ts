import { isMoney, isNear } from './computed-values.ts'
import { stemOf } from './counted-nouns.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import { sharedStems } from './near-words.ts'
import { isLoose, isPercent, valueOf } from './results.ts'
import type { DraftNumbers } from './surroundings.ts'
import { withoutPrefixes } from './tokens.ts'

/**
 * Computes a part from a percentage and its whole, which may be far apart. From "13% were born abroad" and "3.4 million
 * people" it computes 444,000 born abroad. The percentage must have the claim's words nearby.
 */
export function findPartOfWhole(claim: Figure, draft: DraftNumbers, witness: EvidenceText): Figure[] | undefined {
  if (!(isLoose(claim) || isMoney(claim)) || claim.of === 'difference' || valueOf(claim) < SMALLEST_PART)
    return undefined
  const figures = witness.figures.slice(0, MAX_FIGURES)
  const wholes = wholesOf(claim, figures)
  for (const share of figures) {
    if (!isPercent(share) || share.trend || sharedStems(claim, draft, share, witness) === 0) continue
    for (const whole of wholes)
      for (const part of [valueOf(share), 100 - valueOf(share)])
        if (isNear(claim, { operation: 'product', value: (part * valueOf(whole)) / 100, unit: claim.unit, terms: [] }))
          return [share, whole]
  }
  return undefined
}

const SMALLEST_PART = 20
/** The maximum number of a source's figures to compare, to limit the time. */
const MAX_FIGURES = 100

/** The amounts of which a claim may be a part: those of its noun, or the first and the largest of its unit. */
function wholesOf(claim: Figure, figures: readonly Figure[]): Figure[] {
  // A large claim may lack its currency: 910 million dirhams, 137 million of them online.
  const isBare = claim.unit === null && (claim.scale ?? 1) >= LARGE_SCALE
  const alike = figures.filter(
    (each) => (each.unit === claim.unit || (isBare && isMoney(each))) && valueOf(each) > valueOf(claim),
  )
  const ofNoun = alike.filter(({ nouns }) => nouns.some((noun) => claim.nouns.includes(noun))).slice(0, MAX_WHOLES)
  const [first, ...others] = alike
  return ofNoun.length > 0 || !first
    ? ofNoun
    : [first, others.reduce((most, each) => (valueOf(each) > valueOf(most) ? each : most), first)]
}

const LARGE_SCALE = 1_000_000
const MAX_WHOLES = 3

/** Finds an amount and a count whose average is the claim, if its sentence names the counted things: £42 per claim. */
export function findAverage(claim: Figure, { tokens }: DraftNumbers, witness: EvidenceText): Figure[] | undefined {
  if (!(isLoose(claim) ? claim.nouns.length > 0 : isMoney(claim))) return undefined
  const near = tokens
    .slice(Math.max(0, claim.at - NEAR_AN_AVERAGE), claim.next + NEAR_AN_AVERAGE)
    .filter(({ sentence, kind }) => sentence === claim.sentence && kind === 'word')
  if (!near.some(({ key }) => AVERAGE.test(key))) return undefined
  const stems = new Set(near.map(({ key }) => stemOf(withoutPrefixes(key).at(-1) ?? key)))
  const figures = witness.figures.slice(0, MAX_FIGURES)
  const isOfClaim = ({ nouns }: Figure) => nouns.some((noun) => claim.nouns.includes(noun))
  const totals = figures.filter((each) => each.unit === claim.unit && (isMoney(claim) || isOfClaim(each)))
  const counts = figures.filter(
    (each) => isLoose(each) && !isOfClaim(each) && each.nouns.some((noun) => stems.has(noun)),
  )
  for (const count of counts.slice(0, MAX_COUNTS))
    for (const total of totals.slice(0, MAX_COUNTS)) {
      const value = valueOf(total) / valueOf(count)
      if (isNear({ ...claim, per: claim.per ?? 'one' }, { operation: 'quotient', value, unit: claim.unit, terms: [] }))
        return [total, count]
    }
  return undefined
}

const NEAR_AN_AVERAGE = 7
const MAX_COUNTS = 20
const AVERAGE =
  /^(?:average|averages|averaged|per|each|every|apiece|a|an|[وفبل]?(?:ال)?متوسط|ل?كل|لل\p{L}{2,}|ال?واحده?)$/u

/** Finds the whole that a claim and the other parts of its sentence add up to: 2.8, 3.1 and 2.5 million of 8.4 million. */
export function findWholeOfParts(
  claim: Figure,
  { figures }: DraftNumbers,
  witness: EvidenceText,
): Figure[] | undefined {
  if (!(isMoney(claim) || claim.scale !== undefined)) return undefined
  const scaled = (part: Figure) =>
    (part.scale ?? valueOf(part) >= 1_000) ? valueOf(part) : valueOf(part) * (claim.scale ?? 1)
  const isPart = (each: Figure) =>
    each.sentence === claim.sentence && (each.unit === claim.unit || isMoney(each) || isLoose(each))
  const parts = figures.filter(isPart).slice(0, MOST_PARTS + 1)
  if (parts.length < 3 || parts.length > MOST_PARTS || !parts.includes(claim)) return undefined
  const sum = parts.reduce((total, part) => total + scaled(part), 0)
  const known = witness.figures.slice(0, MAX_FIGURES)
  const isKnown = parts.some((part) => part !== claim && known.some((each) => valueOf(each) === scaled(part)))
  const whole = known.find(
    (each) => (isMoney(each) || each.unit === claim.unit) && Math.abs(valueOf(each) - sum) <= 1e-6 * sum,
  )
  return isKnown && whole ? [whole] : undefined
}

const MOST_PARTS = 5
