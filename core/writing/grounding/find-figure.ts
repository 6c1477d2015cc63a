import { findArabicAge } from './ages.ts'
import { findComputed } from './computed-figures.ts'
import { findShare } from './computed-shares.ts'
import { areEqual } from './digits.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import { findComplement, isTurnedRound } from './complements.ts'
import { stemOf } from './counted-nouns.ts'
import { isMiscopied } from './counterparts.ts'
import type { Figure } from './figure.ts'
import { findMultiple, findPair } from './figure-pairs.ts'
import { findCounted, findListed } from './figure-rows.ts'
import { findAge, findInDate, findPeriod, findYear } from './figures-in-dates.ts'
import { isLoose, isPercent } from './results.ts'
import { areConverted, areOpposite, areSame, EXACT, fitOf, isDistinct } from './same-figures.ts'
import type { DraftNumbers } from './surroundings.ts'
import type { Token } from './tokens.ts'
import { shareOfCoin } from './units.ts'

export function findFigure(
  claim: Figure,
  draft: DraftNumbers,
  evidence: Evidence,
  isAlternative = false,
): Found | undefined {
  // "37% were more than 15 minutes late" means that 63% were less than 15 minutes late.
  if (claim.hedge !== null && !isPercent(claim) && isTurnedRound(claim, draft, evidence))
    claim = { ...claim, hedge: null }
  let weak: Found | undefined
  /** Whether the figure in `weak` counts a noun. That noun may differ from the noun of the claim. */
  let weakCounts = false
  let weakNouns: readonly string[] = []
  /** Figures that count the claim's noun, but have another value. */
  const contradictions: Figure[] = []
  let isOpposed = false
  for (const witness of evidence) {
    let isInOtherUnit: boolean | undefined
    for (const [n, figure] of readingsIn(witness)) {
      const own = inUnitOf(claim, figure)
      const fit = fitOf(own, figure)
      const isChance = () => areConverted(own, figure) && (isInOtherUnit ??= hasOtherUnit(claim, witness))
      const isSame = areSame(own, figure) && !hasOtherObject(claim, draft, n, witness) && !isChance()
      if (isSame && fit === 'sure') return { witness, ...figure }
      if (isSame && fit === 'open' && (!weak || weakCounts)) {
        weak = { witness, ...figure }
        weakNouns = figure.nouns
        weakCounts = figure.nouns.length > 0 || claim.unit?.startsWith('of:') === true
      }
      const isAlike = () => areSame({ ...own, trend: undefined, pole: undefined, hedge: null }, figure)
      if (fit === 'sure' && !isSame && areOpposite(own, figure) && isAlike()) isOpposed = true
      const isOfMany = claim.nouns.length > 0 && !isDistinct(claim)
      if (!isSame && fit === 'sure' && (isOfMany || claim.unit?.startsWith('of:'))) contradictions.push(figure)
    }
  }
  if (!weak && claim.unit === null) weak = findYear(claim, evidence) ?? findInDate(claim, draft, evidence)
  weak ??= findAge(claim, draft, evidence) ?? (isAged(claim, draft) ? findArabicAge(claim, evidence) : undefined)
  if (!weak && isOther(claim, draft)) weak = findWithOther(claim, evidence)
  if (!weak && (claim.unit === 'month' || claim.unit === 'second')) weak = findPeriod(claim, evidence)
  // The source uses the claim's number only for other nouns, and other numbers for the claim's noun. So the claim is
  // unsupported.
  const isContradicted =
    contradictions.some((figure) => !weak || !isPartOf(figure, weak)) && !isNounNearby(claim, weakNouns, draft)
  const likely = isContradicted && weakCounts && claim.unit !== 'times' ? undefined : weak
  if (likely) return likely
  const elliptical = isAlternative ? undefined : withElidedUnit(claim)
  const own = elliptical && findFigure(elliptical, draft, evidence, true)
  if (own) return own
  // The source states another number for the claim's noun. Only a fraction in words can still be right, as a share of
  // other figures.
  if (isOpposed) return claim.isShare ? findShare(claim, draft, evidence) : undefined
  const isCopy = isMiscopied(claim, draft, evidence)
  return (
    findPair(claim, evidence) ??
    (isCopy ? undefined : findShare(claim, draft, evidence)) ??
    findMultiple(claim, draft, evidence) ??
    (isCopy ? undefined : findComplement(claim, draft, evidence)) ??
    findListed(claim, draft, evidence) ??
    (contradictions.length === 0 ? findCounted(claim, draft, evidence) : undefined) ??
    (hasOtherScale(claim, evidence) ? undefined : findResult(claim, draft, evidence, isCopy)) ??
    (isAlternative ? undefined : (findAlternative(claim, draft, evidence) ?? findScaled(claim, draft, evidence)))
  )
}

/** Whether the draft has the noun of the source near its own: "19 councillors voted for it" for 19 votes. */
const isNounNearby = ({ at, next, sentence }: Figure, nouns: readonly string[], { tokens }: DraftNumbers): boolean =>
  tokens
    .slice(Math.max(0, at - NEAR_A_NOUN), next + NEAR_A_NOUN)
    .some((token) => token.sentence === sentence && nouns.some((noun) => noun.length > 3 && token.key.startsWith(noun)))

const NEAR_A_NOUN = 6

/** If a claim looks like a wrong copy, it is a result only if the draft also has one of the terms in its sentence. */
function findResult(claim: Figure, draft: DraftNumbers, evidence: Evidence, isCopy: boolean): Found | undefined {
  const found = findComputed(claim, draft, evidence)
  if (!found || !isCopy) return found
  const terms = found.witness.figures.filter(({ start }) => found.computedFrom?.some((term) => term.start === start))
  const isNamed = draft.figures.some(
    (each) => each !== claim && each.sentence === claim.sentence && terms.some((term) => areEqual(each, term)),
  )
  return isNamed ? found : undefined
}

/** Whether a figure may be an age: under 25, aged six, between six and eight. */
const isAged = ({ at, next, hedge }: Figure, { tokens }: DraftNumbers): boolean =>
  hedge === 'under' ||
  hedge === 'over' ||
  /^(?:age|aged|ages|between|and|to|turned|is|was)$/.test(tokens[at - 1]?.key ?? '') ||
  /^(?:to|and|old)$/.test(tokens[next]?.key ?? '')

/** Whether the source has the claim's digits with another scale: 64.2 million for 64.2 billion. */
const hasOtherScale = (claim: Figure, evidence: Evidence): boolean =>
  claim.scale !== undefined &&
  isDistinct(claim) &&
  evidence.some(({ figures }) =>
    figures.some(
      ({ scale, unit, values: [value = 0] }) =>
        scale !== undefined &&
        scale !== claim.scale &&
        unit === claim.unit &&
        Math.abs((claim.values[0] ?? 0) / claim.scale! - value / scale) < EXACT,
    ),
  )

/** Finds the evidence for two numbers of which either may be right, as in "six or seven years". */
function findAlternative(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  const { tokens, figures } = draft
  const isOr = (one: Figure, other: Figure) =>
    other.at - one.next === 1 && /^(?:or|او)$/u.test(tokens[one.next]?.key ?? '') && one.sentence === other.sentence
  const other = figures.find((each) => isOr(each, claim) || isOr(claim, each))
  return other && findFigure(other, draft, evidence, true)
}

/** Finds a number that takes over the scale of the number before it: 27 million last year, and 25 at most in 2026. */
function findScaled(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  const { values, start, scale, nouns, unit } = claim
  if (scale !== undefined || unit !== null || nouns.length > 0 || (values[0] ?? 0) >= 1_000) return undefined
  const before = draft.figures.findLast((each) => each.end < start)
  if (before?.scale === undefined || start - before.end > NEAR_A_SCALE) return undefined
  const scaled = values.map((value) => value * before.scale!)
  return findFigure({ ...claim, values: scaled, writtenValues: scaled, scale: before.scale }, draft, evidence, true)
}

/** The maximum distance of a number to the scale that it takes over, in UTF-16 units. */
const NEAR_A_SCALE = 60

/** Returns a figure as written. If it may share the unit of the figure before it, also returns it with that unit. */
function readingsOf(figure: Figure, tokens: readonly Token[]): Figure[] {
  const { elided, values } = figure
  if (!elided || elided.unit === null || figure.scale) return [figure]
  // Near a percentage, decimals are percentages: "2.9 per cent this year and 2.4 next". So is the other end of a change:
  // "7.5 per cent, from 8".
  const isOtherEnd = figure.at - elided.next <= 2 && FROM.test(tokens[figure.at - 1]?.key ?? '')
  const isDecimal = figure.nouns.length === 0 && values.every((value) => value < 100 && !Number.isInteger(value))
  if (elided.unit === 'percent' && !isOtherEnd && !isDecimal) return [figure]
  const { unit, times = 1, writtenUnit } = elided
  const own = { unit, times, writtenUnit, values: values.map((value) => value * times), writtenValues: values }
  return [figure, { ...figure, ...own }]
}

/** Reads a figure in the unit of the figure before it: 52 thousand tonnes, after 46 thousand. */
function withElidedUnit(figure: Figure): Figure | undefined {
  const { elided, values, writtenValues = values } = figure
  if (!elided || figure.unit !== null || elided.unit === 'percent' || elided.unit?.startsWith('of:')) return undefined
  if (elided.unit === null && elided.per === undefined) return undefined
  const { unit, times = 1, writtenUnit, per, nouns } = elided
  return {
    ...figure,
    unit,
    times,
    writtenUnit,
    per,
    nouns,
    writtenValues,
    values: values.map((value) => value * times),
  }
}

const FROM = /^(?:from|against|من|مقابل)$/u

const readings = new WeakMap<EvidenceText, [number, Figure][]>()

/** All possible readings of a source's figures, with the place of each figure. */
function readingsIn(witness: EvidenceText): readonly [number, Figure][] {
  const known = readings.get(witness)
  if (known) return known
  const found = witness.figures.flatMap((figure, n) =>
    readingsOf(figure, witness.tokens).map((each): [number, Figure] => [n, each]),
  )
  readings.set(witness, found)
  return found
}

/** Writes a claim in the unit of a figure: 52 cents as 0.52 euros, "halved" as 50 percent. */
function inUnitOf(claim: Figure, figure: Figure): Figure {
  const coins = shareOfCoin(claim.writtenUnit, figure.unit)
  const whole = shareOfCoin(figure.writtenUnit, claim.unit)
  const isHalving = claim.unit === 'times' && figure.unit === 'percent' && (claim.values[0] ?? 1) < 1
  // "Halved" is also a fall by 50 percent.
  const isHalved =
    claim.unit === 'percent' && claim.trend === 'down' && figure.unit === 'times' && (figure.values[0] ?? 1) < 1
  const times = coins ?? (whole ? 1 / whole : isHalving ? 100 : isHalved ? 0.01 : undefined)
  if (times === undefined) return claim
  const values = claim.values.map((value) => value * times)
  return { ...claim, unit: figure.unit, writtenUnit: figure.writtenUnit, values, writtenValues: values }
}

/** The noun that belongs to a measured amount: "cardboard" in "90 tonnes of cardboard". */
function objectOf({ next, unit }: Figure, tokens: readonly Token[]): string | undefined {
  if (unit === null || !/^(?:of|من)$/u.test(tokens[next]?.key ?? '')) return undefined
  const noun = /^(?:the|all|its|their)$/.test(tokens[next + 1]?.key ?? '') ? tokens[next + 2] : tokens[next + 1]
  return noun?.kind === 'word' ? stemOf(noun.key) : undefined
}

/** Whether the source gives the claim's object another amount, and the claim's amount to another object. */
function hasOtherObject(claim: Figure, draft: DraftNumbers, n: number, { figures, tokens }: EvidenceText): boolean {
  const figure = figures[n]
  const object = objectOf(claim, draft.tokens)
  const other = object && figure && objectOf(figure, tokens)
  if (!object || !other || object === other) return false
  return figures
    .slice(Math.max(0, n - 2), n + 3)
    .some((each) => each.unit === claim.unit && objectOf(each, tokens) === object)
}

/** Whether the source has the claim's number in another unit: 120 miles for 120 kilometres. */
const hasOtherUnit = (claim: Figure, { figures }: EvidenceText): boolean =>
  figures.some(
    ({ unit, writtenUnit, writtenValues }) =>
      unit === claim.unit && writtenUnit !== claim.writtenUnit && writtenValues?.[0] === claim.writtenValues?.[0],
  )

/** Whether one figure counts a part of the other: 174 farmers, among them 52 women. */
const isPartOf = (whole: Figure, { witness, start }: Found): boolean =>
  start > whole.end &&
  start - whole.end < 60 &&
  /(?:^|[^\p{L}])(?:of wh(?:om|ich)|of them|among them|including|بينه[مان]?|من بينه[مان]|منه[مان])(?=[^\p{L}]|$)/u.test(
    witness.text.slice(whole.end, start),
  )

/** Whether the claim counts all except one: four other companies; أربع شركات أخرى. */
const isOther = ({ at, next }: Figure, { tokens }: DraftNumbers): boolean =>
  tokens.slice(at + 1, next + 2).some(({ key }) => /^(?:others?|اخري|اخرون|اخرين)$/u.test(key))

function findWithOther({ values }: Figure, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const figure = witness.figures.find(
      (each) => isLoose(each) && values.some((value) => each.values.includes(value + 1)),
    )
    if (figure) return { witness, ...figure }
  }
  return undefined
}
