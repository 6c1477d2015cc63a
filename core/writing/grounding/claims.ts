import { countBefore } from '../../binary-search.ts'
import { findHashtags } from '../../platforms/hashtags-in-text.ts'
import { findMentions } from '../../platforms/mentions-in-text.ts'
import { findWebAddresses, type Span } from '../../platforms/web-addresses.ts'
import { assertionsIn } from './bare-topic.ts'
import { contradictionsIn } from './contradictions.ts'
import { hasNoCounterpart, isMiscopied, isOwnResult } from './counterparts.ts'
import type { DateParts } from './date-parts.ts'
import type { Figure } from './figure.ts'
import { absoluteYear, findDate, findTurnOfYear, isLookedUp } from './find-date.ts'
import { findName, isSureName } from './find-name.ts'
import { findFigure } from './find-figure.ts'
import type { DraftNumbers } from './surroundings.ts'
import { numbersIn, type Evidence, type EvidenceText, type Found, type Origin, type Row } from './evidence.ts'
import { arabicNamesIn, namesIn } from './names.ts'
import { asidesIn, opinionsIn, ownHabitsIn } from './asides.ts'
import { findWeightInPounds } from './pounds.ts'
import { isRarelyWrong } from './rarely-wrong.ts'
import { quotationsIn, type Quotation } from './quotations.ts'
import { replacedNamesIn } from './replaced-names.ts'
import { findPriceOfWeight } from './weight-prices.ts'
import { wrongBindingsIn } from './bindings.ts'
import { wrongCountsIn } from './counts.ts'
import { wrongUniversalsIn } from './universals.ts'
import { unknownOrganizationsIn, unknownPlacesIn } from './places.ts'
import { findTranslation, wrongPeopleIn, wrongSpeakersIn } from './person-claims.ts'
import { offsetsWithoutMarks, spansOf, tokensOf, withoutDirectionMarks, type Token } from './tokens.ts'

export interface Claim {
  kind: 'figure' | 'date' | 'quotation' | 'name' | 'study' | 'statement'
  /** UTF-16 offset of the claim in the draft. */
  start: number
  end: number
  text: string
  /** Whether a claim without a supporting sentence is certainly wrong. Only such claims start a repair. */
  isSure: boolean
  /** The sentence that supports the claim. Null if no sentence does. */
  found: Support | null
}

export interface Support {
  in: Origin
  sentence: string
  /** Where the supporting words begin in `sentence`. */
  start: number
  end: number
  /** The figures in `sentence` from which the claim was computed, such as both terms of a sum. */
  computedFrom?: Span[]
}

/**
 * Finds the claims of a draft. If the author gave only a topic, finds only statements that a reader would want to look
 * up.
 * @param thisYear a draft from only a topic may mention this year without evidence. A span such as "since 2014" ends in
 * this year
 */
export function claimsIn(draft: string, evidence: Evidence, thisYear = 0): Claim[] {
  const plain = withoutDirectionMarks(draft)
  if (plain === draft) return claimsInPlainText(draft, evidence, thisYear)
  const offsets = offsetsWithoutMarks(draft)
  return claimsInPlainText(plain, evidence, thisYear).map((claim) => {
    const [start, end] = [offsets[claim.start] ?? 0, (offsets[claim.end - 1] ?? 0) + 1]
    return { ...claim, start, end, text: draft.slice(start, end) }
  })
}

function claimsInPlainText(draft: string, evidence: Evidence, thisYear: number): Claim[] {
  if (evidence.length === 0) return []
  const isBare = evidence.every(({ origin }) => origin === 'topic')
  const tokens = tokensOf(draft)
  const skipped = [
    ...findHashtags(draft),
    ...findMentions(draft),
    ...findWebAddresses(draft),
    ...spansOf(draft, NUMBERED_ADDRESS),
    ...spansOf(draft, LIST_NUMBER),
  ]
  const isSkipped = ({ start, end }: { start: number; end: number }) =>
    skipped.some((span) => start < span.end && end > span.start)
  const text = ({ start, end }: { start: number; end: number }) => draft.slice(start, end)

  const quotations = quotationsIn(draft, tokens)
  const isQuoted = ({ start, end }: { start: number; end: number }) =>
    quotations.some((quotation) => start >= quotation.start && end <= quotation.end)
  const { dates, figures: all } = numbersIn(tokens)
  const figures = all.filter(({ isImplied }) => !isImplied).slice(0, MAX_FIGURES)
  const asides = isBare ? [] : asidesIn(draft, tokens)
  const opinions = isBare ? [] : opinionsIn(draft, tokens)
  const habits = ownHabitsIn(draft, asides)
  const given = isBare ? evidence.flatMap((witness) => witness.figures.slice(0, MAX_FIGURES)) : []
  const bare = isBare ? assertionsIn(draft, { tokens, figures, dates, quotations, given }, thisYear) : undefined
  const numbers = [...figures, ...dates]
  const isNumber = ({ start, end }: { start: number; end: number }) =>
    numbers.some((number) => start < number.end && end > number.start)

  // A source in another script spells Latin names differently, so it cannot confirm them.
  const scripts = new Set(evidence.map(({ words }) => (isMostlyLatin(words) ? 'latin' : 'other')))
  const names = bare?.people ?? [
    ...(scripts.has('latin') ? namesIn(draft, tokens) : []),
    ...(scripts.has('other') ? arabicNamesIn(draft, tokens) : []),
  ]
  const people = isBare ? [] : wrongPeopleIn(draft, tokens, evidence)
  const wrong = isBare
    ? []
    : [
        ...people,
        // One mark is enough for a person with another's role.
        ...replacedNamesIn(tokens, evidence).filter((each) => !isWithin(each, people)),
        ...(scripts.has('other')
          ? [...unknownPlacesIn(tokens, evidence), ...unknownOrganizationsIn(draft, tokens, evidence)]
          : []),
      ]
  const isWrong = ({ start, end }: Span) => wrong.some((span) => start < span.end && end > span.start)
  const found = quotations.map((each, n) => ({
    ...each,
    found:
      findQuotation(each, evidence) ??
      (isBare || n >= MAX_TRANSLATIONS ? undefined : findTranslation(each, draft, tokens, evidence)),
  }))
  const same = found.flatMap((each) => (each.found ? [{ start: each.start, end: each.end, found: each.found }] : []))
  const misattributed = isBare ? [] : wrongSpeakersIn(draft, tokens, same, evidence)
  wrong.push(...misattributed)
  wrong.splice(MAX_WRONG)
  const claims: Claim[] = [
    ...wrong.map((each) =>
      claimOf(misattributed.includes(each) ? 'quotation' : 'name', each, text(each), false, undefined),
    ),
    ...found
      .filter((each) => !misattributed.some(({ start, end }) => each.start >= start && each.end <= end))
      .filter(({ start }) => !bare || bare.quotations.some((one) => one.start === start))
      .map((each) => claimOf('quotation', each, text(each), true, each.found)),
    ...(bare?.figures ?? figures)
      .filter((each) => !isQuoted(each))
      .flatMap((each) => {
        const own = { tokens, figures, dates, thisYear }
        const support =
          findFigure(each, own, evidence) ??
          findWeightInPounds(each, own, evidence) ??
          findPriceOfWeight(each, own, evidence)
        if (support || bare) return [claimOf('figure', each, text(each), isSureFigure(each), support)]
        if (isOwnCount(each, evidence) || isPersonal(each, asides) || isAside(each, habits) || isLoneTwo(each, tokens))
          return []
        if (
          (isRarelyWrong(each, tokens, evidence) && !isMiscopied(each, own, evidence)) ||
          hasNoCounterpart(each, own, evidence) ||
          isOwnResult(each, own, evidence, isSureFigure(each))
        )
          return []
        const moved = movedSpan(each, own, evidence)
        // Mark the period of a rate too, because the period may be the wrong part.
        const span = moved ?? { start: each.start, end: signEnd(each, tokens) ?? each.perEnd ?? each.end }
        return [claimOf(moved ? 'statement' : 'figure', span, text(span), isSureFigure(each), undefined)]
      }),
    ...(bare?.dates ?? dates)
      .filter((each) => !each.isElliptical && !isQuoted(each) && isLookedUp(each.parts, evidence))
      .map((each) => {
        const support =
          findDate(each.parts, evidence) ??
          findDate(absoluteYear(each.parts, thisYear), evidence) ??
          (BEFORE.test(draft.slice(0, each.start)) ? findTurnOfYear(each.parts, evidence) : undefined)
        return claimOf('date', each, text(each), isSureDate(each.parts), support)
      })
      .filter(({ found: support, start, end }) => support !== null || !isAside({ start, end }, asides)),
    ...names
      .filter((each) => !isQuoted(each) && !isNumber(each) && !isWrong(each))
      // In an opinion, a lone name may be general knowledge: "I think we talk too much about Mars".
      .filter((each) => each.keys.length > 1 || !isAside(each, opinions) || findName(each, evidence) !== undefined)
      .map((each) => claimOf('name', each, text(each), isSureName(each, evidence), findName(each, evidence))),
    ...(bare?.studies ?? [])
      .filter(() => !evidence.some(({ text: given }) => NAMES_A_STUDY.test(given)))
      .map((each) => claimOf('study', each, text(each), true, undefined)),
  ]
  const isMarked = (span: Span) =>
    claims.some(({ start, end, found: support }) => support === null && start < span.end && end > span.start)
  const contradicted = isBare
    ? []
    : [
        ...wrongCountsIn(tokens, figures, dates, evidence),
        ...contradictionsIn(draft, tokens, figures, evidence),
        ...wrongBindingsIn(tokens, figures, evidence),
        ...wrongUniversalsIn(tokens, evidence),
      ]
  for (const span of contradicted)
    if (!isQuoted(span) && !isMarked(span)) claims.push(claimOf('statement', span, text(span), false, undefined))
  return claims.filter((claim) => claim.kind === 'study' || !isSkipped(claim)).toSorted((a, b) => a.start - b.start)
}

const isWithin = ({ start, end }: Span, spans: readonly Span[]): boolean =>
  spans.some((span) => start >= span.start && end <= span.end)

/** The maximum number of contradicted claims to mark, to limit the time. */
const MAX_WRONG = 300

/** The maximum number of quotations to compare with translations, to limit the time. */
const MAX_TRANSLATIONS = 20

/** If the topic mentions a study, the draft may refer to it. */
const NAMES_A_STUDY =
  /(?<!\p{L})(?:stud(?:y|ies)|surveys?|polls?|research|reports?|data|statistics|figures)(?!\p{L})|دراس|[أا]بحاث|بحث|استطلاع|تقرير|تقارير|إحصا|بيانات/iu

const BEFORE = /(?<!\p{L})(?:before|until|till|from|قبل|حتى|من|منذ)(?: (?:عام|سنة))? $/iu

/** The maximum number of figures to compare with each claim, to limit the time. */
const MAX_FIGURES = 300

const isMostlyLatin = (words: ReadonlySet<string>): boolean =>
  [...words].filter((word) => /^[a-z\u00C0-\u024F]/u.test(word)).length * 2 > words.size

function claimOf(
  kind: Claim['kind'],
  { start, end }: { start: number; end: number },
  text: string,
  isSure: boolean,
  found: Found | undefined,
): Claim {
  return { kind, start, end, text, isSure, found: found ? sentenceOf(found) : null }
}

/** Numbers that are not figures: list markers (1. · 2) · ٣-) and emoji digits. */
const LIST_NUMBER = /^[ \t]*\p{Nd}{1,2}(?:[.)-](?=\s)|\uFE0F?\u20E3)|\p{Nd}\uFE0F?\u20E3/gmu

/** Addresses without a domain name, which networks do not link: `http://192.0.2.7:8080/77`. */
const NUMBERED_ADDRESS = /https?:\/\/(?:\d+\.\d+\.\d+\.\d+|localhost|\[[\da-f:]+\])(?::\d+)?(?:\/\S*)?/giu

function findQuotation(quotation: Quotation, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const found = findWords(quotation, witness, witness) ?? findWords(quotation, witness, witness.quoted)
    if (found) return found
  }
  return undefined
}

function findWords({ parts }: Quotation, witness: EvidenceText, row: Row): Found | undefined {
  let from = 0
  let [first, last] = [-1, -1]
  const isThere = parts.every((part) => {
    const own = row.row.indexOf(` ${part.join(' ')} `, from)
    // A quotation may leave out «و» (and) at its start.
    const at = own < 0 && /^[\u0620-\u06FF]/u.test(part[0] ?? '') ? row.row.indexOf(` و${part.join(' ')} `, from) : own
    if (at < 0) return false
    if (first < 0) first = at
    last = at + part.join(' ').length
    from = last
    return true
  })
  if (!isThere || first < 0) return undefined
  const [start, end] = [tokenAt(row, first), tokenAt(row, last - 1)]
  return start && end ? { witness, start: start.start, end: end.end } : undefined
}

function tokenAt({ places }: Row, at: number): Token | undefined {
  return places[countBefore(places.length, (n) => (places[n]?.at ?? 0) <= at) - 1]?.token
}

/** If only the trend (a rise, or "warmer") differs from the source, marks from the word of the trend to the figure. */
function movedSpan(claim: Figure, draft: DraftNumbers, evidence: Evidence): Span | undefined {
  const { start, end, pole } = claim
  const mover = claim.mover ?? pole?.word
  if (!mover || claim.isSigned) return undefined
  const support = findFigure({ ...claim, trend: undefined, isLevel: false, pole: undefined }, draft, evidence)
  if (!support || support.computedFrom) return undefined
  return { start: Math.min(mover.start, start), end: Math.max(mover.end, end) }
}

/** The end of the words behind a figure that make it negative: 11 degrees below zero. */
function signEnd({ isSigned, next }: Figure, tokens: readonly Token[]): number | undefined {
  const zero = tokens.slice(next, next + 3).find(({ key }) => /^(?:zero|الصفر)$/u.test(key))
  return isSigned ? zero?.end : undefined
}

function isAside({ start, end }: Span, asides: readonly Span[]): boolean {
  const aside = asides[countBefore(asides.length, (n) => (asides[n]?.start ?? 0) <= start) - 1]
  return aside !== undefined && end <= aside.end
}

/**
 * Whether a count needs no evidence, because it is from the writer's own life or in a question. Shares and amounts need
 * evidence even there.
 */
const isPersonal = (figure: Figure, asides: readonly Span[]): boolean =>
  figure.unit !== 'percent' && !isSureFigure(figure) && isAside(figure, asides)

/** Whether a figure is "two" without a noun, which refers to something mentioned before: "it was two before". */
const isLoneTwo = ({ unit, nouns, values, at, next }: Figure, tokens: readonly Token[]): boolean =>
  unit === null && nouns.length === 0 && values[0] === 2 && next === at + 1 && tokens[at]?.key === 'two'

/** A small count of things that the source does not mention is usually the author's own, as in "three decisions". */
const isOwnCount = ({ values, unit, nouns }: Figure, evidence: Evidence): boolean =>
  unit === null &&
  nouns.length > 0 &&
  values.every((value) => value <= MAX_OWN_COUNT) &&
  evidence.every(({ words, nouns: known }) => {
    const isOneScript = isMostlyLatin(words) === /^[a-z\d]/.test(nouns[0] ?? '')
    return isOneScript && !nouns.some((noun) => known.has(noun))
  })

const MAX_OWN_COUNT = 10

/** A fraction in words is often a rounded result of two figures, so it is never certainly wrong. */
const isSureFigure = ({ unit, isShare }: Figure): boolean =>
  (unit === 'percent' && isShare !== true) || (unit?.startsWith('money:') ?? false)

const isSureDate = ({ relative }: DateParts): boolean => relative === undefined

const LONGEST_SENTENCE = 400

function sentenceOf({ witness, start, end, computedFrom }: Found): Support {
  const { text, origin } = witness
  const before = text.slice(Math.max(0, start - LONGEST_SENTENCE), start)
  const after = text.slice(end, end + LONGEST_SENTENCE)
  const opening = [...before.matchAll(/[.!?؟…]["”»’)\]]*\s+|\n/gu)].at(-1)
  const from = start - before.length + (opening ? opening.index + opening[0].length : 0)
  const close = /[.!?؟…]["”»’)\]]*(?=\s|$)|\n/u.exec(after)
  const to = close ? end + close.index + (close[0] === '\n' ? 0 : close[0].length) : end + after.length
  const parts = computedFrom?.map((part) => ({ start: part.start - from, end: part.end - from }))
  return {
    in: origin,
    sentence: text.slice(from, to),
    start: start - from,
    end: end - from,
    ...(parts && { computedFrom: parts }),
  }
}
