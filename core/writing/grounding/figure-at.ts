import { definiteNoun, ENUMERABLE, nounAt } from './counted-nouns.ts'
import { dualNoun, dualUnit } from './duals.ts'
import { halfOfTime, oneAndMore, stopwatch } from './durations.ts'
import type { ReadFigure } from './figure.ts'
import { hedgeOf } from './hedges.ts'
import { timesInAWord } from './multiples.ts'
import { oneOfEach, partMore, partOfPercent, partOfUnit } from './parts.ts'
import { quantityAt, shareAt } from './quantities.ts'
import { relationOf } from './relations.ts'
import { withoutPrefixes, type Token } from './tokens.ts'
import { currencyOf, TIME_UNITS, unitAt } from './units.ts'
import { weekday } from './weekdays.ts'

export function figureAt(tokens: readonly Token[], at: number): ReadFigure | undefined {
  return (
    stopwatch(tokens, at) ??
    timesInAWord(tokens, at) ??
    dualUnit(tokens, at) ??
    dualNoun(tokens, at) ??
    oneAndMore(tokens, at) ??
    halfOfTime(tokens, at) ??
    oneOfEach(tokens, at) ??
    numberAt(tokens, at)
  )
}

function numberAt(tokens: readonly Token[], at: number): ReadFigure | undefined {
  const first = tokens[at]
  const number = quantityAt(tokens, at)
  if (!first || !number || isIdiom(tokens, at, number.next)) return undefined
  // The zero in "below zero" is no figure. Neither is the quarter of a year in أول ربع كامل, "the first full quarter".
  const isQuarter = number.isShare && /^[وفبل]?ربع$/u.test(first.key)
  if (
    isQuarter &&
    (/^[وفبل]?(?:اول|ثاني|ثالث|اخر|افضل|اسوا)$/u.test(tokens[at - 1]?.key ?? '') ||
      /^(?:كامل|سنوي|سنه|مالي)$/u.test(tokens[at + 1]?.key ?? ''))
  )
    return undefined
  if (first.key === 'zero' && /^(?:below|above)$/.test(tokens[at - 1]?.key ?? '')) return undefined
  const share = shareAt(tokens, number) ?? partOfPercent(tokens, number)
  const { values, within, next } = share ?? number
  const before = currencyOf(tokens[at - 1]) ?? percentBefore(tokens, at)
  const ofUnit = number.isShare ? partOfUnit(tokens, next, values) : undefined
  if (ofUnit) {
    const hedge = hedgeOf(tokens, at, ofUnit.next)
    // Allow a wide range, because "about half an hour" can also mean 25 or 34 minutes.
    const within = hedge === 'about' ? ROUGH_PART * (ofUnit.values[0] ?? 0) : ofUnit.within
    const of = relationOf(tokens, at, ofUnit.next, false)
    return { figure: { ...ofUnit, within, start: first.start, hedge, of }, next: ofUnit.next }
  }
  const unit =
    share || number.isShare
      ? { unit: 'percent', next }
      : (unitAt(tokens, next) ?? unitBehindAWord(tokens, next) ?? someOf(tokens, next))
  const counted = unit ?? nounBefore(tokens, at, next) ?? (before ? { unit: before, next } : undefined)
  const more = share || number.isShare ? undefined : partMore(tokens, counted?.next ?? next)
  if (more && counted) counted.next = more.next
  // In سبعة ملايين ونصف, "seven and a half million", the half means half a million.
  const part = more && !counted && more.part < 1 && number.scale ? more.part * number.scale : (more?.part ?? 0)
  const end = counted ? counted.next : (more?.next ?? next)
  const scaled = more && !counted ? unitAt(tokens, end) : undefined
  const behindNoun = counted || scaled ? null : nounAt(tokens, end)
  const noun = (counted || scaled ? null : definiteNoun(tokens, at)) ?? behindNoun
  const second = behindNoun && nounAt(tokens, end + 1)
  const last = tokens[(scaled?.next ?? (behindNoun ? end + 1 : end)) - 1] ?? first
  const isSmall = values.every((value) => value <= 12 && Number.isInteger(value))
  const isOwn = [noun, second].some((token) => token && ENUMERABLE.has(token.key))
  if (!counted && isSmall && (isOwn || isNumbered(tokens[at - 1]))) return undefined
  // "One" is a figure only before a unit, or before a word such as "million".
  if (values[0] === 1 && first.kind === 'word' && !counted) return undefined
  if (values[0] === 1 && first.kind === 'word' && /^(?:day|times)$/.test(counted?.unit ?? '')) return undefined
  // Skip the "one" of a rate, as in "five kilos of olives for one kilo of oil".
  if (values[0] === 1 && first.kind === 'word' && /^(?:for|per|each|every)$/.test(tokens[at - 1]?.key ?? ''))
    return undefined
  // "If you are one of the 45,000 customers" counts nothing.
  const isOneOfMany = values[0] === 1 && Number(counted?.unit?.slice('of:'.length)) > LARGEST_GROUP
  if (isOneOfMany) return undefined
  // "The two" refers to something mentioned before, so it is not a figure.
  const isPointing = /^(?:the|these|those|both|other)$/.test(tokens[at - 1]?.key ?? '')
  if (!counted && isSmall && !noun && isPointing && first.kind === 'word') return undefined
  const isDual =
    /^or$/.test(tokens[at - 1]?.key ?? '') && first.key === 'two' && /^an?$/.test(tokens[at - 3]?.key ?? '')
  // Skip "a chair or two", which states no exact number.
  if (isDual) return undefined
  return {
    figure: {
      start: counted && before && counted.next === next ? (tokens[at - 1]?.start ?? first.start) : first.start,
      end: last.end,
      values: values.map((value) => value + part),
      within,
      unit: (scaled ?? counted)?.unit ?? null,
      scale: number.scale,
      nouns: [noun, second].flatMap((token) => (token && !/^(?:st|nd|rd|th)$/.test(token.key) ? token.key : [])),
      hedge: hedgeOf(tokens, before ? at - 1 : at, scaled?.next ?? end),
      isShare: share !== undefined || number.isShare,
      of: relationOf(tokens, at, scaled?.next ?? end, (scaled ?? counted)?.unit === 'percent'),
    },
    next: scaled?.next ?? end,
  }
}

/** Finds an Arabic unit that precedes its number: الأشهر التسعة, "the nine months". */
function nounBefore(tokens: readonly Token[], at: number, next: number): { unit: string; next: number } | undefined {
  const [before, token] = [tokens[at - 1]?.key ?? '', tokens[at]?.key ?? '']
  if (!(/^(?:[وفبك]?ال|لل)/u.test(before) || OWNER.test(before)) || !/^ال(?!واحد)/u.test(token)) return undefined
  const unit = withoutPrefixes(before)
    .map((word) => TIME_UNITS.get(word) ?? TIME_UNITS.get(word.replace(OWNER, '')))
    .find(Boolean)
  return unit ? { unit, next } : undefined
}

/** A possessive ending, which makes a noun definite: أيامه الثلاثة, "its three days". */
const OWNER = /(?:هم|هن|ها|ه)$/u

/** Reads a percent sign directly before its number: ٪5. */
function percentBefore(tokens: readonly Token[], at: number): string | undefined {
  const [number, mark, token] = [tokens[at - 2], tokens[at - 1], tokens[at]]
  const isMark = mark !== undefined && /[%٪]/u.test(mark.text) && mark.end === token?.start
  return isMark && !(number?.kind === 'digits' && number.end === mark.start) ? 'percent' : undefined
}

const ROUGH_PART = 0.17
/** The largest group of which one member may be a claim: one of the twelve jurors. */
const LARGEST_GROUP = 100

/** Whether a number only numbers a part of the post: step 1, lesson 2. */
const isNumbered = (before: Token | undefined): boolean =>
  before?.kind === 'word' && /^(?:step|lesson|part|point|tip|rule|chapter|day)$/.test(before.key)

/** Treats "of the five" in "four of the five" as a unit, so that the claim matches only another figure out of five. */
function someOf(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const place = key(at) === 'of' && key(at + 1) === 'the' ? at + 2 : undefined
  const whole = place === undefined ? undefined : quantityAt(tokens, place)
  // "Of the" must be followed by a number to state a total, as in "four of the five".
  return place !== undefined && whole ? { unit: `of:${whole.values[0]}`, next: place } : undefined
}

/** Finds a unit that another word separates from its number: nine working days, three full weeks. */
function unitBehindAWord(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  if (COMPARING.test(tokens[at]?.key ?? '')) {
    const unit = unitAt(tokens, at + 1)
    return unit && (unit.next === at + 2 ? unit : undefined)
  }
  if (!nounAt(tokens, at)) return undefined
  // Two words may precede an English unit: twelve very cold days.
  const isOneSentence = tokens[at + 2]?.sentence === tokens[at]?.sentence
  if (
    isOneSentence &&
    /^[a-z]/.test(tokens[at]?.key ?? '') &&
    TIME_UNITS.has(tokens[at + 2]?.key ?? '') &&
    nounAt(tokens, at + 1)
  )
    return { unit: TIME_UNITS.get(tokens[at + 2]?.key ?? '') ?? '', next: at + 3 }
  const [noun, after] = [tokens[at], tokens[at + 1]]
  const unit = noun && after && after.start - noun.end <= 1 ? TIME_UNITS.get(after.key) : undefined
  // In Arabic, a unit before a number starts a date: يوم 14 آب, "on 14 August".
  if (/^[\u0600-\u06FF]/u.test(after?.key ?? '') && (tokens[at + 2]?.kind === 'digits' || isWeekday(tokens, at + 2)))
    return undefined
  return unit ? { unit, next: at + 2 } : undefined
}

/** Whether a weekday follows, as in شارك 20 طالبًا يوم السبت, "20 pupils took part on Saturday". */
const isWeekday = (tokens: readonly Token[], at: number): boolean => weekday(tokens, at) !== undefined

const COMPARING = /^(?:more|fewer|less|extra|additional|further|other)$/

/** Whether a number is part of an idiom: one on one, 24/7, number one, 50/50. */
function isIdiom(tokens: readonly Token[], at: number, next: number): boolean {
  const [token, before, after] = [tokens[at], tokens[at - 1], tokens[next]]
  if (!token) return true
  // Skip names such as 5G, Kallisto-4b and A380.
  if (token.kind === 'digits' && isInName(token, before, tokens[at + 1])) return true
  if (after?.text === '/' && tokens[next + 1]?.kind === 'digits' && after.start === tokens[next - 1]?.end) return true
  if (before?.text === '/' && tokens[at - 2]?.kind === 'digits') return true
  // Skip the base of a share at the start of a sentence: of every ten claims, about four; من كل عشر مطالبات.
  const isOfEvery = /^(?:every|كل)$/u.test(before?.key ?? '') && /^(?:of|[وف]?من)$/u.test(tokens[at - 2]?.key ?? '')
  if (isOfEvery && tokens[at - 3]?.sentence !== token.sentence && /^(?:10|ten|عشره?|100|hundred|ميه)$/u.test(token.key))
    return true
  // Skip "a family of four" and "a table for two".
  const isGroup = /^(?:of|for)$/.test(before?.key ?? '') && /^(?:family|party|table)$/.test(tokens[at - 2]?.key ?? '')
  if (isGroup && (after?.start ?? Infinity) - (tokens[next - 1]?.end ?? 0) > 1) return true
  // Skip words such as "two-way" and "one-off", which count nothing.
  return token.kind === 'word' && after?.text === '-' && AFTER_HYPHEN.test(tokens[next + 1]?.key ?? '')
}

/** Whether a number is joined to a letter that is no unit: 5G; or to a name with a hyphen, before other letters: -4b. */
const isInName = ({ start, end }: Token, before: Token | undefined, after: Token | undefined): boolean =>
  after?.start === end &&
  (/^G$/.test(after.text) || (before?.text === '-' && before.end === start && /^(?!s$)\p{L}{1,2}$/u.test(after.text)))

const AFTER_HYPHEN =
  /^(?:way|sided|piece|fold|off|on|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/
