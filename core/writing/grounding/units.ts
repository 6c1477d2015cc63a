import { byWord, wordSet } from '../../word-lists.ts'
import type { Token } from './tokens.ts'

/**
 * Units with their words, spelt as `spellingOf` writes them. To add a unit, add a line here. If it converts, add it to
 * `IN_BASE` too, and a unit outside the metric system to `IMPERIAL`. Currencies are in `CURRENCIES`, and in
 * `currencyOf` if they may precede the number.
 */
export const MEASURES = byWord({
  milligram:
    'milligram milligrams mg مليغرام مليغراما مليغرامات ملليغرام ملليغراما ملليغرامات ميليغرام ميليغراما ميليغرامات مليجرام مليجراما مليجرامات ملغ ملغم ملجم',
  gram: 'gram grams gramme grammes g gm غرام غراما غرامات جرام جراما جرامات غم جم',
  kilogram:
    'kilo kilos kilogram kilograms kg kgs كيلو كيلوغرام كيلوغراما كيلوغرامات كيلوجرام كيلوجراما كيلوجرامات كغ كغم كجم كلغ',
  tonne: 't tonne tonnes ton tons طن طنا اطنان',
  ounce: 'ounce ounces oz',
  poundweight: 'lb lbs رطل رطلا ارطال باوند باوندا باوندات',
  metre: 'm metre metres meter meters م متر مترا امتار',
  kilometre: 'kilometre kilometres kilometer kilometers km kms كيلومتر كيلومترا كيلومترات كم كلم',
  centimetre: 'centimetre centimetres centimeter centimeters cm سنتيمتر سنتيمترا سنتيمترات سنتمتر سنتم سم',
  millimetre: 'millimetre millimetres millimeter millimeters mm مليمتر مليمترا مليمترات ميليمتر ملم مم ملليمتر',
  mile: 'mile miles mi ميل ميلا اميال',
  nauticalmile: 'nm',
  foot: 'foot feet ft قدم قدما اقدام',
  inch: 'inch inches بوصه بوصات انش',
  yard: 'yard yards yd yds يارده ياردات',
  squaremetre: 'm2 m² sqm م²',
  squarekilometre: 'km2 km² كم²',
  squarefoot: 'sqft ft² ft2',
  hectare: 'hectare hectares ha هكتار هكتارا هكتارات',
  acre: 'acre acres اكر',
  feddan: 'feddan feddans فدان فدانا افدنه',
  dunam: 'dunam dunams dunum dunums دونم دونما دونمات',
  cubicmetre: 'm3 m³ cbm م³',
  millilitre: 'millilitre millilitres milliliter milliliters ml مليلتر مليلترا ميليلتر مل',
  litre: 'l ltr litre litres liter liters لتر لترا لترات ليتر ليترا ليترات',
  gallon: 'gallon gallons غالون غالونات جالون جالونات',
  barrel: 'barrel barrels bbl برميل برميلا براميل',
  watt: 'watt watts واط وات',
  kilowatt: 'kilowatt kilowatts kw كيلوواط كيلووات',
  megawatt: 'megawatt megawatts mw ميغاواط ميجاواط ميغاوات ميجاوات',
  gigawatt: 'gigawatt gigawatts gw غيغاواط جيجاواط غيغاوات جيجاوات',
  terawatt: 'terawatt terawatts tw تيراواط تيراوات',
  watthour: 'wh',
  kilowatthour: 'kwh',
  megawatthour: 'mwh',
  gigawatthour: 'gwh',
  terawatthour: 'twh',
  megabyte: 'mb megabyte megabytes ميغابايتا ميغابايت ميجابايت',
  gigabyte: 'gb gigabyte gigabytes غيغابايت جيجابايت',
  terabyte: 'tb terabyte terabytes تيرابايت',
  decibel: 'db decibel decibels ديسيبل ديسبل',
  knot: 'knot knots عقده',
  mileperhour: 'mph',
  kilometreperhour: 'kph kmh',
  millimole: 'mmol millimole millimoles مليمول ميليمول',
})
export const TIME_UNITS = byWord({
  second: 'seconds secs sec ثانيه ثوان ثواني',
  minute: 'minute minutes min mins دقيقه دقايق',
  hour: 'hour hours hr hrs h ساعه ساعات',
  day: 'day days night nights يوم ايام يوما ليله ليال ليالي',
  week: 'week weeks اسبوع اسابيع اسبوعا',
  month: 'month months شهر اشهر شهور شهرا',
  year: 'year years سنه سنوات سنين عام اعوام عاما',
  decade: 'decade decades عقد عقود عقدا',
  century: 'century centuries قرن قرون قرنا',
  fortnight: 'fortnight fortnights',
})
export const SINGLE_UNITS = new Map<string, string>(
  Object.entries({ ثانيه: 'second', دقيقه: 'minute', ساعه: 'hour', يوم: 'day', اسبوع: 'week', شهر: 'month' }).concat(
    Object.entries({ سنه: 'year', عام: 'year', عقد: 'decade', قرن: 'century', مره: 'times' }),
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
  century: [1_200, 'month'],
  milligram: [0.001, 'gram'],
  kilogram: [1_000, 'gram'],
  tonne: [1_000_000, 'gram'],
  ounce: [28.3495, 'gram'],
  poundweight: [453.592, 'gram'],
  kilometre: [1_000, 'metre'],
  centimetre: [0.01, 'metre'],
  millimetre: [0.001, 'metre'],
  mile: [1_609.344, 'metre'],
  nauticalmile: [1_852, 'metre'],
  foot: [0.3048, 'metre'],
  inch: [0.0254, 'metre'],
  yard: [0.9144, 'metre'],
  // A speed becomes a distance in metres, so that it matches a speed whose text leaves out "per hour".
  mileperhour: [1_609.344, 'metre'],
  kilometreperhour: [1_000, 'metre'],
  knot: [1_852, 'metre'],
  megawatt: [1_000, 'kilowatt'],
  gigawatt: [1_000_000, 'kilowatt'],
  terawatt: [1_000_000_000, 'kilowatt'],
  watt: [0.001, 'kilowatt'],
  watthour: [0.001, 'kilowatthour'],
  megawatthour: [1_000, 'kilowatthour'],
  gigawatthour: [1_000_000, 'kilowatthour'],
  terawatthour: [1_000_000_000, 'kilowatthour'],
  gigabyte: [1_000, 'megabyte'],
  terabyte: [1_000_000, 'megabyte'],
  hectare: [10_000, 'squaremetre'],
  dunam: [1_000, 'squaremetre'],
  feddan: [4_200, 'squaremetre'],
  acre: [4_046.86, 'squaremetre'],
  squarekilometre: [1_000_000, 'squaremetre'],
  squarefoot: [0.092903, 'squaremetre'],
  cubicmetre: [1_000, 'litre'],
  millilitre: [0.001, 'litre'],
  gallon: [3.785, 'litre'],
  'money:penny': [0.01, 'money:pound'],
  'money:halala': [0.01, 'money:riyal'],
  'money:piastre': [0.01, 'money:pound'],
  // A basis point is a hundredth of a percentage point.
  basis: [0.01, 'points'],
}

/** Coins of several currencies, each with its share of the currency's unit. */
const COINS: Record<string, [times: number, currencies: ReadonlySet<string>]> = {
  'money:cent': [0.01, wordSet('money:dollar money:euro money:rand money:shilling money:dirham money:franc')],
  'money:ore': [0.01, wordSet('money:krone')],
  'money:fils': [0.001, wordSet('money:dinar')],
  // The factor is 1, because `IN_BASE` has already turned piastres into pounds.
  'money:piastre': [1, wordSet('money:dinar money:lira')],
}

/** The factor from a coin to a currency, if it is a coin of this currency: 52 cents are 0.52 euros. */
export function shareOfCoin(coin: string | undefined, currency: string | null): number | undefined {
  const [times, currencies] = COINS[coin ?? ''] ?? []
  return currencies?.has(currency ?? '') ? times : undefined
}

/** Units outside the metric system. A conversion between the two systems is always rounded. */
export const IMPERIAL = wordSet(
  'mile nauticalmile foot inch yard ounce poundweight acre gallon squarefoot mileperhour knot',
)

export function inBase(value: number, unit: string): { value: number; unit: string } {
  const [times, base] = IN_BASE[unit] ?? [1, unit]
  return { value: value * times, unit: base }
}

export const CURRENCIES = new Map(
  Object.entries({
    dollar: '$ usd dollar dollars us دولار دولارا دولارات',
    euro: '€ eur euro euros يورو يوروهات',
    pound: '£ gbp egp sdg pound pounds quid sterling جنيه جنيها جنيهات',
    yen: '¥ yen ين',
    riyal: '﷼ ⃁ sar qar omr sr qr riyal riyals rial rials ريال ريالا ريالات',
    dirham: 'aed mad dh dhs dirham dirhams درهم درهما دراهم',
    dinar: 'kwd kd bhd bd jod jd iqd tnd dzd lyd dinar dinars دينار دينارا دنانير',
    lira: '₺ lbp syp tl lira liras ليره ليرات',
    franc: 'chf xof xaf franc francs فرنك فرنكا فرنكات',
    zloty: 'pln zloty zlotys',
    krone: 'dkk nok sek krone kroner krona kronor كرونه كرونات',
    ore: 'øre öre ore اوره',
    cent: '¢ cent cents centime centimes سنت سنتا سنتات سنتيم سنتيما سنتيمات',
    penny: 'p pence penny بنس بنسات',
    halala: 'halala halalas هلله هللات',
    piastre: 'piastre piastres piaster piasters قرش قرشا قروش',
    fils: 'fils فلس فلسا فلوس',
    ruble: '₽ rub ruble rubles rouble roubles روبل روبلا',
    won: '₩ krw وون',
    shekel: '₪ ils shekel shekels شيكل شيكلا',
    ouguiya: 'mru ouguiya ouguiyas اوقيه',
    rand: 'zar rand راند',
    naira: '₦ ngn naira نايرا',
    shilling: 'kes ugx tzs shilling shillings شلن',
    taka: 'bdt taka',
    baht: 'thb baht',
    pataca: 'mop pataca',
    real: 'brl reais',
    peso: 'mxn peso pesos بيزو',
    rupee: '₹ inr rs rupee rupees روبيه روبيات',
    yuan: 'cny yuan يوان يوانا',
  }).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, `money:${unit}`])),
)

/** The Arabic dual form of a unit means two: يومان, "two days"; كيلومترين, "two kilometres". */
export const DUALS = new Map<string, string>([
  ...[...MEASURES, ...TIME_UNITS, ...CURRENCIES].flatMap(([word, unit]) =>
    dualForms(word).map((form): [string, string] => [form, unit]),
  ),
  // Read سنتين as "two years". It could also mean "two cents", but texts write the number of cents.
  ...'سنتان سنتين سنتا سنتي'.split(' ').map((form): [string, string] => [form, 'year']),
  ...'ضعفان ضعفين ضعفي ضعفا مرتان مرتين'.split(' ').map((form): [string, string] => [form, 'times']),
  ...'نقطتان نقطتين'.split(' ').map((form): [string, string] => [form, 'points']),
])

function dualForms(word: string): string[] {
  // Short names such as م, and plurals, have no Arabic dual form.
  if (!/^[\u0620-\u064A]{3,}$/u.test(word) || /ا$|ات$/u.test(word)) return []
  const stem = word.endsWith('ه') ? `${word.slice(0, -1)}ت` : word
  return [`${stem}ان`, `${stem}ين`]
}

export function currencyOf(token: Token | undefined): string | undefined {
  // Letters that are a currency when they touch the number: R58, N150,000.
  if (token?.text === 'R' || token?.text === 'N') return token.text === 'R' ? 'money:rand' : 'money:naira'
  return token &&
    /^(?:[$€£¥₹₺₦﷼₽₩₪\u20C1]|ngn|sr|qr|dh|dhs|kd|bd|jd|rs|usd|eur|gbp|sar|aed|kwd|qar|bhd|omr|jod|iqd|tnd|dzd|lyd|egp|sdg|mad|chf|xof|xaf|pln|dkk|nok|sek|inr|cny|lbp|syp|rub|krw|ils|mru|zar|brl|mxn)$/.test(
      token.key,
    )
    ? CURRENCIES.get(token.key)
    : undefined
}

const SQUARES = new Map([
  ['metre', 'squaremetre'],
  ['kilometre', 'squarekilometre'],
  ['foot', 'squarefoot'],
])

const CUBES = new Map([['metre', 'cubicmetre']])

/** Units of power that become units of energy before "hour": ميغاواط ساعة, "megawatt-hours". */
const ENERGY = /^(?:kilo|mega|giga|tera)?watt$/

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

/** Whether a 2 or 3 directly after a unit means "square" or "cubic": م٢, "m²". */
const isRaised = (tokens: readonly Token[], at: number, power: '2' | '3'): boolean =>
  tokens[at]?.key === power && tokens[at]?.start === tokens[at - 1]?.end

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
  if (/^(?:ال)?(?:نقاط?|نقطه)$/u.test(here) && /^(?:ال)?ميويه$/u.test(key(at + 1)))
    return { unit: 'points', next: at + 2 }
  const isList = tokens[at - 2]?.key === 'in'
  if ((here === 'points' && !isList) || (/^نقاط$|^نقطه$/u.test(here) && key(at + 1) !== 'اساس'))
    return { unit: 'points', next: at + 1 }
  if (
    here === 'times' ||
    (here === 'x' && tokens[at + 1]?.kind !== 'digits') ||
    here === 'مرات' ||
    here === 'اضعاف' ||
    here === 'مره'
  )
    return { unit: 'times', next: at + 1 }
  if (here === '°') return { unit: 'degree', next: /^[cfم]$/u.test(key(at + 1)) ? at + 2 : at + 1 }
  if (/^degrees?$/.test(here) || /^درجه$|^درجات$/u.test(here))
    return { unit: 'degree', next: /^(?:celsius|fahrenheit|c|ميويه)$/u.test(key(at + 1)) ? at + 2 : at + 1 }
  if (/^نقاط?$|^نقطه$/u.test(here) && key(at + 1) === 'اساس') return { unit: 'basis', next: at + 2 }
  // A hyphen may join a number and its unit: a nine-day wait.
  const place = here === '-' || here === '–' ? at + 1 : at
  const word = key(place)
  // In «41 ألفًا سنة 2024» (41 thousand in the year 2024), «سنة» (year) begins a date and is no unit of the 41.
  const isDate = /^(?:سنه|عام|يوم)$/u.test(word) && tokens[place + 1]?.kind === 'digits'
  const time = isDate
    ? undefined
    : (TIME_UNITS.get(word) ?? (word.startsWith('ال') ? TIME_UNITS.get(word.slice(2)) : undefined))
  if (time) return { unit: time, next: place + 1 }
  if (isSecond(tokens, place)) return { unit: 'second', next: place + 1 }
  // In "2h 30m", m means minutes.
  if (word === 'm' && /^(?:h|hr|hrs)$/.test(key(at - 2))) return { unit: 'minute', next: place + 1 }
  const measure = isMillion(tokens, place) ? undefined : measureOf(word)
  const compound = compoundUnit(tokens, place, measure)
  if (compound) return compound
  // A hyphen may also follow the unit: a two-metre-high wall.
  if (measure) return { unit: measure, next: place + 1 }
  const shortName =
    tokens[at + 1]?.start === (tokens[at]?.end ?? 0) + 1 ? SHORT_NAMES.get(`${here}.${key(at + 1)}`) : undefined
  if (shortName) return { unit: `money:${shortName}`, next: at + 2 }
  // A nationality may come before a currency: 3.4 million Danish kroner.
  const adjective =
    /^(?:danish|swedish|norwegian|us|american|canadian|australian|hong|saudi|kuwaiti|emirati|qatari|omani|bahraini|jordanian|iraqi|egyptian|tunisian|moroccan|algerian|swiss|turkish|indian|chinese|japanese|british|kenyan|tanzanian|ugandan|nigerian)$/
  if (adjective.test(here) && CURRENCIES.has(key(at + 1)))
    return { unit: CURRENCIES.get(key(at + 1)) ?? '', next: at + 2 }
  // After a hyphen, a short name such as "p" does not mean a currency.
  const isJoined = place > at && word.length > 3
  const money = CURRENCIES.get(isJoined ? word : here)
  return money && here !== 'us' ? { unit: money, next: isJoined ? place + 1 : at + 1 } : undefined
}

/** Whether a word after a number means seconds: 45s, a 90-second film, 0.3 second. "The 90s" and "under-25s" do not. */
function isSecond(tokens: readonly Token[], at: number): boolean {
  const [before, number, token] = [tokens[at - 2]?.key ?? '', tokens[at - 1], tokens[at]]
  if (!token || !number || token.start - number.end > 1) return false
  if (token.key === 'second') return number.text === '-' || /^\p{Nd}+[.,٫]\p{Nd}{1,2}$/u.test(number.text)
  if (token.text === 'ث') return number.kind === 'digits'
  if (token.text !== 's' || number.kind !== 'digits' || token.start > number.end || AGES.test(before)) return false
  return !number.key.endsWith('0') || (number.key.length < 3 && !DECADES.test(before))
}

const AGES = /^(?:-|under|over|aged)$/
const DECADES = /^(?:the|early|mid|late|in|his|her|their|our|my|your)$/

const measureOf = (word: string): string | undefined =>
  MEASURES.get(word) ?? (word.startsWith('ال') ? MEASURES.get(word.slice(2)) : undefined)

/** Reads a unit of several words: square kilometre, cubic metre, nautical mile, megawatt-hour; متر مكعب, "cubic metre". */
function compoundUnit(
  tokens: readonly Token[],
  place: number,
  measure: string | undefined,
): { unit: string; next: number } | undefined {
  const key = (n: number) => tokens[n]?.key ?? ''
  const [word, behind] = [key(place), measureOf(key(place + 1))]
  if (/^(?:sq(?:uare)?|cu(?:bic)?)$/.test(word)) {
    // A hyphen may join both words: a twelve-square-metre cage.
    const last = key(place + 1) === '-' ? place + 2 : place + 1
    const units = word.startsWith('sq') ? SQUARES : CUBES
    return named(units.get(measureOf(key(last)) ?? ''), last + 1)
  }
  if (word === 'nautical' && behind === 'mile') return { unit: 'nauticalmile', next: place + 2 }
  if (measure === undefined) return undefined
  const after = /^[-–/.]$/u.test(key(place + 1)) ? place + 2 : place + 1
  if (ENERGY.test(measure) && /^(?:hours?|ال?ساعه|ساعه|ساعي)$/u.test(key(after)))
    return { unit: `${measure}hour`, next: after + 1 }
  if (measure === 'mile' && /^بحري[اه]?$/u.test(key(place + 1))) return { unit: 'nauticalmile', next: place + 2 }
  if (/^مربعه?ا?$/u.test(key(place + 1)) || isRaised(tokens, place + 1, '2'))
    return named(SQUARES.get(measure), place + 2)
  if (/^مكعبه?ا?$/u.test(key(place + 1)) || isRaised(tokens, place + 1, '3'))
    return named(CUBES.get(measure), place + 2)
  return undefined
}

const named = (unit: string | undefined, next: number) => (unit === undefined ? undefined : { unit, next })
