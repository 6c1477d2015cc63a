import { byWord, wordSet } from '../../word-lists.ts'
import { ARABIC_SCALES, each, ENGLISH_SCALES, numberInWords } from './number-words.ts'
import { directionOf, type Direction } from './directions.ts'
import { withoutPrefixes, type Token } from './tokens.ts'
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
  direction?: Direction | undefined
  isSigned?: boolean
  /** Whether the value is the level that was reached or left, as in "rose to 5%", and not the change itself. */
  isLevel?: boolean
  /** Whether it is written as a part of a whole: "a third", "one in five". */
  isShare?: boolean
  hedge: 'about' | 'over' | 'under' | null
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
      Object.assign(figure, directionOf(tokens, at, read.next))
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
  figure.values = figure.values.map((value) => inBase(value, unit).value)
  figure.times = IN_BASE[unit][0]
  figure.unit = inBase(1, unit).unit
}

/**
 * Whether two durations form one figure: three hours and 26 minutes; ساعة وخمس وثلاثون دقيقة, "an hour and thirty-five
 * minutes".
 */
const isMore = (one: Figure, other: Figure): boolean =>
  one.unit === 'second' && other.unit === 'second' && (one.times ?? 1) > (other.times ?? 1)

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
    tokens.slice(from, to).every(({ key }) => /^(?:to|and|or|vs|versus|[–—-]|الي|او|و)$/u.test(key)) &&
    // Numbers with a comma between them are not a range.
    tokens.slice(from, to + 1).every(({ start }, n) => start - (tokens[from + n - 1]?.end ?? start) <= 1)
  )
}

/** Gives both ends of a range the same unit: 20 to 40 percent, from nine days to six. */
function shareUnit(one: Figure, other: Figure, isLevel: boolean): void {
  const [bare, full] = one.unit === null ? [one, other] : [other, one]
  if (bare.unit !== null || bare.nouns.length > 0 || full.isShare) return
  // In "fell by 33% to 1.2 million", the second number is a level and not a percentage.
  if (full.unit === 'percent' && (bare.scale || bare.values.every((value) => value > 100))) return
  if (full.unit === 'percent' && bare === other && isLevel && full.direction && !full.isLevel) return
  // The unit or scale at one end of a range also applies to the other.
  const scales = full.scale && !bare.scale ? [1, full.scale] : [1]
  bare.writtenValues = bare.values.flatMap((value) => scales.map((scale) => value * scale))
  bare.values = bare.writtenValues.map((value) => value * (full.times ?? 1))
  bare.unit = full.unit
}

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

/** Reads a duration such as 2:29:47 in seconds. */
function stopwatch(tokens: readonly Token[], at: number): Read | undefined {
  if (tokens[at]?.kind !== 'digits' || tokens[at + 1]?.text !== ':') return undefined
  const row = tokens.slice(at, at + 5)
  const areClose = row.every(({ start }, n) => n === 0 || start === row[n - 1]?.end)
  const shape = row.map(({ kind, text }) => (kind === 'digits' ? '0' : text)).join('')
  const [hours, , minutes, , seconds] = row.map(({ key }) => Number(key))
  if (!areClose || shape !== '0:0:0' || !row[0] || !row[4] || !(minutes! < 60) || !(seconds! < 60)) return undefined
  return { figure: exact(tokens, at, at + 5, hours! * 3_600 + minutes! * 60 + seconds!, 'second'), next: at + 5 }
}

/** An Arabic unit without a number means one unit if a fraction follows: ساعة ونصف, "an hour and a half". */
function oneAndMore(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const unit = withoutPrefixes(token.key)
    .map((word) => SINGLE_UNITS.get(word))
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

/** The Arabic noun before a definite numeral: العيادات الأربع عشرة, "the fourteen clinics"; الموظفين الـ١١٥٠. */
function definiteNoun(tokens: readonly Token[], at: number): { key: string } | null {
  const [before, token] = [tokens[at - 1], tokens[at]]
  const isDefinite = token?.kind === 'word' ? token.key.startsWith('ال') : before?.key === 'ال' || before?.key === 'الـ'
  const noun = token?.kind === 'word' ? before : tokens[at - 2]
  if (!isDefinite || noun?.kind !== 'word' || NO_NOUNS.has(noun.key) || !/^[\u0620-\u06FF]{3}/u.test(noun.key))
    return null
  return { key: stemOf(noun.key) }
}

function numberAt(tokens: readonly Token[], at: number): Read | undefined {
  const first = tokens[at]
  const number = quantityAt(tokens, at)
  if (!first || !number || isIdiom(tokens, at, number.next)) return undefined
  // "Below zero" is a minus sign.
  if (first.key === 'zero' && /^(?:below|above)$/.test(tokens[at - 1]?.key ?? '')) return undefined
  const share = shareAt(tokens, number)
  const { values, within, next } = share ?? number
  const before = currencyOf(tokens[at - 1])
  const ofUnit = number.isShare ? partOfUnit(tokens, next, values) : undefined
  if (ofUnit)
    return { figure: { ...ofUnit, start: first.start, hedge: hedgeOf(tokens, at, ofUnit.next) }, next: ofUnit.next }
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
  // "The two" refers to something mentioned before, so it is no figure.
  const isPointing = /^(?:the|these|those|both|other)$/.test(tokens[at - 1]?.key ?? '')
  if (!counted && isSmall && !noun && isPointing && first.kind === 'word') return undefined
  return {
    figure: {
      start: counted && before && counted.next === next ? (tokens[at - 1]?.start ?? first.start) : first.start,
      end: last.end,
      values: values.map((value) => value + part),
      within,
      unit: (scaled ?? counted)?.unit ?? null,
      scale: number.scale,
      nouns: [noun, second].flatMap((token) => token?.key ?? []),
      hedge: hedgeOf(tokens, before ? at - 1 : at, scaled?.next ?? end),
      isShare: share !== undefined || number.isShare,
      of: ofTwo(tokens, at, scaled?.next ?? end, (scaled ?? counted)?.unit === 'percent'),
    },
    next: scaled?.next ?? end,
  }
}

/** Whether a number only numbers a part of the post: step 1, lesson 2. */
const isNumbered = (before: Token | undefined): boolean =>
  before?.kind === 'word' && /^(?:step|lesson|part|point|tip|rule|chapter|day)$/.test(before.key)

const MORE =
  /^(?:more|fewer|less|higher|lower|longer|shorter|dearer|cheaper|slower|faster|older|younger|extra|اكثر|اقل|اعلي|ادني|اضافي|اضافيه)$/u
const BY = /^(?:by|margin|gap|difference|بفارق|بمقدار|بنسبه|بزياده|بانخفاض|بواقع|زياده|فارق|الفارق|فرق)$/u

/** The Arabic prefix ب, "by", before the amount of a change: تراجع بثلاثة عشر, "fell by thirteen". */
const BY_THAT_MUCH = /^ب(?!عض)[\u0620-\u06FF]{2}/u

/** How a figure relates two others: "35 fewer" is a difference, "a fifth of them" a part. */
function ofTwo(tokens: readonly Token[], at: number, next: number, isShare: boolean): Figure['of'] {
  const keys = (from: number, to: number) => tokens.slice(Math.max(0, from), to).map(({ key }) => key)
  const isBy = keys(at - 3, at).some((key) => BY.test(key)) || BY_THAT_MUCH.test(tokens[at]?.key ?? '')
  if (isShare && keys(at - 1, at)[0] === 'الي') return 'change'
  if (isShare) return isBy ? 'change' : 'part'
  const after = keys(next, next + 2)
  // Percentage points are a difference of two percentages.
  const isPoints = /^(?:points?|ميويه)$/u.test(keys(next - 1, next)[0] ?? '')
  return isPoints || isBy || after.some((key) => MORE.test(key)) || /^(?:to go|left)/.test(after.join(' '))
    ? 'difference'
    : undefined
}

interface Quantity {
  values: number[]
  within: number
  isShare: boolean
  scale?: number | undefined
  next: number
}

/** Reads a part of a unit: half an hour; ربع ساعة, "a quarter of an hour". */
function partOfUnit(tokens: readonly Token[], at: number, values: readonly number[]) {
  const key = (n: number) => tokens[n]?.key ?? ''
  const place = /^(?:an?|of)$/.test(key(at)) ? (/^an?$/.test(key(at + 1)) ? at + 2 : at + 1) : at
  const unit = TIME_UNITS.get(key(place)) ?? MEASURES.get(key(place))
  if (!unit || values[0] === undefined) return undefined
  const { value, unit: base } = inBase(values[0] / 100, unit)
  const end = tokens[place]?.end ?? 0
  return { end, values: [value], within: 0, unit: base, nouns: [], next: place + 1 }
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

/** Reads a number in digits or words, with its scale: 4.5 million; ٣ آلاف, "3 thousand"; thirty-eight. */
function quantityAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const token = tokens[at]
  const inDigits = fractionAt(tokens, at)
  if (inDigits) return inDigits
  if (token?.kind === 'digits') {
    const values = readDigits(token.key)
    const scale = scaleAt(tokens, at + 1, token.end)
    return {
      values: values.map((value) => value * (scale?.scale ?? 1)),
      within: 0,
      isShare: false,
      scale: scale?.scale,
      next: scale?.next ?? at + 1,
    }
  }
  if (token?.kind !== 'word') return undefined
  const words = numberInWords(tokens, at)
  if (!words) return undefined
  const { value, next, isShare } = words
  const last = tokens[next - 1]?.key ?? ''
  const scale = ENGLISH_SCALES.get(last) ?? ARABIC_SCALES.get(last)?.scale
  return { values: [value], within: isShare && !Number.isInteger(value) ? 0.7 : 0, isShare, scale, next }
}

/**
 * Reads a fraction: "¾ of" and "3/4 of" are shares, 2 3/4 and 2¾ are numbers. A lone 1/5 means part 1 of 5 in a series
 * of posts.
 */
function fractionAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const part = (from: number): number | undefined => {
    const [over, bar, under] = tokens.slice(from, from + 3)
    const areClose = over?.end === bar?.start && bar?.end === under?.start
    if (over?.kind !== 'digits' || bar?.key !== '/' || under?.kind !== 'digits' || !areClose) return undefined
    const [above, below] = [Number(over.key), Number(under.key)]
    return above > 0 && above < below && below <= 100 ? above / below : undefined
  }
  const token = tokens[at]
  if (token?.kind !== 'digits') return undefined
  if (/^[¼½¾⅐-⅞]$/u.test(token.text)) return shareOf(Number(token.key), at + 1)
  const alone = part(at)
  const after = tokens[at + 3]?.key ?? ''
  if (alone !== undefined && (/^(?:of|من|an?)$/u.test(after) || TIME_UNITS.has(after))) return shareOf(alone, at + 3)
  const isMixed = /^\d{1,3}$/.test(token.key) && tokens[at + 1]?.start === token.end + 1
  const more = isMixed ? part(at + 1) : undefined
  if (more === undefined) return undefined
  return { values: [Number(token.key) + more], within: 0, isShare: false, next: at + 4 }
}

function shareOf(part: number, next: number): Quantity {
  return { values: [100 * part], within: Number.isInteger(100 * part) ? 0 : 0.7, isShare: true, next }
}

const SCALE_LETTERS = new Map<string, number>(Object.entries({ k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12 }))

function scaleAt(tokens: readonly Token[], at: number, numberEnd: number): { scale: number; next: number } | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const isAttached = token.start === numberEnd
  // In "828m tall", m means metres, not millions.
  if (
    isAttached &&
    token.text === 'm' &&
    /^(?:tall|high|long|wide|deep|above|below|away)$/.test(tokens[at + 1]?.key ?? '')
  )
    return undefined
  const scale = isAttached
    ? SCALE_LETTERS.get(token.key)
    : (ENGLISH_SCALES.get(token.key) ??
      ARABIC_SCALES.get(token.key)?.scale ??
      (/^(?:bn|mn)$/.test(token.key) || (token.key === 'm' && currencyOf(tokens[at - 2]))
        ? SCALE_LETTERS.get(token.key)
        : undefined))
  if (scale === undefined) return undefined
  return { scale, next: at + 1 }
}

/** Reads digits with separators: 1,234.5 · 1.234,5 · ١٬٢٣٤٫٥. 1.234 has two readings. */
function readDigits(text: string): number[] {
  const plain = text.replace(/[ \u00A0\u202F'’٬]/gu, '').replace(/٫/gu, '.')
  if (text.includes('٫') || /[٬]/u.test(text)) return [Number(plain.replaceAll(',', ''))].filter(Number.isFinite)
  const marks = plain.replace(/\d/g, '')
  if (marks === '') return [Number(plain)]
  const last = marks.at(-1) ?? ''
  const isMixed = marks.includes('.') && marks.includes(',')
  const other = last === '.' ? ',' : '.'
  if (isMixed) return [Number(plain.replaceAll(other, '').replace(last, '.'))].filter(Number.isFinite)
  const groups = plain.split(last).slice(1)
  const areThousands = groups.every((group) => group.length === 3)
  const whole = Number(plain.replaceAll(last, ''))
  // Indian numbers have groups of two digits before the last three: 1,23,456.
  const isIndian = last === ',' && /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(plain)
  if (marks.length > 1) return areThousands || isIndian ? [whole] : []
  const part = Number(plain.replace(last, '.'))
  if (!areThousands) return [part]
  return last === ',' ? [whole] : [part, whole]
}

// Reads proportions: six in ten; 3 out of 4; ستة من كل عشرة, "six out of every ten".

const ROUND = /^(?:عشره|ميه|مايه|الف|10|100|1000)$/u

function shareAt(tokens: readonly Token[], first: Quantity): Quantity | undefined {
  const word = (n: number) => (tokens[n]?.kind === 'word' ? (tokens[n]?.key ?? '') : '')
  // A noun may separate the two numbers of a proportion: "one container in eight".
  const joins = /^(?:in|out|من)$/u
  let next = joins.test(word(first.next + 1)) && !joins.test(word(first.next)) ? first.next + 1 : first.next
  const isBetween = next > first.next
  // Punctuation between the words ends the proportion.
  for (let at = first.next; at <= next; at++)
    if ((tokens[at]?.start ?? Infinity) - (tokens[at - 1]?.end ?? 0) > 1) return undefined
  if (isBetween && numberInWords(tokens, first.next)) return undefined
  if (word(next) === 'in') next += word(next + 1) === 'every' ? 2 : 1
  else if (word(next) === 'out' && word(next + 1) === 'of') next += word(next + 2) === 'every' ? 3 : 2
  else if (word(next) === 'of' && word(next + 1) === 'every') next += 2
  else if (word(next) === 'من' && /^(?:كل|اصل|بين)$/u.test(word(next + 1))) next += 2
  else if (word(next) === 'من' && (isBetween || ROUND.test(tokens[next + 1]?.key ?? ''))) next += 1
  else return undefined
  const second = quantityAt(tokens, next)
  const [part, whole] = [first.values[0], second?.values[0]]
  const isWhole = whole !== undefined && [2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 100, 1_000].includes(whole)
  if (!second || part === undefined || !isWhole || part >= whole) return undefined
  // Allows rounding by one percentage point, such as "nine in ten" for 91 percent.
  return { values: [(100 * part) / whole], within: whole <= 10 ? 1 : 0, isShare: true, next: second.next }
}

/** Finds a unit that another word separates from its number: nine working days, three full weeks. */
function unitBehindAWord(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  if (!nounAt(tokens, at)) return undefined
  const [noun, after] = [tokens[at], tokens[at + 1]]
  const unit = noun && after && after.start - noun.end <= 1 ? TIME_UNITS.get(after.key) : undefined
  return unit ? { unit, next: at + 2 } : undefined
}

/** Reads the Arabic dual form of a unit, which means two: يومان, "two days"; أسبوعين, "two weeks". */
function dualUnit(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const unit = withoutPrefixes(token.key)
    .map((reading) => DUALS.get(reading))
    .find((token) => token !== undefined)
  if (!unit) return undefined
  const more = IN_BASE[unit] || unit === 'month' ? partMore(tokens, at + 1) : undefined
  const next = more?.next ?? at + 1
  return { figure: exact(tokens, at, next, 2 + (more?.part ?? 0), unit), next }
}

const TIMES = new Map([
  ...each('double doubled doubles doubling twice تضاعف تضاعفت ضاعف ضاعفت ضعف', 2),
  ...each('triple tripled triples treble trebled threefold', 3),
  ...each('quadrupled fourfold', 4),
  ...each('halve halved halves halving', 0.5),
])

function timesInAWord(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const value = TIMES.get(token.key)
  const after = tokens[at + 1]?.key ?? ''
  if (value === undefined || after === 'down' || (token.key === 'halves' && at > 0)) return undefined
  return { figure: exact(tokens, at, at + 1, value, 'times'), next: at + 1 }
}

/** Nouns for parts of the post itself, whose number needs no evidence: three lessons, two questions. */
const ENUMERABLE: ReadonlySet<string> = new Set(
  'lesson number figure fact detail thing point reason question step way idea sentence word line takeaway tip rule thought note part side kind type post time سبب اسباب درس دروس نقطه نقاط سوال اسيله خطوه خطوات فكره افكار جمله جمل كلمه كلمات طريقه طرق امر امور شيء اشياء ملاحظه ملاحظات نوع انواع جانب جوانب رقم ارقام حقيقه حقايق'
    .split(' ')
    .map(stemOf),
)
const NO_NOUNS: ReadonlySet<string> = new Set(
  'last next this would will can could should may might must have has had do does did of in on at to by from with for and or but a an the than that this these those is are was were be been as per each every more less fewer out over under up about now then there back before after vs versus behind ahead away off apart later earlier ago left other others again together overall altogether in_all once same also too still when while so if because such only just here not no من في علي الي عن مع او و ثم لكن ان ما هذا هذه ذلك التي الذي كل قبل بعد خلال منذ حتي بين اكثر اقل هي هو كان كانت كما تقريبا لكل لم لا لن قد منها منهم منه'.split(
    ' ',
  ),
)

function nounAt(tokens: readonly Token[], at: number): { key: string } | null {
  const before = tokens[at - 1]
  const place = tokens[at]?.text === '-' ? at + 1 : at
  const token = tokens[place]
  // Only a space or a hyphen may separate a number from its noun.
  if (token?.kind !== 'word' || !before || token.start - before.end > 1 || NO_NOUNS.has(token.key)) return null
  // Another number or a purpose is not a counted noun: 90 ألفًا للبرمجيات, "90 thousand for software".
  if (token.key.startsWith('لل') || /^ف[يت]/u.test(token.key) || numberInWords(tokens, place)) return null
  return { key: stemOf(token.key) }
}

/** Returns the same stem for the singular and plural of a noun. */
export function stemOf(key: string): string {
  if (/^[a-z]/.test(key))
    return key
      .replace(/ies$/, 'y')
      .replace(/(?<=[sxz]|ch|sh)es$/, '')
      .replace(/(?<=[^s])s$/, '')
  // Arabic plurals change the inner vowels, so compare consonants: رصيف and أرصفة, "quay" and "quays".
  const bare = key.replace(/^(?:ال|لل)/u, '').replace(/(?<=...)(?:ات|ون|ين|ان|تين|تان|ه)$/u, '')
  const root = bare.replace(/(?<=.)[اوي]|^ا(?=..)/gu, '')
  return root.length > 1 ? root : bare
}

const HEDGES = {
  about:
    /(?:^| )(?:about|around|nearly|almost|roughly|approximately|some|circa|close to|somewhere near|near|something like|some|just under|just over|[بل]?نحو|[بل]?حوالي|قرابه|زهاء|تقريبا|ما يقارب|ما يقرب من|[يت]قارب|تقارب ال|[يت]قرب من|[لو]?[يت]قترب من)$/u,
  over: /(?:^| )(?<!no |not )(?:over|above|more than|not less than|no fewer than|a little over|at least|exceeding|ب?اكثر من|ب?اكثر بقليل من|ما يزيد علي|ما يزيد عن|يزيد علي|لا يقل عن|فوق|تجاوز|تجاوزت)$/u,
  under:
    /(?:^| )(?:under|below|less than|fewer than|no more than|not more than|as much as|as many as|up to|at most|ب?اقل من|[يت]قل عن|قليلا عن|لا يزيد علي|لا يتجاوز|دون|حتي)$/u,
}

function hedgeOf(tokens: readonly Token[], at: number, next: number): Figure['hedge'] {
  const before = tokens
    .slice(Math.max(0, at - 4), at)
    .map(({ key }) => key)
    .join(' ')
  const hedges = ['about', 'over', 'under'] as const
  const hedge = hedges.find((each) => HEDGES[each].test(before)) ?? hedgeBehind(tokens, next)
  // "Over six seasons" means during them, not more than six.
  const isDuring = hedge === 'over' && / ?over$/.test(before) && !/(?:just|well|little) over$/.test(before)
  return isDuring && isPeriod(tokens, next) ? null : hedge
}

const isPeriod = (tokens: readonly Token[], next: number): boolean =>
  [tokens[next - 1], tokens[next]].some((token) =>
    /^(?:seasons?|months?|weeks?|days?|hours?|minutes?|years?|decades?|centuries|terms?|rounds?|sessions?|nights?)$/.test(
      token?.key ?? '',
    ),
  ) && !/^(?:old|ago)$/.test(tokens[next]?.key ?? '')

/** Finds a rounding word after a figure: "five or so"; خمسة تقريبًا, "about five". */
function hedgeBehind(tokens: readonly Token[], next: number): Figure['hedge'] {
  const after = tokens
    .slice(next, next + 2)
    .map(({ key }) => key)
    .join(' ')
  if (after.startsWith('and change')) return 'over'
  if (/^(?:\S+ )?تقريبا$|^(?:تقريبا|or so|الا قليلا)/u.test(after)) return 'about'
  return after.startsWith('ونيف') ? 'over' : null
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
