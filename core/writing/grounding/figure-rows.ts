import type { Span } from '../../platforms/web-addresses.ts'
import { stemOf } from './counted-nouns.ts'
import { ordinalsOfNouns } from './counts.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { DraftNumbers } from './surroundings.ts'

/**
 * Finds the source text that supports a frequency in a draft. The text names a period, such as "every month" for twelve
 * times a year, or lists dates, such as two dates for "twice".
 */
export function findListed(claim: Figure, { tokens }: DraftNumbers, evidence: Evidence): Found | undefined {
  const isFrequency =
    claim.unit === 'times' && /^(?:times?|twice|مره|مرات|مرتان|مرتين)$/u.test(tokens[claim.next - 1]?.key ?? '')
  if (!isFrequency) return undefined
  const [value = 0] = claim.values
  for (const witness of evidence) {
    for (const [pattern, count] of EVERY_PERIOD) {
      const match = count === value ? pattern.exec(witness.text) : null
      if (match) return { witness, start: match.index, end: match.index + match[0].length }
    }
    const row = rowOfDates(value, witness)
    if (row) return { witness, ...row }
  }
  return undefined
}

const EVERY_PERIOD: [RegExp, number, string][] = [
  [/(?:every|each) hour|hourly|كل ساعة/iu, 24, 'day'],
  [/(?:every|each) month|monthly|كل شهر|شهري/iu, 12, 'year'],
  [/(?:every|each) week|weekly|كل أسبوع|أسبوعي/iu, 52, 'year'],
  [/(?:every|each) quarter|quarterly|كل ثلاثة أشهر/iu, 4, 'year'],
  [/every six months|half-yearly|كل ستة أشهر|نصف سنوي/iu, 2, 'year'],
]

/** Finds a row of `count` dates with only commas and "and" between them, such as two in "in 2021 and 2023". */
function rowOfDates(count: number, { dates: all, text }: EvidenceText): { start: number; end: number } | undefined {
  const dates = all.slice(0, MAX_DATES)
  if (count < 2 || count > 6) return undefined
  const kindOf = (n: number) => Object.keys(dates[n]?.parts ?? {}).join(' ')
  const isJoined = (n: number) =>
    n > 0 &&
    kindOf(n) === kindOf(n - 1) &&
    !/time|dial/.test(kindOf(n)) &&
    /^(?:[,،]? ?(?:and|و)? ?(?:in|on|on the|في)? ?|[,،] )$/u.test(text.slice(dates[n - 1]?.end, dates[n]?.start))
  let first = 0
  for (let n = 1; n <= dates.length; n++) {
    if (n < dates.length && isJoined(n)) continue
    if (n - first === count) return { start: dates[first]?.start ?? 0, end: dates[n - 1]?.end ?? 0 }
    first = n
  }
  return undefined
}

/** The maximum number of dates to compare, to limit the time in long sources. */
const MAX_DATES = 300

/** Finds a count in another form: fourteen bursts for "burst 14 times", nine editions for the ninth, three listed names. */
export function findCounted(claim: Figure, { tokens }: DraftNumbers, evidence: Evidence): Found | undefined {
  const [value = 0] = claim.values
  if (claim.unit === 'second' && claim.writtenUnit === 'day')
    return value === 6 * 86_400
      ? (findText(ALL_BUT_ONE_DAY, evidence) ?? findRow(6, evidence))
      : findRow(value / 86_400, evidence)
  if (claim.unit !== null) return undefined
  if (/^(?:number|no|رقم)$/u.test(tokens[claim.at - 1]?.key ?? '')) return findOrdinal(value, evidence)
  if (claim.nouns.length === 0) return undefined
  for (const witness of evidence) {
    const event = witness.figures.find(
      (figure) =>
        figure.unit === 'times' &&
        figure.values.includes(value) &&
        witness.tokens
          .slice(Math.max(0, figure.at - NEAR_AN_EVENT), figure.next + NEAR_AN_EVENT)
          .some(({ key, sentence }) => sentence === figure.sentence && claim.nouns.includes(stemOf(key))),
    )
    if (event) return { witness, ...event }
    if (value > 2 && claim.nouns.some((noun) => ordinalsOfNouns(witness).get(noun)?.has(value))) {
      const place = witness.places[0]?.token
      if (place) return { witness, start: place.start, end: place.end }
    }
  }
  return findRow(value, evidence) ?? findOneWithOthers(value, evidence)
}

/** Finds a count that includes the thing itself: 75 recipes for a recipe "with 74 others". */
function findOneWithOthers(value: number, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const { tokens } = witness
    const others = witness.figures.find(
      (figure) =>
        figure.values.includes(value - 1) &&
        /^(?:with|alongside|مع)$/u.test(tokens[figure.at - 1]?.key ?? '') &&
        tokens
          .slice(figure.at + 1, figure.next + 2)
          .some(({ key, sentence }) => sentence === figure.sentence && /^(?:others?|اخري|اخرين)$/u.test(key)),
    )
    if (others) return { witness, start: others.start, end: others.end, computedFrom: [others] }
  }
  return undefined
}

/** Finds the ordinal of a number: "a twelfth shop" for shop number twelve. */
function findOrdinal(value: number, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const isKnown = [...ordinalsOfNouns(witness).values().take(MAX_ORDINALS)].some((ordinals) => ordinals.has(value))
    const place = witness.places[0]?.token
    if (isKnown && place) return { witness, start: place.start, end: place.end }
  }
  return undefined
}

/** The maximum number of nouns whose ordinals to compare, to limit the time in long sources. */
const MAX_ORDINALS = 100

/** Opening hours of six days a week. */
const ALL_BUT_ONE_DAY =
  /(?:every day|daily|all week)[^.!?]{0,20} (?:except|apart from|but)|closed on \p{Lu}\p{L}+days?|أيام الأسبوع[^.!?؟]{0,12} (?:ما عدا|عدا|إلا|باستثناء)|يومي[اًا]+ (?:ما عدا|عدا|إلا|باستثناء)/u

function findText(pattern: RegExp, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const match = pattern.exec(witness.text)
    if (match) return { witness, start: match.index, end: match.index + match[0].length }
  }
  return undefined
}

const NEAR_AN_EVENT = 6

function findRow(count: number, evidence: Evidence): Found | undefined {
  for (const witness of evidence) {
    const row = rowOfDates(count, witness) ?? rowOfNames(count, witness)
    if (row) return { witness, ...row }
  }
  return undefined
}

/** Finds a list of `count` names: Lyon, Graz and Bologna; في عمّان وإربد والزرقاء, "in Amman, Irbid and Zarqa". */
function rowOfNames(count: number, { tokens, text }: EvidenceText): Span | undefined {
  if (count < 3 || count > 7) return undefined
  let [length, first] = [0, 0]
  for (let at = 0; at <= tokens.length; at++) {
    const [before, token] = [tokens[at - 1], tokens[at]]
    const between = before && token ? text.slice(before.end, token.start) : ''
    const isSame = before !== undefined && token?.sentence === before.sentence
    if (token?.key === 'and' && length > 0 && isSame) continue
    const isLatin = token?.kind === 'word' && /^\p{Lu}/u.test(token.text)
    const isNext =
      isSame &&
      (isLatin ? before.key === 'and' || between === ', ' : /^و..../u.test(token.key) && /^.{1,3}$/u.test(between))
    if (isNext && length > 0) length++
    // The word continues the previous name of the list, because a name may consist of several words.
    else if (isLatin && isSame && between === ' ' && length > 0 && /^\p{Lu}/u.test(before.text)) continue
    else {
      if (length === count) return { start: tokens[first]?.start ?? 0, end: before?.end ?? 0 }
      ;[length, first] = [isLatin || /^[\u0620-\u06FF]/u.test(token?.key ?? '') ? 1 : 0, at]
    }
  }
  return undefined
}
