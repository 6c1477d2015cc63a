import { ARABIC_SCALES, ENGLISH_SCALES, numberInWords } from './number-words.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** A figure as it stands in a text. */
export interface Figure {
  /** Where it stands, with its unit or the word that it counts; in UTF-16 units. */
  start: number
  end: number
  /** What it may mean: 1.234 is read in two ways. Percent are of a hundred. */
  values: number[]
  /** How far from the value is still the same: a third is 33 percent. */
  within: number
  /** What it is a figure of, where that is known: percent, day, money:dollar …; null where a plain word follows, or none. */
  unit: string | null
  /** The words that it may count, without their endings: "eleven secondary schools" counts schools. */
  nouns: readonly string[]
  /** The values as they were said, where the unit is counted in another. */
  said?: number[]
  /** How many of its unit one of the unit is that it was said in. */
  times?: number
  /** Said to be about that much, more, or less. */
  hedge: 'about' | 'over' | 'under' | null
}

/** The figures of a text, those left out that lie in a date. Takes time in proportion to the number of tokens. */
export function figuresIn(tokens: readonly Token[], isInDate: (token: Token) => boolean): Figure[] {
  const found: Figure[] = []
  let behind = 0
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]
    const read = token && !isInDate(token) ? figureAt(tokens, at) : undefined
    if (read) {
      inBaseUnit(read.figure)
      const before = found.at(-1)
      if (before && isRange(tokens, behind, at)) shareUnit(before, read.figure)
      found.push(read.figure)
      behind = read.next
    }
    at = read ? read.next : at + 1
  }
  return found
}

function inBaseUnit(figure: Figure): void {
  const { unit } = figure
  figure.said ??= figure.values
  if (unit === null || !IN_BASE[unit]) return
  figure.values = figure.values.map((value) => inBase(value, unit).value)
  figure.times = IN_BASE[unit][0]
  figure.unit = inBase(1, unit).unit
}

/** Whether only what joins two ends of a range stands between two places: to, and, –, إلى. */
function isRange(tokens: readonly Token[], from: number, to: number): boolean {
  return (
    from < to &&
    to - from <= 2 &&
    tokens.slice(from, to).every(({ key }) => /^(?:to|and|or|[–—-]|الي|او|و)$/u.test(key))
  )
}

/** 20 to 40 percent; from nine days to six: the one that has none is of the same. */
function shareUnit(one: Figure, other: Figure): void {
  const [bare, full] = one.unit === null ? [one, other] : [other, one]
  if (bare.unit !== null || bare.nouns.length > 0 || full.unit === null) return
  // What was counted in weeks was counted in them at both ends.
  const times = full.times ?? 1
  bare.unit = full.unit
  bare.values = bare.values.map((value) => value * times)
}

interface Read {
  figure: Figure
  next: number
}

function figureAt(tokens: readonly Token[], at: number): Read | undefined {
  return timesInAWord(tokens, at) ?? dualUnit(tokens, at) ?? numberAt(tokens, at)
}

function numberAt(tokens: readonly Token[], at: number): Read | undefined {
  const first = tokens[at]
  const number = quantityAt(tokens, at)
  if (!first || !number || isIdiom(tokens, at, number.next)) return undefined
  const share = shareAt(tokens, number)
  const { values, within, next } = share ?? number
  const before = currencyOf(tokens[at - 1])
  const part = number.isShare ? partOfUnit(tokens, next, values) : undefined
  if (part) return { figure: { ...part, start: first.start, hedge: hedgeOf(tokens, at) }, next: part.next }
  const unit =
    share || number.isShare
      ? { unit: 'percent', next }
      : (unitAt(tokens, next) ?? unitBehindAWord(tokens, next) ?? someOf(tokens, next))
  const half = unit && IN_BASE[unit.unit] ? halfMore(tokens, unit.next) : undefined
  if (unit && half) unit.next = half
  const counted = unit ?? (before ? { unit: before, next } : undefined)
  const noun = counted ? null : nounAt(tokens, next)
  const second = noun && nounAt(tokens, next + 1)
  const last = tokens[(counted?.next ?? (noun ? next + 1 : next)) - 1] ?? first
  const isSmall = values.every((value) => value <= 12 && Number.isInteger(value))
  if (!counted && isSmall && noun && ENUMERABLE.has(noun.key)) return undefined
  // "One" counts weeks and millions; otherwise it is a word like any other.
  if (values[0] === 1 && first.kind === 'word' && !counted) return undefined
  if (values[0] === 1 && first.kind === 'word' && /^(?:day|times)$/.test(counted?.unit ?? '')) return undefined
  // "Which of the two" speaks of what was said already.
  const isPointing = /^(?:the|these|those|both|other)$/.test(tokens[at - 1]?.key ?? '')
  if (!counted && isSmall && !noun && isPointing && first.kind === 'word') return undefined
  return {
    figure: {
      start: counted && before && counted.next === next ? (tokens[at - 1]?.start ?? first.start) : first.start,
      end: last.end,
      values: half ? values.map((value) => value + 0.5) : values,
      within,
      unit: counted?.unit ?? null,
      nouns: [noun, second].flatMap((one) => one?.key ?? []),
      hedge: hedgeOf(tokens, before ? at - 1 : at),
    },
    next: counted?.next ?? next,
  }
}

interface Quantity {
  values: number[]
  within: number
  isShare: boolean
  next: number
}

/** Half an hour, ربع ساعة: a part of a unit of time. */
function partOfUnit(tokens: readonly Token[], at: number, values: readonly number[]) {
  const key = (n: number) => tokens[n]?.key ?? ''
  const place = /^(?:an?|of)$/.test(key(at)) ? (/^an?$/.test(key(at + 1)) ? at + 2 : at + 1) : at
  const unit = TIME_UNITS.get(key(place))
  if (!unit || values[0] === undefined) return undefined
  const { value, unit: base } = inBase(values[0] / 100, unit)
  const end = tokens[place]?.end ?? 0
  return { end, values: [value], within: 0, unit: base, nouns: [], next: place + 1 }
}

/** أربع سنوات ونصف, six hours and a half. @returns behind which token that ends */
function halfMore(tokens: readonly Token[], at: number): number | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  if (key(at) === 'ونصف') return TIME_UNITS.has(key(at + 1).replace(/^ال/u, '')) ? at + 2 : at + 1
  return key(at) === 'and' && key(at + 1) === 'a' && key(at + 2) === 'half' ? at + 3 : undefined
}

/** Four of the five: it is the same only of as many. */
function someOf(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const place = key(at) === 'of' && key(at + 1) === 'the' ? at + 2 : undefined
  const whole = place === undefined ? undefined : quantityAt(tokens, place)
  return whole ? { unit: `of:${whole.values[0]}`, next: whole.next } : undefined
}

/** A number in digits or words, with its scale: 4.5 million, ٣ آلاف, thirty-eight. */
function quantityAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const token = tokens[at]
  if (token?.kind === 'digits') {
    const values = readDigits(token.key)
    const scale = scaleAt(tokens, at + 1, token.end)
    return {
      values: values.map((value) => value * (scale?.scale ?? 1)),
      within: 0,
      isShare: false,
      next: scale?.next ?? at + 1,
    }
  }
  if (token?.kind !== 'word') return undefined
  const words = numberInWords(tokens, at)
  if (!words) return undefined
  const { value, next, isShare } = words
  return { values: [value], within: isShare && !Number.isInteger(value) ? 0.7 : 0, isShare, next }
}

const SCALE_LETTERS: Record<string, number> = { k: 1e3, m: 1e6, mn: 1e6, bn: 1e9, b: 1e9, tn: 1e12 }

function scaleAt(tokens: readonly Token[], at: number, numberEnd: number): { scale: number; next: number } | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const isAttached = token.start === numberEnd
  const scale = isAttached
    ? SCALE_LETTERS[token.key]
    : (ENGLISH_SCALES.get(token.key) ??
      ARABIC_SCALES.get(token.key)?.scale ??
      (/^(?:bn|mn)$/.test(token.key) ? SCALE_LETTERS[token.key] : undefined))
  if (scale === undefined) return undefined
  // ٣ آلاف ألف is not said; 3 million million neither.
  return { scale, next: at + 1 }
}

/** What digits with marks between them mean, as people write them: 1,234.5 · 1.234,5 · 1.234 (either) · ١٬٢٣٤٫٥. */
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
  if (marks.length > 1) return areThousands ? [whole] : []
  const part = Number(plain.replace(last, '.'))
  if (!areThousands) return [part]
  return last === ',' ? [whole] : [part, whole]
}

// Shares: six in ten, 3 out of 4, ستة من كل عشرة.

function shareAt(tokens: readonly Token[], first: Quantity): Quantity | undefined {
  const word = (n: number) => (tokens[n]?.kind === 'word' ? (tokens[n]?.key ?? '') : '')
  // What is counted may stand between: one container in eight, ثماني درجات من عشر.
  const joins = /^(?:in|out|من)$/u
  let next = joins.test(word(first.next + 1)) && !joins.test(word(first.next)) ? first.next + 1 : first.next
  const isBetween = next > first.next
  // Only what stands in one row of words is one figure.
  for (let at = first.next; at <= next; at++)
    if ((tokens[at]?.start ?? Infinity) - (tokens[at - 1]?.end ?? 0) > 1) return undefined
  if (isBetween && numberInWords(tokens, first.next)) return undefined
  if (word(next) === 'in') next += word(next + 1) === 'every' ? 2 : 1
  else if (word(next) === 'out' && word(next + 1) === 'of') next += word(next + 2) === 'every' ? 3 : 2
  else if (word(next) === 'of' && word(next + 1) === 'every') next += 2
  else if (word(next) === 'من' && /^(?:كل|اصل|بين)$/u.test(word(next + 1))) next += 2
  else if (word(next) === 'من' && isBetween) next += 1
  else return undefined
  const second = quantityAt(tokens, next)
  const [part, whole] = [first.values[0], second?.values[0]]
  if (
    !second ||
    part === undefined ||
    whole === undefined ||
    ![2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 100, 1_000].includes(whole)
  )
    return undefined
  return { values: [(100 * part) / whole], within: 0, isShare: true, next: second.next }
}

// Units

const TIME_UNITS = new Map(
  Object.entries({
    second: 'seconds secs sec ثانيه ثوان ثواني',
    minute: 'minute minutes min mins دقيقه دقايق',
    hour: 'hour hours hr hrs ساعه ساعات',
    day: 'day days يوم ايام يوما',
    week: 'week weeks اسبوع اسابيع اسبوعا',
    month: 'month months شهر اشهر شهور شهرا',
    year: 'year years سنه سنوات سنين عام اعوام عاما',
    decade: 'decade decades عقد عقود عقدا',
    fortnight: 'fortnight fortnights',
  }).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, unit])),
)
/** Days and months are what the others are counted in: two days are 48 hours, a year is 12 months. */
const IN_BASE: Record<string, [times: number, base: string]> = {
  minute: [60, 'second'],
  hour: [3_600, 'second'],
  day: [86_400, 'second'],
  week: [604_800, 'second'],
  fortnight: [1_209_600, 'second'],
  year: [12, 'month'],
  decade: [120, 'month'],
}

function inBase(value: number, unit: string): { value: number; unit: string } {
  const [times, base] = IN_BASE[unit] ?? [1, unit]
  return { value: value * times, unit: base }
}

const DUALS = new Map<string, string>(
  Object.entries({
    minute: 'دقيقتان دقيقتين',
    hour: 'ساعتان ساعتين',
    day: 'يومان يومين',
    week: 'اسبوعان اسبوعين',
    month: 'شهران شهرين',
    year: 'سنتان سنتين عامان عامين',
    decade: 'عقدان عقدين',
    times: 'ضعفان ضعفين ضعفي ضعفا',
  }).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, unit])),
)
const CURRENCIES = new Map(
  Object.entries({
    dollar: '$ usd dollar dollars us دولار دولارا دولارات',
    euro: '€ eur euro euros يورو',
    pound: '£ gbp egp pound pounds sterling جنيه جنيها جنيهات',
    yen: '¥ yen ين',
    riyal: '﷼ sar qar omr riyal riyals rial rials ريال ريالا ريالات',
    dirham: 'aed mad dirham dirhams درهم درهما دراهم',
    dinar: 'kwd bhd jod dinar dinars دينار دينارا دنانير',
    lira: 'lira liras ليره ليرات',
  }).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, `money:${unit}`])),
)

function currencyOf(token: Token | undefined): string | undefined {
  return token && /^(?:[$€£¥﷼]|usd|eur|gbp|sar|aed|kwd|qar|bhd|omr|jod|egp|mad)$/.test(token.key)
    ? CURRENCIES.get(token.key)
    : undefined
}

function unitAt(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const here = key(at)
  if (here === '%' || here === '٪') return { unit: 'percent', next: at + 1 }
  if (here === 'percent' || here === 'pct') return { unit: 'percent', next: at + 1 }
  if (here === 'percentage' && /^points?$/.test(key(at + 1))) return { unit: 'points', next: at + 2 }
  if (here === 'per' && key(at + 1) === 'cent') return { unit: 'percent', next: at + 2 }
  if (here === 'في' && /^ال(?:مي|ماي)ه$/u.test(key(at + 1))) return { unit: 'percent', next: at + 2 }
  if (/^ب?ال(?:مي|ماي)ه$/u.test(here)) return { unit: 'percent', next: at + 1 }
  if (/^نقاط?$|^نقطه$/u.test(here) && /^ميويه$/u.test(key(at + 1))) return { unit: 'points', next: at + 2 }
  if (here === 'times' || here === 'x' || here === 'مرات' || here === 'اضعاف' || here === 'مره')
    return { unit: 'times', next: at + 1 }
  // A hyphen joins it: a nine-day wait.
  const place = here === '-' || here === '–' ? at + 1 : at
  const word = key(place)
  const time = TIME_UNITS.get(word) ?? (word.startsWith('ال') ? TIME_UNITS.get(word.slice(2)) : undefined)
  if (time) return { unit: time, next: place + 1 }
  const money = CURRENCIES.get(here)
  return money && here !== 'us' ? { unit: money, next: at + 1 } : undefined
}

/** Nine working days, three full weeks. */
function unitBehindAWord(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  if (!nounAt(tokens, at)) return undefined
  const unit = TIME_UNITS.get(tokens[at + 1]?.key ?? '')
  return unit ? { unit, next: at + 2 } : undefined
}

/** يومان, أسبوعين: the unit says how many. */
function dualUnit(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const unit = withoutPrefixes(token.key)
    .map((reading) => DUALS.get(reading))
    .find((one) => one !== undefined)
  if (!unit) return undefined
  const figure = {
    start: token.start,
    end: token.end,
    values: [2],
    within: 0,
    unit,
    nouns: [],
    hedge: hedgeOf(tokens, at),
  }
  return { figure, next: at + 1 }
}

const TIMES = new Map<string, number>([
  ...['double', 'doubled', 'doubles', 'doubling', 'twice', 'تضاعف', 'تضاعفت', 'ضاعف', 'ضاعفت', 'ضعف'].map(
    (word): [string, number] => [word, 2],
  ),
  ...['triple', 'tripled', 'triples', 'treble', 'trebled', 'threefold'].map((word): [string, number] => [word, 3]),
  ...['quadrupled', 'fourfold'].map((word): [string, number] => [word, 4]),
  ...['halve', 'halved', 'halves', 'halving'].map((word): [string, number] => [word, 0.5]),
])

/** Doubled, tripled, halved. */
function timesInAWord(tokens: readonly Token[], at: number): Read | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const value = TIMES.get(token.key)
  const after = tokens[at + 1]?.key ?? ''
  if (value === undefined || after === 'down' || (token.key === 'halves' && at > 0)) return undefined
  const figure = {
    start: token.start,
    end: token.end,
    values: [value],
    within: 0,
    unit: 'times',
    nouns: [],
    hedge: hedgeOf(tokens, at),
  }
  return { figure, next: at + 1 }
}

// What it counts

/** What a writer counts of their own text: three lessons, two questions. */
const ENUMERABLE: ReadonlySet<string> = new Set(
  'lesson number figure fact detail thing point reason question step way idea sentence word line takeaway tip rule thought note part side kind type post time سبب اسباب درس دروس نقطه نقاط سوال اسيله خطوه خطوات فكره افكار جمله جمل كلمه كلمات طريقه طرق امر امور شيء اشياء ملاحظه ملاحظات نوع انواع جانب جوانب رقم ارقام حقيقه حقايق'
    .split(' ')
    .map(stemOf),
)
const NO_NOUNS: ReadonlySet<string> = new Set(
  'last next this would will can could should may might must have has had do does did of in on at to by from with for and or but a an the than that this these those is are was were be been as per each every more less fewer out over under up about now then there here not no من في علي الي عن مع او ثم لكن ان ما هذا هذه ذلك التي الذي كل قبل بعد خلال منذ حتي بين اكثر اقل هي هو كان كانت'.split(
    ' ',
  ),
)

function nounAt(tokens: readonly Token[], at: number): { key: string } | null {
  const before = tokens[at - 1]
  const place = tokens[at]?.text === '-' ? at + 1 : at
  const token = tokens[place]
  // Nothing but a blank or a hyphen may stand between.
  if (token?.kind !== 'word' || !before || token.start - before.end > 1 || NO_NOUNS.has(token.key)) return null
  return { key: stemOf(token.key) }
}

/** Enough to know a word again in its singular and plural. */
function stemOf(key: string): string {
  if (/^[a-z]/.test(key))
    return key
      .replace(/ies$/, 'y')
      .replace(/(?<=[sxz]|ch|sh)es$/, '')
      .replace(/(?<=[^s])s$/, '')
  return key.replace(/^ال/u, '').replace(/(?<=..)(?:ات|ون|ين|ان|ه|ا)$/u, '')
}

const HEDGES: [hedge: NonNullable<Figure['hedge']>, words: RegExp][] = [
  [
    'about',
    /(?:^| )(?:about|around|nearly|almost|roughly|approximately|some|circa|close to|[بل]?نحو|[بل]?حوالي|قرابه|زهاء|تقريبا|ما يقارب|يقرب من)$/u,
  ],
  [
    'over',
    /(?:^| )(?:over|above|more than|at least|exceeding|اكثر من|ما يزيد علي|ما يزيد عن|يزيد علي|لا يقل عن|فوق|تجاوز|تجاوزت)$/u,
  ],
  ['under', /(?:^| )(?:under|below|less than|fewer than|up to|at most|اقل من|لا يزيد علي|لا يتجاوز|دون|حتي)$/u],
]

function hedgeOf(tokens: readonly Token[], at: number): Figure['hedge'] {
  const before = tokens
    .slice(Math.max(0, at - 3), at)
    .map(({ key }) => key)
    .join(' ')
  return HEDGES.find(([, words]) => words.test(before))?.[0] ?? null
}

/** What reads like a figure and is none: one on one, 24/7, number one, 50/50. */
function isIdiom(tokens: readonly Token[], at: number, next: number): boolean {
  const [token, before, after] = [tokens[at], tokens[at - 1], tokens[next]]
  if (!token) return true
  if (after?.text === '/' && tokens[next + 1]?.kind === 'digits' && after.start === tokens[next - 1]?.end) return true
  if (before?.text === '/' && tokens[at - 2]?.kind === 'digits') return true
  // A version or a name: iPhone 15 stays a name; 3.0 of a thing is looked up like any figure.
  return (
    token.kind === 'word' &&
    after?.text === '-' &&
    /^(?:way|sided|piece|fold|off|on|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/.test(
      tokens[next + 1]?.key ?? '',
    )
  )
}
