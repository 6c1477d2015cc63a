import { countBefore } from '../../binary-search.ts'
import { findHashtags } from '../../platforms/hashtags-in-text.ts'
import { findMentions } from '../../platforms/mentions-in-text.ts'
import { findWebAddresses } from '../../platforms/web-addresses.ts'
import { datesIn, type DateParts, type DateMention } from './dates.ts'
import { figuresIn, type Figure } from './figures.ts'
import { arabicNamesIn, namesIn, type Name } from './names.ts'
import { quotationsIn, tokensWithin, type Quotation } from './quotations.ts'
import { spansOf, tokensOf, withoutPrefixes, type Token } from './tokens.ts'

export interface Given {
  source?: { title?: string | null; text: string } | null
  facts?: string | null
  topic?: string | null
}

export type Origin = 'source' | 'facts' | 'topic'

export interface Claim {
  kind: 'figure' | 'date' | 'quotation' | 'name'
  /** UTF-16 offset of the claim in the draft. */
  start: number
  end: number
  text: string
  /** Whether the claim is certainly wrong without a supporting sentence. Only such claims start a repair. */
  isSure: boolean
  /** The sentence that supports the claim. Null if no sentence does. */
  found: { in: Origin; sentence: string; /** Offset in that sentence. */ start: number; end: number } | null
}

type EvidenceText = ReturnType<typeof parseEvidence>

export type Evidence = readonly EvidenceText[]

/** Collects the sentences that can support claims. Takes linear time. */
export function evidenceOf({ source, facts, topic }: Given): Evidence {
  const texts: [Origin, string | null | undefined][] = [
    ['source', source && [source.title, source.text].filter(Boolean).join('.\n')],
    ['facts', facts],
    ['topic', topic],
  ]
  return texts.flatMap(([origin, text]) => (text?.trim() ? [parseEvidence(origin, text)] : []))
}

function parseEvidence(origin: Origin, text: string) {
  const tokens = tokensOf(text)
  const { figures, dates } = numbersIn(tokens)
  // Joins the quoted passages. A quotation then matches even if the source interrupts it: "…", she said, "…".
  const quoted = quotationsIn(text, tokens).flatMap(({ start, end }) => tokensWithin(tokens, start, end))
  const words = new Set(tokens.filter(({ kind }) => kind === 'word').map(({ key }) => key))
  return { origin, text, figures, dates, words, ...rowOf(tokens), quoted: rowOf(quoted) }
}

function numbersIn(tokens: readonly Token[]): { figures: Figure[]; dates: DateMention[] } {
  const dates = datesIn(tokens)
  const dated = new Set<Token>()
  let at = 0
  for (const { start, end } of dates) {
    while ((tokens[at]?.start ?? Infinity) < start) at++
    for (; (tokens[at]?.end ?? Infinity) <= end; at++) dated.add(tokens[at] as Token)
  }
  return { dates, figures: figuresIn(tokens, (token) => dated.has(token)) }
}

/**
 * Finds the claims of a draft. Returns none without a source or facts, because a topic alone is too little evidence.
 */
export function claimsIn(draft: string, evidence: Evidence): Claim[] {
  if (!evidence.some(({ origin }) => origin !== 'topic')) return []
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
  const figures = all.slice(0, MAX_FIGURES)
  const numbers = [...figures, ...dates]
  const isNumber = ({ start, end }: { start: number; end: number }) =>
    numbers.some((number) => start < number.end && end > number.start)

  // A source in another script spells Latin names differently, so it cannot confirm these names.
  const scripts = new Set(evidence.map(({ words }) => (isMostlyLatin(words) ? 'latin' : 'other')))
  const names = [
    ...(scripts.has('latin') ? namesIn(draft, tokens) : []),
    ...(scripts.has('other') ? arabicNamesIn(draft, tokens) : []),
  ]
  const claims: Claim[] = [
    ...quotations.map((each) => claimOf('quotation', each, text(each), true, findQuotation(each, evidence))),
    ...figures
      .filter((each) => !isQuoted(each))
      .map((each) => claimOf('figure', each, text(each), isSureFigure(each), findFigure(each, evidence))),
    ...dates
      .filter((each) => !isQuoted(each) && isLookedUp(each.parts, evidence))
      .map((each) => claimOf('date', each, text(each), isSureDate(each.parts), findDate(each.parts, evidence))),
    ...names
      .filter((each) => !isQuoted(each) && !isNumber(each))
      .map((each) => claimOf('name', each, text(each), isSureName(each, evidence), findName(each, evidence))),
  ]
  return claims.filter((claim) => !isSkipped(claim)).toSorted((a, b) => a.start - b.start)
}

/** The most figures of a text to compare with each claim. Limits the time. */
const MAX_FIGURES = 300

const isMostlyLatin = (words: ReadonlySet<string>): boolean =>
  [...words].filter((word) => /^[a-z\u00C0-\u024F]/u.test(word)).length * 2 > words.size

type Found = { witness: EvidenceText; start: number; end: number }

function claimOf(
  kind: Claim['kind'],
  { start, end }: { start: number; end: number },
  text: string,
  isSure: boolean,
  found: Found | undefined,
): Claim {
  return { kind, start, end, text, isSure, found: found ? sentenceOf(found) : null }
}

/** Numbers that are no figures: list markers at the start of a line (1. · 2) · ٣-) and keycap digits. */
const LIST_NUMBER = /^[ \t]*\p{Nd}{1,2}(?:[.)-](?=\s)|\uFE0F?\u20E3)|\p{Nd}\uFE0F?\u20E3/gmu

/** Addresses without a domain name, which networks do not link: `http://192.0.2.7:8080/77`. */
const NUMBERED_ADDRESS = /https?:\/\/(?:\d+\.\d+\.\d+\.\d+|localhost|\[[\da-f:]+\])(?::\d+)?(?:\/\S*)?/giu

function findFigure(claim: Figure, evidence: Evidence): Found | undefined {
  let weak: Found | undefined
  /** Whether the figure in `weak` counts a noun, although the claim may count another one. */
  let weakCounts = false
  let isContradicted = false
  for (const witness of evidence) {
    for (const figure of witness.figures) {
      const fit = fitOf(claim, figure)
      const isSame = areSame(claim, figure)
      if (isSame && fit === 'sure') return { witness, ...figure }
      if (isSame && fit === 'open' && (!weak || weakCounts)) {
        weak = { witness, ...figure }
        weakCounts = figure.nouns.length > 0 || claim.unit?.startsWith('of:') === true
      }
      const isOfMany = claim.nouns.length > 0 && !isDistinct(claim)
      if (!isSame && fit === 'sure' && (isOfMany || claim.unit?.startsWith('of:'))) isContradicted = true
    }
  }
  if (!weak && claim.unit === null) weak = findYear(claim, evidence)
  if (!weak && claim.unit === 'month') weak = findPeriod(claim, evidence)
  // In the source, the claim's number counts only other nouns, and its noun has only other numbers. This is no
  // evidence.
  const likely = isContradicted && weakCounts && claim.unit !== 'times' ? undefined : weak
  return likely ?? findPair(claim, evidence)
}

function fitOf(claim: Figure, figure: Figure): 'sure' | 'open' | 'none' {
  if (claim.unit !== null && figure.unit !== null && isLoose(claim) === isLoose(figure))
    return claim.unit === figure.unit ? 'sure' : 'none'
  if (claim.unit !== null || figure.unit !== null) {
    // A number without a unit may match a number with a unit, but not a number that counts another noun.
    if (isLoose(claim) && isLoose(figure)) return 'open'
    const bare = isLoose(claim) ? claim : figure
    if (claim.unit === 'percent') return 'none'
    return bare.nouns.length === 0 || bare.unit !== null ? 'open' : 'none'
  }
  return claim.nouns.some((noun) => figure.nouns.includes(noun)) ? 'sure' : 'open'
}

/** Whether a number is so specific that it rarely has two meanings in one text: 1,150, but not 12. */
const isDistinct = ({ values }: Figure): boolean =>
  values.some((value) => value >= 100 && String(value).replace(/0+$/, '').length >= 3)

const isLoose = ({ unit }: Figure): boolean => unit === null || unit.startsWith('of:')

function areSame(claim: Figure, figure: Figure): boolean {
  if (areOpposite(claim, figure)) return false
  const within = Math.max(claim.within, figure.within)
  // If only one of the figures has a unit, compares the numbers as written, not converted to base units.
  const isBare = isLoose(claim) !== isLoose(figure)
  const [values, others] = isBare
    ? [claim.writtenValues ?? claim.values, figure.writtenValues ?? figure.values]
    : [claim.values, figure.values]
  return values.some((value) =>
    others.some((other) => {
      const isNear = Math.abs(value - other) <= Math.max(within, Math.abs(other) * EXACT)
      return isNear || isHedged(claim, value, other)
    }),
  )
}

/** Whether two figures have opposite signs or directions: 5% and −5%. A verb such as "fell" counts as a minus sign. */
function areOpposite(claim: Figure, figure: Figure): boolean {
  if (claim.direction && figure.direction) return claim.direction !== figure.direction
  const isNegative = ({ isSigned, direction }: Figure) => isSigned === true && direction === 'down'
  return isNegative(claim) || isNegative(figure)
}

const EXACT = 1e-9
const ABOUT = 0.08
/** The most by which a rounded claim may miss the figure: "more than 30%" is true of 34%, but misleading for 80%. */
const AT_MOST_OFF = 0.25

function isHedged({ hedge }: Figure, value: number, other: number): boolean {
  const off = (other - value) / Math.abs(other || 1)
  if (hedge === 'about') return Math.abs(off) <= ABOUT
  if (hedge === 'over') return off >= 0 && off <= AT_MOST_OFF
  return hedge === 'under' && off <= 0 && -off <= AT_MOST_OFF
}

/** Finds two figures that produce the claim together: "doubled" for 20 and 40, "a fifth" for 17 of 84. */
function findPair(claim: Figure, evidence: Evidence): Found | undefined {
  const kind = claim.unit === 'times' ? 'times' : claim.of
  if (!kind || (kind === 'difference' && claim.unit === 'percent')) return undefined
  for (const witness of evidence)
    for (const [n, figure] of witness.figures.entries())
      for (const before of witness.figures.slice(Math.max(0, n - (kind === 'difference' ? 3 : 1)), n)) {
        const [from, to] = [before.values[0] ?? 0, figure.values[0] ?? 0]
        const unit = [before, figure].find((candidate) => !isLoose(candidate))?.unit ?? null
        const areOne = [before, figure].every((candidate) => candidate.unit === unit || isLoose(candidate))
        const isFar = figure.start - before.end > FARTHEST[kind]
        if (!areOne || (kind === 'times' && before.unit !== figure.unit) || from <= 0 || to <= 0 || isFar) continue
        if (JOINS[kind] && !JOINS[kind].test(witness.text.slice(before.end, figure.start))) continue
        const between = witness.text.slice(before.end, figure.start)
        if (kind === 'difference' && !DIFFER.test(between) && (claim.values[0] ?? 0) < MIN_DIFFERENCE) continue
        if (COMES_TO[kind](claim, from, to, unit)) return { witness, start: before.start, end: figure.end }
      }
  return undefined
}

type Pair = 'times' | 'difference' | 'part' | 'change'

/** Largest distance between the two figures of a pair, in UTF-16 units. */
const FARTHEST: Record<Pair, number> = { times: 80, difference: 160, part: 40, change: 40 }
/** Smaller differences between two figures occur by chance, unless the text contrasts the two. */
const MIN_DIFFERENCE = 10
const PART_OFF = 0.7 // In percentage points.

/**
 * Words that connect the two figures of a pair: 17 of its 84, 3,500 instead of 10,000, from 4,200 to 6,900. In Arabic:
 * من أصل "out of", مقابل "against", بدل "instead of", إلى "to".
 */
const JOINS: Partial<Record<Pair, RegExp>> = {
  part: /(?:^| )(?:of|down from|against|instead of|rather than|من [أا]صل|مقابل|بدل[اًا]*)(?: |$)/u,
  change: /(?:^| )(?:to|from|[إا]لى|مقابل)(?: |$)/u,
}

const DIFFER = /(?:^|[ ،,])(?:to|from|against|instead of|compared with|[إا]لى|مقابل|بدل[اًا]*|وكانت|بعدما)(?: |$)/u

const COMES_TO: Record<Pair, (claim: Figure, from: number, to: number, unit: string | null) => boolean> = {
  times: (claim, from, to) =>
    [to / from, from / to].some((ratio) =>
      claim.values.some((value) => Math.abs(ratio - value) < 0.05 || isHedged(claim, value, ratio)),
    ),
  difference: (claim, from, to, unit) =>
    // The difference of two percentages supports only a claim in percentage points.
    (unit === 'percent' ? claim.unit === 'points' : claim.unit === unit || (claim.unit === null) !== (unit === null)) &&
    claim.values.some((value) => {
      const off = Math.abs(to - from)
      return value > 1 && (Math.abs(off - value) <= value * EXACT || isHedged(claim, value, off))
    }),
  part: (claim, from, to) => isShare(claim, Math.min(from, to) / Math.max(from, to)),
  change: (claim, from, to) => isShare(claim, Math.abs(to - from) / from),
}

const isShare = (claim: Figure, part: number): boolean =>
  claim.values.some((value) => Math.abs(100 * part - value) <= PART_OFF || isHedged(claim, value, 100 * part))

/** Finds the same period in other words: six months for half a year, or three months for a quarter. */
function findPeriod({ values }: Figure, evidence: Evidence): Found | undefined {
  const part = values.includes(6) ? 'half' : values.includes(3) ? 'quarter' : undefined
  for (const witness of part ? evidence : []) {
    const date = witness.dates.find(({ parts }) => part && parts[part] !== undefined)
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}

/**
 * Finds a year that is written in words and so looks like a figure: عام ألفين وثلاثين, "the year two thousand and
 * thirty".
 */
function findYear({ values }: Figure, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const date = witness.dates.find(({ parts }) => parts.year !== undefined && values.includes(parts.year))
    if (date) return { witness, start: date.start, end: date.end }
  }
  return undefined
}

function findDate(claim: DateParts, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const date = witness.dates.find(({ parts }) => holds(parts, claim, witness))
    if (date) return { witness, start: date.start, end: date.end }
    const figure = isYearOnly(claim) && witness.figures.find(({ values }) => values.includes(claim.year ?? 0))
    if (figure) return { witness, start: figure.start, end: figure.end }
  }
  return undefined
}

const isYearOnly = (parts: DateParts): boolean => Object.keys(parts).join('') === 'year'

/** All parts of a claimed date must occur together, except the year, which may occur elsewhere in the text. */
function holds(mention: DateParts, claim: DateParts, witness: EvidenceText): boolean {
  return (Object.keys(claim) as (keyof DateParts)[]).every((part) => {
    if (part === 'dial') return onDial(mention) === claim.dial
    // A month in the source also supports a claim about the quarter or season of that month.
    const isItsYear = claim.year === undefined || mention.year === claim.year
    const hasMonth = mention[part] === undefined && mention.month !== undefined && isItsYear
    if (hasMonth && holdsMonth(part, claim, Number(mention.month))) return true
    if (part === 'time' && mention.dial !== undefined) return mention.dial === onDial(claim)
    if (mention[part] !== undefined) return mention[part] === claim[part]
    if (part !== 'year' || isYearOnly(claim)) return false
    return witness.dates.some(({ parts }) => parts.year === claim.year)
  })
}

/** A claim with a relative date such as "last year" needs a source with a relative date of the same kind. */
const isLookedUp = ({ relative }: DateParts, evidence: Evidence): boolean =>
  relative === undefined ||
  evidence.some(({ dates }) => dates.some(({ parts }) => parts.relative?.split(' ')[1] === relative.split(' ')[1]))

const SEASONS: Record<string, readonly number[]> = {
  spring: [3, 4, 5],
  summer: [6, 7, 8],
  autumn: [9, 10, 11],
  winter: [12, 1, 2],
}

function holdsMonth(part: keyof DateParts, claim: DateParts, month: number): boolean {
  if (part === 'season') return SEASONS[claim.season ?? '']?.includes(month) ?? false
  if (part === 'quarter') return Math.ceil(month / 3) === claim.quarter
  return part === 'half' && Math.ceil(month / 6) === claim.half
}

const onDial = ({ time, dial }: DateParts): number | undefined => dial ?? (time === undefined ? undefined : time % 720)

function findQuotation(quotation: Quotation, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const found = findWords(quotation, witness, witness) ?? findWords(quotation, witness, witness.quoted)
    if (found) return found
  }
  return undefined
}

/** The words and numbers of a text as keys joined by blanks, with the position and token of each key. */
interface Row {
  row: string
  places: { at: number; token: Token }[]
}

function rowOf(tokens: readonly Token[]): Row {
  const places: Row['places'] = []
  const keys: string[] = []
  let at = 0
  for (const token of tokens) {
    if (token.kind === 'sign') continue
    places.push({ at, token })
    keys.push(token.key)
    at += token.key.length + 1
  }
  return { row: ` ${keys.join(' ')} `, places }
}

function findWords({ parts }: Quotation, witness: EvidenceText, row: Row): Found | undefined {
  let from = 0
  let [first, last] = [-1, -1]
  const isThere = parts.every((part) => {
    const at = row.row.indexOf(` ${part.join(' ')} `, from)
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

const isSureFigure = ({ unit }: Figure): boolean => unit === 'percent' || (unit?.startsWith('money:') ?? false)

const isSureDate = ({ relative }: DateParts): boolean => relative === undefined

/** A name is only doubtful if the material has a part of it: the rest may be another spelling. */
const isSureName = ({ keys }: Name, evidence: Evidence): boolean =>
  !keys.some((key) => evidence.some(({ words }) => spellingsOf(key).some((candidate) => words.has(candidate))))

function findName({ keys }: Name, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    if (!keys.every((key) => spellingsOf(key).some((candidate) => witness.words.has(candidate)))) continue
    const first = spellingsOf(keys[0] ?? '')
    const place = witness.places.find(({ token }) => first.includes(token.key))
    if (place) return { witness, start: place.token.start, end: place.token.end }
  }
  return undefined
}

/** Variants of a name: without a prefix or final s, with the Arabic article, or with an ending as in "Californian". */
const spellingsOf = (key: string): string[] => [
  key,
  ...withoutPrefixes(key),
  key.replace(/s$/, ''),
  ...(/^[ae]l[a-z]{5}/.test(key) ? [key.slice(2)] : []),
  ...(/^[a-z]{5}/.test(key) ? [`al${key}`, `el${key}`] : []),
  ...(key.length > 4 ? ['n', 'an', 'ian'].map((ending) => key + ending) : []),
]

const LONGEST_SENTENCE = 400

function sentenceOf({ witness, start, end }: Found): NonNullable<Claim['found']> {
  const { text, origin } = witness
  const before = text.slice(Math.max(0, start - LONGEST_SENTENCE), start)
  const after = text.slice(end, end + LONGEST_SENTENCE)
  const opening = [...before.matchAll(/[.!?؟…]["”»’)\]]*\s+|\n/gu)].at(-1)
  const from = start - before.length + (opening ? opening.index + opening[0].length : 0)
  const close = /[.!?؟…]["”»’)\]]*(?=\s|$)|\n/u.exec(after)
  const to = close ? end + close.index + (close[0] === '\n' ? 0 : close[0].length) : end + after.length
  return { in: origin, sentence: text.slice(from, to), start: start - from, end: end - from }
}
