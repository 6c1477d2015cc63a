import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { findMentions } from '../platforms/mentions-in-text.ts'
import { findWebAddresses } from '../platforms/web-addresses.ts'
import { datesIn, type DateParts, type DateSaid } from './dates.ts'
import { figuresIn, type Figure } from './figures.ts'
import { arabicNamesIn, namesIn, type Name } from './names.ts'
import { quotationsIn, type Quotation } from './quotations.ts'
import { tokensOf, withoutPrefixes, type Token } from './tokens.ts'

/** What a draft is held against: what its author gave. */
export interface Given {
  source?: { title?: string | null; text: string } | null
  /** The person's own facts. */
  facts?: string | null
  topic?: string | null
}

export type Origin = 'source' | 'facts' | 'topic'

/** Something in a draft that can be looked up: a figure, a date, a quotation, a name. */
export interface Claim {
  kind: 'figure' | 'date' | 'quotation' | 'name'
  /** Where it stands in the draft, in UTF-16 units. */
  start: number
  end: number
  text: string
  /** The sentence that has it; null where nothing that was given has it. */
  found: { in: Origin; sentence: string; /** Within that sentence. */ start: number; end: number } | null
}

interface Witness {
  origin: Origin
  text: string
  figures: Figure[]
  dates: DateSaid[]
  words: ReadonlySet<string>
  /** The keys of words and numbers, each between blanks, and where each begins in `row`, with its token. */
  row: string
  places: { at: number; token: Token }[]
}

/** What was given, read once for any number of drafts. */
export type Evidence = readonly Witness[]

/** Takes time in proportion to the length of what is given. */
export function evidenceOf({ source, facts, topic }: Given): Evidence {
  const texts: [Origin, string | null | undefined][] = [
    ['source', source && [source.title, source.text].filter(Boolean).join('.\n')],
    ['facts', facts],
    ['topic', topic],
  ]
  return texts.flatMap(([origin, text]) => (text?.trim() ? [witnessOf(origin, text)] : []))
}

function witnessOf(origin: Origin, text: string): Witness {
  const tokens = tokensOf(text)
  const { figures, dates } = numbersIn(tokens)
  const places: Witness['places'] = []
  const keys: string[] = []
  let at = 0
  for (const token of tokens) {
    if (token.kind === 'sign') continue
    places.push({ at, token })
    keys.push(token.key)
    at += token.key.length + 1
  }
  const words = new Set(tokens.filter(({ kind }) => kind === 'word').map(({ key }) => key))
  return { origin, text, figures, dates, words, row: ` ${keys.join(' ')} `, places }
}

function numbersIn(tokens: readonly Token[]): { figures: Figure[]; dates: DateSaid[] } {
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
 * Everything in a draft that can be looked up, in its order, each with where it was found. Without a source or facts there
 * is nothing to look things up in, and so nothing: a topic alone says too little.
 */
export function claimsIn(draft: string, evidence: Evidence): Claim[] {
  if (!evidence.some(({ origin }) => origin !== 'topic')) return []
  const tokens = tokensOf(draft)
  const skipped = [...findHashtags(draft), ...findMentions(draft), ...findWebAddresses(draft), ...listNumbers(draft)]
  const isSkipped = ({ start, end }: { start: number; end: number }) =>
    skipped.some((span) => start < span.end && end > span.start)
  const text = ({ start, end }: { start: number; end: number }) => draft.slice(start, end)

  const quotations = quotationsIn(draft, tokens)
  const isQuoted = ({ start, end }: { start: number; end: number }) =>
    quotations.some((quotation) => start >= quotation.start && end <= quotation.end)
  const { dates, figures: all } = numbersIn(tokens)
  const figures = all.slice(0, MOST_FIGURES)
  const numbers = [...figures, ...dates]
  const isNumber = ({ start, end }: { start: number; end: number }) =>
    numbers.some((number) => start < number.end && end > number.start)

  // A name in Latin letters is spelt in others where the source is in another script.
  const scripts = new Set(evidence.map(({ words }) => (isMostlyLatin(words) ? 'latin' : 'other')))
  const names = [
    ...(scripts.has('latin') ? namesIn(draft, tokens) : []),
    ...(scripts.has('other') ? arabicNamesIn(draft, tokens) : []),
  ]
  const claims: Claim[] = [
    ...quotations.map((each) => claimOf('quotation', each, text(each), findQuotation(each, evidence))),
    ...figures
      .filter((each) => !isQuoted(each))
      .map((each) => claimOf('figure', each, text(each), findFigure(each, evidence))),
    ...dates
      .filter((each) => !isQuoted(each))
      .map((each) => claimOf('date', each, text(each), findDate(each.parts, evidence))),
    ...names
      .filter((each) => !isQuoted(each) && !isNumber(each))
      .map((each) => claimOf('name', each, text(each), findName(each, evidence))),
  ]
  return claims.filter((claim) => !isSkipped(claim)).toSorted((one, other) => one.start - other.start)
}

/** Each is compared with every figure that was given. No post has as many. */
const MOST_FIGURES = 300

const isMostlyLatin = (words: ReadonlySet<string>): boolean =>
  [...words].filter((word) => /^[a-z\u00C0-\u024F]/u.test(word)).length * 2 > words.size

type Found = { witness: Witness; start: number; end: number }

function claimOf(
  kind: Claim['kind'],
  { start, end }: { start: number; end: number },
  text: string,
  found: Found | undefined,
): Claim {
  return { kind, start, end, text, found: found ? sentenceOf(found) : null }
}

/** 1. · 2) · ٣- at the beginning of a line, and digits in a keycap, count the draft's own lines. */
function listNumbers(draft: string): { start: number; end: number }[] {
  return [...draft.matchAll(/^[ \t]*\p{Nd}{1,2}(?:[.)-](?=\s)|\uFE0F?\u20E3)|\p{Nd}\uFE0F?\u20E3/gmu)].map(
    ({ 0: match, index }) => ({
      start: index,
      end: index + match.length,
    }),
  )
}

// Figures

function findFigure(claim: Figure, evidence: Evidence): Found | undefined {
  let weak: Found | undefined
  /** Whether that one counts something, which is something else. */
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
  if (claim.unit === 'times') return weak ?? findRatio(claim, evidence)
  // Something else is that many, and what it speaks of is another number.
  return isContradicted && weakCounts ? undefined : weak
}

/** Whether two figures are of the same thing: surely, perhaps, surely not. */
function fitOf(claim: Figure, figure: Figure): 'sure' | 'open' | 'none' {
  if (claim.unit !== null && figure.unit !== null) return claim.unit === figure.unit ? 'sure' : 'none'
  if (claim.unit !== null || figure.unit !== null) {
    // A bare number beside one with a unit may be the same; one that counts something else is not.
    const bare = claim.unit === null ? claim : figure
    const isLoose = bare.nouns.length === 0 && claim.unit !== 'percent' && figure.unit !== 'percent'
    return isLoose || claim.unit?.startsWith('of:') ? 'open' : 'none'
  }
  return claim.nouns.some((noun) => figure.nouns.includes(noun)) ? 'sure' : 'open'
}

/** 1,150 is hardly two things in one text; twelve may be. */
const isDistinct = ({ values }: Figure): boolean =>
  values.some((value) => value >= 100 && String(value).replace(/0+$/, '').length >= 3)

function areSame(claim: Figure, figure: Figure): boolean {
  const within = Math.max(claim.within, figure.within)
  // Where one has no unit, what was said is compared, and not what its unit comes to.
  const isBare = (claim.unit === null) !== (figure.unit === null)
  const [values, others] = isBare
    ? [claim.said ?? claim.values, figure.said ?? figure.values]
    : [claim.values, figure.values]
  return values.some((value) =>
    others.some((other) => {
      const isNear = Math.abs(value - other) <= Math.max(within, Math.abs(other) * EXACT)
      return isNear || isHedged(claim, value, other)
    }),
  )
}

const EXACT = 1e-9
const ABOUT = 0.06
/** More than 30% is true of 34%, and says little of 80%. */
const AT_MOST_OFF = 0.25

function isHedged({ hedge }: Figure, value: number, other: number): boolean {
  const off = (other - value) / Math.abs(other || 1)
  if (hedge === 'about') return Math.abs(off) <= ABOUT
  if (hedge === 'over') return off >= 0 && off <= AT_MOST_OFF
  return hedge === 'under' && off <= 0 && -off <= AT_MOST_OFF
}

/** "Doubled" says in a word what two figures say: from 20 to 40. */
function findRatio(claim: Figure, evidence: Evidence): Found | undefined {
  for (const witness of evidence)
    for (const [n, figure] of witness.figures.entries()) {
      const before = witness.figures[n - 1]
      const [from, to] = [before?.values[0] ?? 0, figure.values[0] ?? 0]
      const areOne = before !== undefined && before.unit === figure.unit && figure.start - before.end < 80
      if (areOne && from > 0 && claim.values.some((value) => Math.abs(to / from - value) < 0.05))
        return { witness, start: before.start, end: figure.end }
    }
  return undefined
}

// Dates

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

/** Each part that is claimed stands there too; a year may stand elsewhere in the same text. */
function holds(said: DateParts, claim: DateParts, witness: Witness): boolean {
  return (Object.keys(claim) as (keyof DateParts)[]).every((part) => {
    if (said[part] !== undefined) return said[part] === claim[part]
    if (part !== 'year' || isYearOnly(claim)) return false
    return witness.dates.some(({ parts }) => parts.year === claim.year)
  })
}

// Quotations and names

function findQuotation({ parts }: Quotation, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    let from = 0
    let [first, last] = [-1, -1]
    const isThere = parts.every((part) => {
      const at = witness.row.indexOf(` ${part.join(' ')} `, from)
      if (at < 0) return false
      if (first < 0) first = at
      last = at + part.join(' ').length
      from = last
      return true
    })
    if (!isThere || first < 0) continue
    const [start, end] = [tokenAt(witness, first), tokenAt(witness, last - 1)]
    if (start && end) return { witness, start: start.start, end: end.end }
  }
  return undefined
}

/** The token that holds a place of the row of keys. */
function tokenAt({ places }: Witness, at: number): Token | undefined {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.at ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return places[low - 1]?.token
}

function findName({ keys }: Name, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const isThere = keys.every(
      (key) =>
        witness.words.has(key) ||
        withoutPrefixes(key).some((one) => witness.words.has(one)) ||
        witness.words.has(key.replace(/s$/, '')),
    )
    if (!isThere) continue
    const place = witness.places.find(({ token }) => token.key === keys[0] || token.key === keys[0]?.replace(/s$/, ''))
    if (place) return { witness, start: place.token.start, end: place.token.end }
  }
  return undefined
}

// What is shown of it

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
