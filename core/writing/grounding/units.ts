import { byWord } from '../../word-lists.ts'
import type { Token } from './tokens.ts'

export const MEASURES = byWord({
  gram: 'gram grams gramme grammes g غرام غراما جرام جراما',
  kilogram: 'kilo kilos kilogram kilograms kg kgs كيلو كيلوغرام كيلوغراما كيلوجرام كيلوجراما كغ كجم',
  tonne: 't tonne tonnes ton tons طن طنا اطنان',
  metre: 'm metre metres meter meters م متر مترا امتار',
  kilometre: 'kilometre kilometres kilometer kilometers km كيلومتر كيلومترا كيلومترات كم',
  centimetre: 'centimetre centimetres centimeter centimeters cm سنتيمتر سنتيمترا سم',
  millimetre: 'millimetre millimetres millimeter millimeters mm مليمتر مليمترا ملم',
  squaremetre: 'm2 m² sqm م²',
  squarekilometre: 'km2 km² كم²',
  hectare: 'hectare hectares ha هكتار هكتارا هكتارات',
  litre: 'l litre litres liter liters لتر لترا لترات',
  kilowatt: 'kilowatt kilowatts kw كيلوواط كيلووات',
  megawatt: 'megawatt megawatts mw ميغاواط ميجاواط ميغاوات ميجاوات',
  gigawatt: 'gigawatt gigawatts gw غيغاواط جيجاواط غيغاوات جيجاوات',
})
export const TIME_UNITS = byWord({
  second: 'seconds secs sec ثانيه ثوان ثواني',
  minute: 'minute minutes min mins دقيقه دقايق',
  hour: 'hour hours hr hrs h ساعه ساعات',
  day: 'day days يوم ايام يوما',
  week: 'week weeks اسبوع اسابيع اسبوعا',
  month: 'month months شهر اشهر شهور شهرا',
  year: 'year years سنه سنوات سنين عام اعوام عاما',
  decade: 'decade decades عقد عقود عقدا',
  fortnight: 'fortnight fortnights',
})
export const SINGLE_UNITS = new Map<string, string>(
  Object.entries({ ثانيه: 'second', دقيقه: 'minute', ساعه: 'hour', يوم: 'day', اسبوع: 'week', شهر: 'month' }).concat(
    Object.entries({ سنه: 'year', عام: 'year', عقد: 'decade' }),
  ),
)
/** Converts units to base units: a day is 24 hours, a year 12 months, a tonne 1,000 kilograms. */
export const IN_BASE: Record<string, [times: number, base: string]> = {
  minute: [60, 'second'],
  hour: [3_600, 'second'],
  day: [86_400, 'second'],
  week: [604_800, 'second'],
  fortnight: [1_209_600, 'second'],
  year: [12, 'month'],
  decade: [120, 'month'],
  kilogram: [1_000, 'gram'],
  tonne: [1_000_000, 'gram'],
  kilometre: [1_000, 'metre'],
  megawatt: [1_000, 'kilowatt'],
  gigawatt: [1_000_000, 'kilowatt'],
  centimetre: [0.01, 'metre'],
  millimetre: [0.001, 'metre'],
  hectare: [10_000, 'squaremetre'],
  squarekilometre: [1_000_000, 'squaremetre'],
  // A basis point is a hundredth of a percentage point.
  basis: [0.01, 'points'],
}

export function inBase(value: number, unit: string): { value: number; unit: string } {
  const [times, base] = IN_BASE[unit] ?? [1, unit]
  return { value: value * times, unit: base }
}

export const DUALS = byWord({
  minute: 'دقيقتان دقيقتين',
  hour: 'ساعتان ساعتين',
  day: 'يومان يومين',
  week: 'اسبوعان اسبوعين',
  month: 'شهران شهرين',
  year: 'سنتان سنتين عامان عامين',
  decade: 'عقدان عقدين',
  times: 'ضعفان ضعفين ضعفي ضعفا',
})
export const CURRENCIES = new Map(
  Object.entries({
    dollar: '$ usd dollar dollars us دولار دولارا دولارات',
    euro: '€ eur euro euros يورو',
    pound: '£ gbp egp pound pounds sterling جنيه جنيها جنيهات',
    yen: '¥ yen ين',
    riyal: '﷼ ⃁ sar qar omr riyal riyals rial rials ريال ريالا ريالات',
    dirham: 'aed mad dirham dirhams درهم درهما دراهم',
    dinar: 'kwd bhd jod dinar dinars دينار دينارا دنانير',
    lira: '₺ try lira liras ليره ليرات',
    franc: 'chf franc francs فرنك فرنكا',
    zloty: 'pln zloty zlotys',
    krone: 'dkk nok sek krone kroner krona kronor',
    rupee: '₹ inr rupee rupees روبيه روبيات',
    yuan: 'cny yuan يوان يوانا',
  }).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, `money:${unit}`])),
)

export function currencyOf(token: Token | undefined): string | undefined {
  return token &&
    /^(?:[$€£¥₹₺﷼\u20C1]|usd|eur|gbp|sar|aed|kwd|qar|bhd|omr|jod|egp|mad|chf|pln|dkk|nok|sek|inr|cny)$/.test(token.key)
    ? CURRENCIES.get(token.key)
    : undefined
}

const SQUARES = new Map([
  ['metre', 'squaremetre'],
  ['kilometre', 'squarekilometre'],
])

/** Short names of Arabic currencies, spelt as `spellingOf` normalizes them: ر.س, Saudi riyal; د.إ, Emirati dirham. */
const SHORT_NAMES = new Map([
  ...['ر.س', 'ر.ق', 'ر.ع', 'ر.ي'].map((name): [string, string] => [name, 'riyal']),
  ['د.ا', 'dirham'],
  ['د.م', 'dirham'],
  ...['د.ك', 'د.ب', 'د.ع', 'د.ت', 'د.ج', 'د.ل'].map((name): [string, string] => [name, 'dinar']),
  ['ج.م', 'pound'],
  ['ل.ل', 'lira'],
  ['ل.س', 'lira'],
])

/** Whether a 2 touches a unit and means "square": م٢, "m²". */
const isRaisedTwo = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.key === '2' && tokens[at]?.start === tokens[at - 1]?.end

/** Whether m or M after a number means million: £5 m and 5 M, but not 828 m. */
const isMillion = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.key === 'm' && (tokens[at]?.text === 'M' || currencyOf(tokens[at - 2]) !== undefined)

export function unitAt(tokens: readonly Token[], at: number): { unit: string; next: number } | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const here = key(at)
  if (here === '%' || here === '٪') return { unit: 'percent', next: at + 1 }
  if (here === 'percent' || here === 'pct' || here === 'pc') return { unit: 'percent', next: at + 1 }
  if (here === 'percentage' && /^points?$/.test(key(at + 1))) return { unit: 'points', next: at + 2 }
  if (here === 'bps' || (here === 'basis' && /^points?$/.test(key(at + 1))))
    return { unit: 'basis', next: here === 'bps' ? at + 1 : at + 2 }
  if (here === 'per' && key(at + 1) === 'cent') return { unit: 'percent', next: at + 2 }
  if (here === 'في' && /^ال(?:مي|ماي)ه$/u.test(key(at + 1))) return { unit: 'percent', next: at + 2 }
  if (/^ب?ال(?:مي|ماي)ه$/u.test(here)) return { unit: 'percent', next: at + 1 }
  if (/^نقاط?$|^نقطه$/u.test(here) && /^ميويه$/u.test(key(at + 1))) return { unit: 'points', next: at + 2 }
  if (here === 'times' || here === 'x' || here === 'مرات' || here === 'اضعاف' || here === 'مره')
    return { unit: 'times', next: at + 1 }
  // A hyphen may join a number and its unit: a nine-day wait.
  const place = here === '-' || here === '–' ? at + 1 : at
  const word = key(place)
  const time = TIME_UNITS.get(word) ?? (word.startsWith('ال') ? TIME_UNITS.get(word.slice(2)) : undefined)
  if (time) return { unit: time, next: place + 1 }
  // A compound unit differs from its first part: square kilometre, megawatt-hour.
  const isCompound = /^[-–]$/.test(key(place + 1)) && tokens[place + 1]?.start === tokens[place]?.end
  const square = /^sq(?:uare)?$/.test(word) ? SQUARES.get(MEASURES.get(key(place + 1)) ?? '') : undefined
  if (square) return { unit: square, next: place + 2 }
  const measure = isCompound || isMillion(tokens, place) ? undefined : MEASURES.get(word)
  const isSquare = /^مربعه?ا?$/u.test(key(place + 1)) || isRaisedTwo(tokens, place + 1)
  const arabicSquare = isSquare ? SQUARES.get(measure ?? '') : undefined
  if (arabicSquare) return { unit: arabicSquare, next: place + 2 }
  if (measure) return { unit: measure, next: place + 1 }
  const shortName =
    tokens[at + 1]?.start === (tokens[at]?.end ?? 0) + 1 ? SHORT_NAMES.get(`${here}.${key(at + 1)}`) : undefined
  if (shortName) return { unit: `money:${shortName}`, next: at + 2 }
  const money = CURRENCIES.get(here)
  return money && here !== 'us' ? { unit: money, next: at + 1 } : undefined
}
