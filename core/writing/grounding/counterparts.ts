import { isComputable } from './computed-figures.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import { areInOneScript, sharedStems } from './near-words.ts'
import { quantityAt } from './quantities.ts'
import { isDistinct } from './same-figures.ts'
import type { DraftNumbers } from './surroundings.ts'
import type { Token } from './tokens.ts'

/**
 * Whether a figure without evidence is probably the draft's own result, and not a wrong copy. A wrong copy has a
 * counterpart: a figure of the source with similar digits, or with the same words nearby.
 */
export function isOwnResult(claim: Figure, draft: DraftNumbers, evidence: Evidence, isSure: boolean): boolean {
  const { isSimilar, isForeign, shared } = counterpartOf(claim, draft, evidence)
  if (shared > 1 || claim.unit?.startsWith('of:') || isPaired(claim, draft)) return false
  if (isMiscopied(claim, draft, evidence)) return false
  // Durations are rarely computed. Percentages and amounts must be rounded or without a similar figure.
  if (isForeign ? isSimilar : isSure && (claim.hedge === null || isSimilar)) return false
  if ((isForeign || !isDuration(claim)) && isComputable(claim, draft, evidence)) return true
  const isRich = evidence.some(({ figures: known }) => known.length >= RICH)
  const isCount =
    !isSure &&
    !claim.isShare &&
    claim.unit !== 'times' &&
    !isDistinct({ ...claim, values: claim.writtenValues ?? claim.values })
  return isRich && isCount && !isForeign && !isSimilar && shared === 0
}

/**
 * Whether a count or a half is probably the draft's own words, as in "half of the problem". It has no counterpart in
 * the source: no figure with the same words nearby, and no other count of the same noun.
 */
export function hasNoCounterpart(claim: Figure, draft: DraftNumbers, evidence: Evidence): boolean {
  const isCount = claim.unit === null && claim.values.every(Number.isInteger)
  const isPart = isHalfOfSomething(claim, draft)
  if ((!isCount && !isPart) || claim.per !== undefined) return false
  const { isSimilar, isForeign, shared } = counterpartOf(claim, draft, evidence)
  if (shared > 1 || (!isForeign && isPaired(claim, draft))) return false
  if (isPart) return !isForeign || !isSimilar
  if (isWritten(claim, evidence) && (!isForeign || claim.nouns.length === 0)) return true
  return claim.nouns.length === 0 && !(isForeign && isSimilar) && claim.values.every((value) => value <= SMALL_COUNT)
}

/** Whether a figure is a half of something, which is often only a manner of speaking: half of the plan, نصف المشكلات. */
const isHalfOfSomething = ({ next, at, isShare, values }: Figure, { tokens }: DraftNumbers): boolean =>
  isShare === true &&
  values[0] === 50 &&
  (tokens[next]?.key === 'of' ||
    (/^[وفبلك]?نصف/u.test(tokens[at]?.key ?? '') &&
      tokens[next]?.kind === 'word' &&
      tokens[next]?.sentence === tokens[at]?.sentence))

const SMALL_COUNT = 20

const written = new WeakMap<EvidenceText, Set<number>>()

/**
 * Whether the source has a number anywhere, but does not count the claim's noun otherwise. If its direction or limit
 * was the reason why the number did not match, the claim is wrong.
 */
function isWritten({ values, nouns, hedge, trend, pole }: Figure, evidence: Evidence): boolean {
  if (hedge !== null || trend !== undefined || pole !== undefined) return false
  const isRejected = evidence.some(({ figures }) =>
    figures
      .slice(0, MAX_FIGURES)
      .some((each) => each.isSigned || (each.unit === null && each.nouns.some((noun) => nouns.includes(noun)))),
  )
  return !isRejected && evidence.some((witness) => values.some((value) => numbersOf(witness).has(value)))
}

function numbersOf(witness: EvidenceText): ReadonlySet<number> {
  const known = written.get(witness) ?? numbersWritten(witness.tokens)
  written.set(witness, known)
  return known
}

function numbersWritten(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>()
  for (let at = 0; at < tokens.length;) {
    const quantity = quantityAt(tokens, at)
    for (const value of quantity?.values ?? []) found.add(value)
    at = Math.max(at + 1, quantity?.next ?? 0)
  }
  return found
}

/** The minimum number of figures of a source from which drafts compute results in several steps. */
const RICH = 12

/** Whether the draft joins a figure to another one, as in a score: 5–0; eight of nine; from twelve hours to eight. */
const isPaired = ({ at, next, sentence }: Figure, { tokens, figures }: DraftNumbers): boolean =>
  figures.some((each) => {
    const [from, to] = each.at > at ? [next, each.at] : [each.next, at]
    return (
      each.at !== at &&
      each.sentence === sentence &&
      to - from <= 2 &&
      tokens.slice(from, to).some(({ key }) => JOINS.test(key))
    )
  })

const JOINS = /^(?:to|of|[–-]|الي|من|اصل)$/u

/**
 * Whether a figure has the digits of one of the source in another order or scale, with the same words nearby: 1,214 for
 * 1,412 children. Such a figure is a mistake even if a calculation could produce it.
 */
export const isMiscopied = (claim: Figure, draft: DraftNumbers, evidence: Evidence): boolean =>
  evidence.some((witness) =>
    witness.figures
      .slice(0, MAX_FIGURES)
      .some(
        (figure) =>
          areReordered(claim, figure) &&
          areOfOneKind(claim, figure) &&
          !isKept(figure, claim, draft) &&
          sharedStems(claim, draft, figure, witness) > 0,
      ),
  )

const areReordered = (claim: Figure, figure: Figure): boolean =>
  claim.writtenUnit === figure.writtenUnit &&
  !claim.isShare &&
  claim.unit !== 'times' &&
  writtenIn(claim).some((one) =>
    writtenIn(figure).some(
      (other) =>
        one !== other &&
        ((isDuration(claim) && significant(one) === significant(other)) ||
          (one.length > 1 && sorted(one) === sorted(other))),
    ),
  )

const isDuration = ({ unit }: Figure): boolean => unit === 'second' || unit === 'month'

/** Whether the draft states a figure of the source too, so that no other figure of the draft is its wrong copy. */
const isKept = ({ unit, values }: Figure, claim: Figure, { figures }: DraftNumbers): boolean =>
  figures.some((each) => each !== claim && each.unit === unit && each.values[0] === values[0])

/** Compares a figure with those of a source. A source in other letters (`isForeign`) shares no words with it. */
export function counterpartOf(
  claim: Figure,
  draft: DraftNumbers,
  evidence: Evidence,
): { isSimilar: boolean; isForeign: boolean; shared: number } {
  const { tokens } = draft
  let [isSimilar, isForeign, shared] = [false, false, 0]
  for (const witness of evidence) {
    isForeign ||= !areInOneScript(tokens, witness.tokens)
    for (const figure of witness.figures.slice(0, MAX_FIGURES)) {
      isSimilar ||= areSimilar(claim, figure)
      if (!areOfOneKind(claim, figure)) continue
      const common = sharedStems(claim, draft, figure, witness)
      if (common > shared && !isKept(figure, claim, draft)) shared = common
    }
  }
  return { isSimilar, isForeign, shared }
}

/** The maximum number of a source's figures to compare, to limit the time. */
const MAX_FIGURES = 300

const areOfOneKind = (one: Figure, other: Figure): boolean =>
  one.unit === other.unit &&
  (one.unit !== null ||
    one.nouns.length === 0 ||
    other.nouns.length === 0 ||
    one.nouns.some((noun) => other.nouns.includes(noun)))

/**
 * Whether two figures are written with similar digits: reordered, with another scale or unit, or with one digit
 * changed, added or left out.
 */
function areSimilar(claim: Figure, figure: Figure): boolean {
  const isMultiple = claim.unit === 'times' || figure.unit === 'times'
  const isOneUnit = claim.unit === figure.unit
  return writtenIn(claim).some((one) =>
    writtenIn(figure).some((other) => {
      if (one === other) return Number(one) >= SMALLEST_ALIKE || areOfOneMeasure(claim.unit, figure.unit)
      if (!isOneUnit || isMultiple) return false
      const [digits, others] = [significant(one), significant(other)]
      if (digits === others || (one.length > 1 && sorted(one) === sorted(other))) return true
      if (
        // A number that the draft itself rounds is hardly a slip of one digit.
        one.length > (claim.hedge === 'about' ? 2 : 1) &&
        one.length === other.length &&
        [...one].filter((digit, n) => digit !== other[n]).length === 1
      )
        return true
      const [less, more] = digits.length < others.length ? [digits, others] : [others, digits]
      return more.length > 2 && more.length - less.length === 1 && hasOneMore(more, less)
    }),
  )
}

/** Whether two units measure time, or two are currencies: eight weeks for eight months. */
const areOfOneMeasure = (one: string | null, other: string | null): boolean =>
  [one, other].every((unit) => unit === 'second' || unit === 'month') ||
  [one, other].every((unit) => unit?.startsWith('money:') === true)

/** The smallest number that rarely occurs twice by chance. */
const SMALLEST_ALIKE = 10

const writtenIn = ({ writtenValues, values }: Figure): string[] =>
  (writtenValues ?? values).map((value) => String(Number(value.toPrecision(10))))
const significant = (written: string): string => written.replace('.', '').replace(/^0+|0+$/g, '')
const sorted = (digits: string): string => [...digits].toSorted().join('')
const hasOneMore = (more: string, less: string): boolean =>
  [...more].some((_, n) => more.slice(0, n) + more.slice(n + 1) === less)
