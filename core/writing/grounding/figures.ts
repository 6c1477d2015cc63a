import { byWord, wordSet } from '../../word-lists.ts'
import { definiteNoun, ENUMERABLE, nounAt, stemOf } from './counted-nouns.ts'
import { hedgeOf, type Hedge } from './hedges.ts'
import { ARABIC_SCALES, each, numberInWords } from './number-words.ts'
import { poleOf, type Pole } from './poles.ts'
import { quantityAt, shareAt, type Quantity } from './quantities.ts'
import { trendOfFigure, type Trend } from './trends.ts'
import { areTogether, wholeNumber, withoutPrefixes, type Token } from './tokens.ts'
import { CURRENCIES, DUALS, IN_BASE, MEASURES, SINGLE_UNITS, TIME_UNITS, currencyOf, inBase, unitAt } from './units.ts'

export interface Figure {
  /** UTF-16 offsets of the figure, including its unit or the noun that it counts. */
  start: number
  end: number
  /** Possible values of the figure. 1.234 can mean 1,234 or a decimal, and 50 percent has the value 50. */
  values: number[]
  /** The tolerance of the values, so that "a third" equals 33 percent. */
  within: number
  /** The figure's unit, if known (percent, day, money:dollar …), else null. */
  unit: string | null
  /** Stems of the nouns that the figure may count, such as "school" in "eleven secondary schools". */
  nouns: readonly string[]
  /** The values as written, if they were converted to a base unit. */
  writtenValues?: number[]
  /** The factor from the written value to the base unit. */
  times?: number
  /** The unit as written, before the conversion to a base unit. */
  writtenUnit?: string | undefined
  /** The period of a rate: "day" in "18,000 litres a day". */
  per?: string | undefined
  /** The end of the rate's period in the text. */
  perEnd?: number | undefined
  /** The number of the figure's sentence in the text. */
  sentence: number
  /** Position of the first token, and of the token after the last. */
  at: number
  next: number
  /** The scale, if written as a word: thousand, million … */
  scale?: number | undefined
  /**
   * Whether the figure means a rise or a fall. If a plus or minus sign says so (`isSigned`), the sign must match
   * exactly.
   */
  trend?: Trend | undefined
  /** The word that states the trend. */
  mover?: Token | undefined
  isSigned?: boolean
  /** Whether the value is the level that was reached or left, as in "rose to 5%", and not the change itself. */
  isLevel?: boolean
  /** Whether the figure is written as a part of a whole: "a third", "one in five". */
  isShare?: boolean
  hedge: Hedge
  /** The end of a scale that the figure states: 2 degrees warmer. */
  pole?: Pole | undefined
  /** The figure before, if its unit may also be the unit of this figure, which has none. */
  elided?: Figure
  /** Whether the number is only in the form of a noun, as in مدينتان, "two cities". It supports claims, but is none. */
  isImplied?: boolean
  /** How the figure relates to another figure: nine more than before, a third of it, down by a third. */
  of?: 'difference' | 'part' | 'change' | undefined
}

/** Finds the figures in a text, except those in dates. Runs in linear time. */
export function figuresIn(tokens: readonly Token[], isInDate: (token: Token) => boolean): Figure[] {
  const found: Figure[] = []
  let behind = 0
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    const read = token && !isInDate(token) ? figureAt(tokens, at) : undefined
    if (read) {
      const figure: Figure = { ...read.figure, sentence: token?.sentence ?? 0, at, next: read.next }
      inBaseUnit(figure)
      Object.assign(figure, trendOfFigure(tokens, at, read.next))
      figure.pole = poleOf(tokens, at, read.next)
      const period = periodAt(tokens, read.next)
      figure.per = period?.unit
      figure.perEnd = period?.end
      const before = found.at(-1)
      if (before && isMore(before, figure) && isJoined(tokens, behind, at)) add(before, figure)
      else if (before && isLargerPart(before, figure) && tokens[behind]?.key === 'و' && behind === at - 1) {
        add(before, figure)
        before.unit ??= figure.unit
        before.nouns = figure.nouns
      } else {
        if (before && isRange(tokens, behind, at))
          shareUnit(before, figure, /^(?:to|الي)$/u.test(tokens[at - 1]?.key ?? ''))
        else if (before && before.sentence === figure.sentence && isLackingUnit(figure))
          figure.elided = before.elided ?? before
        found.push(figure)
      }
      behind = read.next
    }
    at = read ? read.next : at + 1
  }
  return found
}

function inBaseUnit(figure: Figure): void {
  const { unit } = figure
  figure.writtenValues ??= figure.values
  figure.writtenUnit = unit ?? undefined
  if (unit === null || !IN_BASE[unit]) return
  figure.within *= IN_BASE[unit][0]
  figure.values = figure.values.map((value) => inBase(value, unit).value)
  figure.times = IN_BASE[unit][0]
  figure.unit = inBase(1, unit).unit
}

/**
 * Whether two durations form one figure: three hours and 26 minutes; ساعة وخمس وثلاثون دقيقة, "an hour and thirty-five
 * minutes".
 */
const isMore = (one: Figure, other: Figure): boolean =>
  (one.unit === 'second' || one.unit === 'month') && one.unit === other.unit && (one.times ?? 1) > (other.times ?? 1)

/** Whether two numbers form one: مليونًا و480 ألف دولار, "one million and 480 thousand dollars". */
const isLargerPart = (one: Figure, other: Figure): boolean =>
  one.scale !== undefined &&
  other.scale !== undefined &&
  one.scale > other.scale &&
  (other.values[0] ?? 0) < one.scale &&
  (one.unit === null || one.unit === other.unit) &&
  one.nouns.length === 0

function isJoined(tokens: readonly Token[], from: number, to: number): boolean {
  // A comma may separate the two durations.
  const areClose = tokens.slice(from, to + 1).every(({ start }, n) => start - (tokens[from + n - 1]?.end ?? start) <= 2)
  return areClose && (from === to || (to - from === 1 && /^(?:and|و)$/u.test(tokens[from]?.key ?? '')))
}

function add(one: Figure, other: Figure): void {
  one.values = one.values.map((value) => value + (other.values[0] ?? 0))
  one.writtenValues = one.values
  one.end = other.end
}

/** Whether only a dash or a range word separates two positions. Range words are "to", "and" and إلى, "to". */
function isRange(tokens: readonly Token[], from: number, to: number): boolean {
  return (
    from < to &&
    to - from <= 2 &&
    (tokens.slice(from, to).every(({ key }) => /^(?:to|and|or|vs|versus|[–—-]|الي|او|و)$/u.test(key)) ||
      /^(?:instead of|rather than|out of|من اصل|بدلا من)$/u.test(keysBetween(tokens, from, to)) ||
      (to - from === 1 && /^(?:of|against|بدل|مقابل)$/u.test(tokens[from]?.key ?? ''))) &&
    // Numbers with a comma between them are not a range.
    tokens
      .slice(from, to + 1)
      .every(({ start, sign }, n) => start - (tokens[from + n - 1]?.end ?? start) <= (sign ? 2 : 1))
  )
}

const keysBetween = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ key }) => key)
    .join(' ')

/** Gives both ends of a range the same unit: 20 to 40 percent, from nine days to six. */
function shareUnit(one: Figure, other: Figure, isLevel: boolean): void {
  const [bare, full] = one.unit === null ? [one, other] : [other, one]
  // The scale may follow the other end than the unit: £12–15 million.
  if (bare.unit === null && bare.nouns.length === 0 && bare.scale && !full.scale && full.unit?.startsWith('money:'))
    full.values = full.writtenValues = full.values.flatMap((value) => [value * bare.scale!, value])
  if (bare.unit !== null || bare.nouns.length > 0 || full.isShare) return
  // In "fell by 33% to 1.2 million", the second number is a level and not a percentage.
  if (full.unit === 'percent' && (bare.scale || bare.values.every((value) => value > 100))) return
  if (full.unit === 'percent' && bare === other && isLevel && full.trend && !full.isLevel) return
  // The unit or scale at one end of a range also applies to the other.
  const scales = full.scale && !bare.scale ? [full.scale, 1] : [1]
  bare.writtenValues = bare.values.flatMap((value) => scales.map((scale) => value * scale))
  bare.values = bare.writtenValues.map((value) => value * (full.times ?? 1))
  bare.unit = full.unit
}

/** Whether a figure may take over the unit of the figure before it: every eight minutes and every fifteen on Sundays. */
const isLackingUnit = ({ unit, nouns }: Figure): boolean => unit === null && nouns.length === 0

/** A figure that still lacks its position among the tokens. */
type Reading = Omit<Figure, 'sentence' | 'at' | 'next'>

interface Read {
  figure: Reading
  next: number
}

const EVERY = wordSet('a an per each every في كل لكل بال')
const ADVERBS = byWord({
  hour: 'hourly',
  day: 'daily يوميا',
  week: 'weekly اسبوعيا',
  month: 'monthly شهريا',
  year: 'yearly annually سنويا',
})

/** Reads the period of a rate: £36 a year, 900 parcels per shift; 95 كرونة شهريًا, "95 kroner monthly". */
function periodAt(tokens: readonly Token[], next: number): { unit: string; end: number } | undefined {
  for (let at = next; at < next + 2; at++) {
    const [token, after] = [tokens[at], tokens[at + 1]]
    if (!token || token.start - (tokens[at - 1]?.end ?? 0) > 1 || token.kind === 'digits') return undefined
    const adverb = ADVERBS.get(token.key)
    if (adverb) return { unit: adverb, end: token.end }
    if (token.text === '/' || EVERY.has(token.key)) {
      const word = after?.key.replace(/^ال/u, '') ?? ''
      // In Arabic, في means "per" in a rate, but "in" before a date: في يوم الأحد, "on Sunday".
      const isArabicIn = token.key === 'في' && !after?.key.startsWith('ال')
      const period = word === 's' || word === 'س' ? (word === 'س' ? 'hour' : 'second') : TIME_UNITS.get(word)
      return isArabicIn || (token.key === 'في' && /^ال(?:ماضي|مقبل|قادم|حالي)/u.test(tokens[at + 2]?.key ?? ''))
        ? undefined
        : period === undefined
          ? undefined
          : { unit: period, end: after?.end ?? token.end }
    }
  }
  return undefined
}

function figureAt(tokens: readonly Token[], at: number): Read | undefined {
  return (
    stopwatch(tokens, at) ??
    timesInAWord(tokens, at) ??
    dualUnit(tokens, at) ??
    dualNoun(tokens, at) ??
    oneAndMore(tokens, at) ??
    oneOfEach(tokens, at) ??
    numberAt(tokens, at)
  )
}

const exact = (tokens: readonly Token[], at: number, next: number, value: number, unit: string): Reading => ({
  start: tokens[at]?.start ?? 0,
  end: tokens[next - 1]?.end ?? 0,
  values: [value],
  within: 0,
  unit,
  nouns: [],
  hedge: hedgeOf(tokens, at, next),
})

/** Reads a duration such as 2:29:47 or 2h30 in seconds. */
function stopwatch(tokens: readonly Token[], at: number): Read | undefined {
  const short = hoursAndMinutes(tokens, at)
  if (short) return { figure: exact(tokens, at, short.next, short.minutes * 60, 'second'), next: short.next }
  if (tokens[at]?.kind !== 'digits' || tokens[at + 1]?.text !== ':') return undefined
  const row = tokens.slice(at, at + 5)
  const areClose = row.every(({ start }, n) => n === 0 || start === row[n - 1]?.end)
  const shape = row.map(({ kind, text }) => (kind === 'digits' ? '0' : text)).join('')
  const [hours, , minutes, , seconds] = row.map(({ key }) => Number(key))
  if (!areClose || shape !== '0:0:0' || !row[0] || !row[4] || !(minutes! < 60) || !(seconds! < 60)) return undefined
  return { figure: exact(tokens, at, at + 5, hours! * 3_600 + minutes! * 60 + seconds!, 'second'), next: at + 5 }
}

/** Reads hours and minutes with one letter: 2h30, 2h30min, 2 h 30. */
function hoursAndMinutes(tokens: readonly Token[], at: number): { minutes: number; next: number } | undefined {
  const [hours, letter, minutes] = [wholeNumber(tokens[at], 0, 999), tokens[at + 1], tokens[at + 2]]
  if (hours === undefined || !letter) return undefined
  const joined = areTogether(tokens, at, at + 1) ? /^h(?:rs?)?([0-5]?\d)(?:m|mn|min|mins)?$/.exec(letter.key) : null
  if (joined) return { minutes: hours * 60 + Number(joined[1]), next: at + 2 }
  const areNear = [1, 2].every((n) => (tokens[at + n]?.start ?? Infinity) - (tokens[at + n - 1]?.end ?? 0) <= 1)
  const isPair = areNear && letter.key === 'h' && /^[0-5]\d$/.test(minutes?.key ?? '')
  if (!isPair || tokens[at + 3]?.start === minutes?.end || TIME_UNITS.has(tokens[at + 3]?.key ?? '')) return undefined
  return { minutes: hours * 60 + Number(minutes?.key), next: at + 3 }
}

const unitNamed = (word: string): string | undefined =>
  MEASURES.get(word) ?? CURRENCIES.get(word) ?? TIME_UNITS.get(word)

/**
 * A unit without a number means one unit if a fraction follows: an hour and a half; ساعة ونصف, "an hour and a half".
 */
function oneAndMore(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const english = /^an?$/.test(token.key) ? unitAt(tokens, at + 1) : undefined
  const half = english && tokens[english.next]?.key === 'and' ? partMore(tokens, english.next) : undefined
  if (english && half) return { figure: exact(tokens, at, half.next, 1 + half.part, english.unit), next: half.next }
  if (english && isMoreTime(tokens, english.next))
    return { figure: exact(tokens, at, english.next, 1, english.unit), next: english.next }
  const unit = withoutPrefixes(token.key)
    .map((word) => SINGLE_UNITS.get(word) ?? (ADDED_PARTS.has(tokens[at + 1]?.key ?? '') ? unitNamed(word) : undefined))
    .find(Boolean)
  if (!unit) return undefined
  const more = partMore(tokens, at + 1)
  const place = tokens[at + 1]?.key === 'و' ? at + 2 : at + 1
  const isJoined = tokens[at + 1]?.key.startsWith('و') && (tokens[at + 1]?.start ?? 0) - token.end <= 1
  const number = !more && isJoined ? quantityAt(tokens, place) : undefined
  const isTime = number && TIME_UNITS.has(tokens[number.next]?.key ?? '')
  if (!more && !isTime) return undefined
  const next = more?.next ?? at + 1
  const figure = {
    ...exact(tokens, at, next, 1 + (more?.part ?? 0), unit),
    of: BY_THAT_MUCH.test(token.key) ? ('difference' as const) : undefined,
  }
  return { figure, next }
}

/** Whether a smaller duration follows: a year and four months. */
function isMoreTime(tokens: readonly Token[], at: number): boolean {
  const number = tokens[at]?.key === 'and' ? quantityAt(tokens, at + 1) : undefined
  return number !== undefined && TIME_UNITS.has(tokens[number.next]?.key ?? '')
}

/** Reads an Arabic proportion with an implied "one": حاوية من كل أربع, "one container in four". */
function oneOfEach(tokens: readonly Token[], at: number): Read | undefined {
  const [from, each, before] = [tokens[at], tokens[at + 1], tokens[at - 1]]
  if (from?.key !== 'من' || each?.key !== 'كل' || before?.kind !== 'word') return undefined
  const whole = quantityAt(tokens, at + 2)
  const value = whole?.values[0]
  if (!whole || whole.isShare || value === undefined || value < 2) return undefined
  return { figure: exact(tokens, at - 1, whole.next, 100 / value, 'percent'), next: whole.next }
}

/** Finds an Arabic unit that precedes its number: الأشهر التسعة, "the nine months". */
function nounBefore(tokens: readonly Token[], at: number, next: number): { unit: string; next: number } | undefined {
  const [before, token] = [tokens[at - 1]?.key ?? '', tokens[at]?.key ?? '']
  if (!/^(?:[وفبك]?ال|لل)/u.test(before) || !/^ال(?!واحد)/u.test(token)) return undefined
  const unit = withoutPrefixes(before)
    .map((word) => TIME_UNITS.get(word))
    .find(Boolean)
  return unit ? { unit, next } : undefined
}

function numberAt(tokens: readonly Token[], at: number): Read | undefined {
  const first = tokens[at]
  const number = quantityAt(tokens, at)
  if (!first || !number || isIdiom(tokens, at, number.next)) return undefined
  // "Below zero" is a minus sign.
  if (first.key === 'zero' && /^(?:below|above)$/.test(tokens[at - 1]?.key ?? '')) return undefined
  const share = shareAt(tokens, number) ?? partOfPercent(tokens, number)
  const { values, within, next } = share ?? number
  const before = currencyOf(tokens[at - 1]) ?? percentBefore(tokens, at)
  const ofUnit = number.isShare ? partOfUnit(tokens, next, values) : undefined
  if (ofUnit) {
    const hedge = hedgeOf(tokens, at, ofUnit.next)
    // "About half an hour" can also mean 25 or 34 minutes.
    const within = hedge === 'about' ? ROUGH_PART * (ofUnit.values[0] ?? 0) : ofUnit.within
    return { figure: { ...ofUnit, within, start: first.start, hedge }, next: ofUnit.next }
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
  const noun = behindNoun ?? (counted || scaled ? null : definiteNoun(tokens, at))
  const second = behindNoun && nounAt(tokens, end + 1)
  const last = tokens[(scaled?.next ?? (behindNoun ? end + 1 : end)) - 1] ?? first
  const isSmall = values.every((value) => value <= 12 && Number.isInteger(value))
  const isOwn = [noun, second].some((token) => token && ENUMERABLE.has(token.key))
  if (!counted && isSmall && (isOwn || isNumbered(tokens[at - 1]))) return undefined
  // "One" is a figure only before a unit or scale.
  if (values[0] === 1 && first.kind === 'word' && !counted) return undefined
  if (values[0] === 1 && first.kind === 'word' && /^(?:day|times)$/.test(counted?.unit ?? '')) return undefined
  // A rate: five kilos of olives for one kilo of oil.
  if (values[0] === 1 && first.kind === 'word' && /^(?:for|per|each|every)$/.test(tokens[at - 1]?.key ?? ''))
    return undefined
  // "The two" refers to something mentioned before, so it is not a figure.
  const isPointing = /^(?:the|these|those|both|other)$/.test(tokens[at - 1]?.key ?? '')
  if (!counted && isSmall && !noun && isPointing && first.kind === 'word') return undefined
  const isDual =
    /^or$/.test(tokens[at - 1]?.key ?? '') && first.key === 'two' && /^an?$/.test(tokens[at - 3]?.key ?? '')
  // "A chair or two" counts nothing.
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
      of: ofTwo(tokens, at, scaled?.next ?? end, (scaled ?? counted)?.unit === 'percent'),
    },
    next: scaled?.next ?? end,
  }
}

/** Reads a percent sign directly before its number: ٪5. */
function percentBefore(tokens: readonly Token[], at: number): string | undefined {
  const [number, mark, token] = [tokens[at - 2], tokens[at - 1], tokens[at]]
  const isMark = mark !== undefined && /[%٪]/u.test(mark.text) && mark.end === token?.start
  return isMark && !(number?.kind === 'digits' && number.end === mark.start) ? 'percent' : undefined
}

const ROUGH_PART = 0.17

/** Whether a number only numbers a part of the post: step 1, lesson 2. */
const isNumbered = (before: Token | undefined): boolean =>
  before?.kind === 'word' && /^(?:step|lesson|part|point|tip|rule|chapter|day)$/.test(before.key)

const MORE =
  /^(?:more|fewer|less|higher|lower|longer|shorter|dearer|cheaper|slower|faster|older|younger|extra|اكثر|اقل|اعلي|ادني|اضافي|اضافيه)$/u
const COMPARING = /^(?:more|fewer|less|extra|additional|further|other)$/
const BY = /^(?:by|margin|gap|difference|بفارق|بمقدار|بنسبه|بزياده|بانخفاض|بواقع|زياده|فارق|الفارق|فرق)$/u

/** The Arabic prefix ب, "by", before the amount of a change: تراجع بثلاثة عشر, "fell by thirteen". */
const BY_THAT_MUCH = /^ب(?!عض)[\u0620-\u06FF]{2}/u

/** How a figure relates two others: "35 fewer" is a difference, "a fifth of them" a part. */
function ofTwo(tokens: readonly Token[], at: number, next: number, isShare: boolean): Figure['of'] {
  const keys = (from: number, to: number) => tokens.slice(Math.max(0, from), to).map(({ key }) => key)
  const isBy = keys(at - 3, at).some((key) => BY.test(key)) || BY_THAT_MUCH.test(tokens[at]?.key ?? '')
  if (isShare && keys(at - 1, at)[0] === 'الي') return 'change'
  if (isShare) return isBy ? 'change' : 'part'
  const after = keys(at, next + 2)
  // Percentage points are a difference of two percentages.
  const isPoints = /^(?:points?|ميويه)$/u.test(keys(next - 1, next)[0] ?? '')
  return isPoints ||
    isBy ||
    after.some((key) => MORE.test(key)) ||
    /^(?:to go|left)/.test(keys(next, next + 2).join(' '))
    ? 'difference'
    : undefined
}

/** Reads a part of one percent: half a percent; نصف في المئة. */
function partOfPercent(
  tokens: readonly Token[],
  { isShare, values: [value = 0], next }: Quantity,
): Quantity | undefined {
  const place = /^(?:an?|of)$/.test(tokens[next]?.key ?? '') ? next + 1 : next
  const unit = isShare ? unitAt(tokens, place) : undefined
  return unit?.unit === 'percent' ? { values: [value / 100], within: 0, isShare: false, next: unit.next } : undefined
}

/** Reads a part of a unit: half an hour; ربع ساعة, "a quarter of an hour". */
function partOfUnit(tokens: readonly Token[], at: number, values: readonly number[]) {
  const key = (n: number) => tokens[n]?.key ?? ''
  const place = /^(?:an?|of)$/.test(key(at)) ? (/^an?$/.test(key(at + 1)) ? at + 2 : at + 1) : at
  const points = unitAt(tokens, place)
  const word = key(place).replace(/^ال/u, '')
  const named =
    TIME_UNITS.get(word) ?? MEASURES.get(word) ?? (tokens[place]?.kind === 'word' ? CURRENCIES.get(word) : undefined)
  const unit = named ?? (points?.unit === 'points' ? points.unit : undefined)
  if (!unit || values[0] === undefined) return undefined
  const { value, unit: base } = inBase(values[0] / 100, unit)
  const next = named ? place + 1 : (points?.next ?? place + 1)
  // A fraction such as "a third of a litre" is a rounded value.
  const within = Number.isInteger(values[0]) ? 0 : 0.03 * value
  return { end: tokens[next - 1]?.end ?? 0, values: [value], within, unit: base, nouns: [], next }
}

/** Reads an added part of a unit or scale: six hours and a half; سبعة ملايين ونصف مليون, "seven and a half million". */
function partMore(tokens: readonly Token[], at: number): { part: number; next: number } | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  if (key(at) === 'and' && key(at + 1) === 'a' && key(at + 2) === 'half') return { part: 0.5, next: at + 3 }
  const part = ADDED_PARTS.get(key(at))
  if (part === undefined || (tokens[at]?.start ?? 0) - (tokens[at - 1]?.end ?? 0) > 1) return undefined
  const scale = ARABIC_SCALES.get(key(at + 1).replace(/^ال(?!ف$)/u, ''))
  if (scale) return { part: part * scale.scale, next: at + 2 }
  const word = key(at + 1).replace(/^ال/u, '')
  // The text may repeat the unit after the part: "three years and half a year".
  const isUnit = TIME_UNITS.has(word) || CURRENCIES.has(word) || MEASURES.has(word)
  return { part, next: isUnit ? at + 2 : at + 1 }
}

const ADDED_PARTS = new Map<string, number>(
  Object.entries({ ونصف: 0.5, ونصفا: 0.5, وربع: 0.25, وربعا: 0.25, وثلث: 1 / 3 }),
)

/** Treats "of the five" in "four of the five" as a unit, so that the claim matches only another figure out of five. */
function someOf(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const place = key(at) === 'of' && key(at + 1) === 'the' ? at + 2 : undefined
  const whole = place === undefined ? undefined : quantityAt(tokens, place)
  // "Of the" must be followed by a number to state a total.
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
  if (/^[a-z]/.test(tokens[at]?.key ?? '') && TIME_UNITS.has(tokens[at + 2]?.key ?? '') && nounAt(tokens, at + 1))
    return { unit: TIME_UNITS.get(tokens[at + 2]?.key ?? '') ?? '', next: at + 3 }
  const [noun, after] = [tokens[at], tokens[at + 1]]
  const unit = noun && after && after.start - noun.end <= 1 ? TIME_UNITS.get(after.key) : undefined
  // In Arabic, a unit before a number starts a date: يوم 14 آب, "on 14 August".
  if (/^[\u0600-\u06FF]/u.test(after?.key ?? '') && tokens[at + 2]?.kind === 'digits') return undefined
  return unit ? { unit, next: at + 2 } : undefined
}

/** Reads the Arabic dual form of a unit, which means two: يومان, "two days"; أسبوعين, "two weeks". */
function dualUnit(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const unit = withoutPrefixes(token.key)
    .map((reading) => DUALS.get(reading))
    .find((token) => token !== undefined)
  // "Two points" may also mean two remarks.
  if (!unit || (unit === 'points' && !tokens[at + 1]?.key.startsWith('ميوي'))) return undefined
  const more = IN_BASE[unit] || unit === 'month' ? partMore(tokens, at + 1) : undefined
  const next = more?.next ?? at + 1
  return { figure: exact(tokens, at, next, 2 + (more?.part ?? 0), unit), next }
}

/** Reads the Arabic dual of a feminine noun, and "each of them two": مدينتان, "two cities"; كل منهما. */
function dualNoun(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const isEach = token.key === 'منهما' && /^[وفبل]?كلا?$/u.test(tokens[at - 1]?.key ?? '')
  if (!isEach && !/^[\u0620-\u064A]{2,}ت(?:ان|ين)$/u.test(token.key)) return undefined
  if (!isEach && (token.key.length < 6 || numberInWords(tokens, at))) return undefined
  const figure: Reading = { ...exact(tokens, at, at + 1, 2, ''), unit: null, isImplied: true }
  return { figure: { ...figure, nouns: isEach ? [] : withoutPrefixes(token.key).map(stemOf) }, next: at + 1 }
}

const TIMES = new Map([
  ...each(
    'double doubled doubles doubling twice twofold تضاعف تضاعفت يتضاعف تتضاعف ضاعف ضاعفت يضاعف تضاعف ضعف الضعف',
    2,
  ),
  ...each('triple tripled triples tripling treble trebled', 3),
  ...each('quadruple quadrupled quadruples quadrupling', 4),
  ...each('halve halved halves halving', 0.5),
  ...'three four five six seven eight nine ten'.split(' ').map((word, n): [string, number] => [`${word}fold`, n + 3]),
])

function timesInAWord(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const again = halfAgain(tokens, at)
  if (again) return { figure: exact(tokens, at, again, 1.5, 'times'), next: again }
  const value = withoutPrefixes(token.key)
    .map((form) => TIMES.get(form))
    .find((times) => times !== undefined)
  const after = tokens[at + 1]?.key ?? ''
  // نقاط الضعف are weaknesses, spelt like "double".
  if (token.key.endsWith('ضعف') && /نق(?:اط|طه)$/u.test(tokens[at - 1]?.key ?? '')) return undefined
  if (value === undefined || after === 'down' || (token.key === 'halves' && at > 0)) return undefined
  return { figure: exact(tokens, at, at + 1, value, 'times'), next: at + 1 }
}

/** Reads one and a half times in words: half as much again; half again as many. Returns the place behind them. */
function halfAgain(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.key !== 'half') return undefined
  const words = tokens.slice(at + 1, at + 4).map(({ key }) => key)
  return /^(?:as \S+ again|again as \S+)$/.test(words.join(' ')) ? at + 4 : undefined
}

const AFTER_HYPHEN =
  /^(?:way|sided|piece|fold|off|on|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/

/** Whether a number is part of an idiom: one on one, 24/7, number one, 50/50. */
function isIdiom(tokens: readonly Token[], at: number, next: number): boolean {
  const [token, before, after] = [tokens[at], tokens[at - 1], tokens[next]]
  if (!token) return true
  if (after?.text === '/' && tokens[next + 1]?.kind === 'digits' && after.start === tokens[next - 1]?.end) return true
  if (before?.text === '/' && tokens[at - 2]?.kind === 'digits') return true
  // A number may belong to a name, such as iPhone 15.
  return token.kind === 'word' && after?.text === '-' && AFTER_HYPHEN.test(tokens[next + 1]?.key ?? '')
}
