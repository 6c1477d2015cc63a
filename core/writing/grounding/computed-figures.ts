import { wordSet } from '../../word-lists.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import type { DateMention } from './dates.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import type { Figure } from './figures.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** The numbers and words of a draft. A computed claim often occurs near the figures it was computed from. */
export interface DraftNumbers {
  tokens: readonly Token[]
  figures: readonly Figure[]
  dates: readonly DateMention[]
}

/** Finds two figures of the source from which the claim can be computed: "360 fewer" from 1,200 and 840. */
export function findComputed(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  const around = surroundingsOf(claim, draft)
  for (const witness of evidence) {
    const span = findSpan(claim, around, witness)
    if (span) return span
    if (claim.unit?.startsWith('of:')) continue
    const own = isEndOfRange(claim, draft) ? undefined : findOwnTerms(claim, around, witness)
    if (own) return own
    if (isEndOfRange(claim, draft)) continue
    const rest = findRest(claim, around, witness)
    if (rest) return rest
    const figures = witness.figures.slice(0, MAX_TERMS)
    for (let n = 1; n < figures.length; n++)
      for (let m = Math.max(0, n - REACH); m < n; m++) {
        const [one, other] = [figures[m], figures[n]]
        if (one && other && isComputed(claim, one, other, around, witness)) return foundIn(witness, [one, other])
      }
  }
  return undefined
}

/** Whether the claim is an end of a range, as in "from 20 to 95". Such numbers are copied, not computed. */
const isEndOfRange = (claim: Figure, { tokens }: DraftNumbers): boolean =>
  claim.isLevel === true ||
  (claim.hedge === null && /^(?:from|to|between|الي|بين)$/u.test(tokens[claim.at - 1]?.key ?? ''))

/** Limits the time in long sources. */
const MAX_TERMS = 1_500
/** The maximum distance of the two terms, counted in figures. */
const REACH = 8
const EXACT = 1e-6
const ROUND_OFF = 0.05

function foundIn(witness: EvidenceText, parts: Span[]): Found {
  const computedFrom = parts.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start)
  const ends = computedFrom.map(({ end }) => end)
  return { witness, start: computedFrom[0]?.start ?? 0, end: Math.max(...ends), computedFrom }
}

interface Surroundings {
  words: ReadonlySet<string>
  figures: Figure[]
  dates: DateMention[]
}

const NEARBY = 220 // In UTF-16 units.
const WORDS_BESIDE = 9

function surroundingsOf(claim: Figure, { tokens, figures, dates }: DraftNumbers): Surroundings {
  const isNear = ({ start, end }: Span) => start < claim.end + NEARBY && end > claim.start - NEARBY
  const beside = tokens.slice(Math.max(0, claim.at - WORDS_BESIDE), claim.next + WORDS_BESIDE)
  const words = beside.filter(({ sentence }) => Math.abs(sentence - claim.sentence) <= 1)
  return {
    words: new Set(words.flatMap(({ key }) => withoutPrefixes(key))),
    figures: figures.filter((each) => each !== claim && isNear(each)),
    dates: dates.filter(isNear),
  }
}

const CUES = {
  sum: wordSet(`together total totals altogether combined all both sum overall totalling add adds مجموع معا اجمالي مجموعها
    مجموعهما جميعا مجتمعه كلها باجمالي`),
  difference: wordSet(`more fewer less higher lower longer shorter later sooner earlier by gap difference left remain
    remains remained remaining rest other others saved saves saving extra short cut added than down up rose fell grew
    dropped still another dearer cheaper quicker slower faster behind ahead margin lead outnumbered improvement deeper wider taller bigger larger smaller heavier lighter closer further increase
    decrease fall rise drop gain loss late delay delayed slept زياده فارق الفارق اقل اكثر بقي بقيت تبقي يبقي الباقي
    باقي متبقيه نقص نقصت انخفض انخفضت زاد زادت وفر وفرت وفرته بفارق اضافي اضافيه اخري تاخر تتاخر ستتاخر تراجع تراجعت
    ارتفع ارتفعت اطول اقصر اعلي ادني اسرع هبط هبطت قصر مقابل يزيد رفع رفعت خفض`),
  product:
    wordSet(`of which them went goes total each all covered paid pays spent borrowed worth women منها منهم من منهن
    ذهب ذهبت اي تبرعت دفع دفعت بينها بينهم كل جميعا نحو`),
  quotient: wordSet(`each per apiece average every month week day year half لكل كل متوسط للواحد الواحد الواحده
    شهريا يوميا اسبوعيا سنويا مناصفه مجموعه`),
  ratio: wordSet(`by of from than compared rose fell grew up down increase rise fall drop growth cut times twice
    half share part about nearly من عن بنسبه زياده ارتفع انخفض تراجع نحو قرابه اي اضعاف ضعف زاد زادت بزياده نمو نصف`),
  change:
    wordSet(`by rose fell grew up down increase rise fall drop growth cut reduced gained lost more less fewer bigger
    بنسبه زياده ارتفع انخفض تراجع زاد زادت بزياده نمو نمت بمقدار`),
  rest: wordSet(`rest remaining remainder other others empty vacant left باقي الباقي البقيه بقيه سوي شاغر شاغره المتبقي
    المتبقيه الاخرون`),
  span: wordSet(`ago earlier before later after since in within span over for nearly almost more than between lasts
    lasted longer ran open stays shut closed nights window decade years months long every until already best first قبل بعد خلال منذ مرور مضي طوال مدي في استمر
    تستمر استمرت تمتد عمر بين كل طيله من نحو اكثر`),
}

type Operation = 'sum' | 'difference' | 'product' | 'quotient' | 'ratio' | 'change'

interface Result {
  operation: Operation
  value: number
  unit: string | null
}

const isLoose = ({ unit }: Figure): boolean => unit === null || unit.startsWith('of:')
const isPercent = ({ unit }: Figure): boolean => unit === 'percent'
const valueOf = ({ values }: Figure): number => values[0] ?? 0

function* resultsOf(one: Figure, other: Figure): Generator<Result> {
  const [a, b] = [valueOf(one), valueOf(other)]
  if (a <= 0 || b <= 0) return
  const points = [one, other].find((term) => term.unit === 'points')
  const percent = [one, other].find(isPercent)
  if (points && percent) {
    const change = points.direction === 'down' ? -valueOf(points) : valueOf(points)
    for (const value of [valueOf(percent) - change, valueOf(percent) + change])
      yield { operation: 'difference', value, unit: 'percent' }
  }
  if (isPercent(one) !== isPercent(other)) {
    const [share, whole] = isPercent(one) ? [one, other] : [other, one]
    const [part, amount] = [valueOf(share) / 100, valueOf(whole)]
    if (part > 1) return
    const unit = isLoose(whole) ? null : whole.unit
    for (const value of [amount * part, amount * (1 - part)]) yield { operation: 'product', value, unit }
    // Yields the value before a change by that percentage.
    if (share.direction === 'up' && !share.isLevel) yield { operation: 'product', value: amount / (1 + part), unit }
    if (share.direction === 'down' && !share.isLevel) yield { operation: 'product', value: amount / (1 - part), unit }
    return
  }
  const money = [one, other].find(({ unit }) => unit?.startsWith('money:') === true)
  const divisor = money === one ? other : one
  const isAmount =
    divisor &&
    (divisor.unit === null || (valueOf(divisor) > 12 && divisor.unit !== 'second' && divisor.unit !== 'month'))
  if (money && divisor && isAmount && divisor.unit !== money.unit && !isPercent(divisor))
    yield { operation: 'quotient', value: valueOf(money) / (divisor.writtenValues?.[0] ?? 1), unit: money.unit }
  if (one.unit === other.unit && !isLoose(one) && one.per !== other.per) {
    const [rate, amount] = one.per ? [a, b] : [b, a]
    if ((one.per ?? other.per) === 'year') yield { operation: 'quotient', value: (12 * amount) / rate, unit: 'month' }
  }
  const areAlike = one.unit === other.unit || isLoose(one) || isLoose(other)
  const unit = (isLoose(one) ? other.unit : one.unit) ?? null
  const shared = unit?.startsWith('of:') ? null : unit
  if (areAlike) {
    const isOneUnit =
      isLoose(one) === isLoose(other) || [one, other].some((each) => isLoose(each) && each.nouns.length === 0)
    if (isOneUnit) {
      yield { operation: 'sum', value: a + b, unit: shared }
      yield { operation: 'difference', value: Math.abs(a - b), unit: shared === 'percent' ? 'points' : shared }
      for (const ratio of [a / b, b / a]) {
        yield { operation: 'ratio', value: ratio, unit: 'times' }
        if (ratio < 1) yield { operation: 'ratio', value: 100 * ratio, unit: 'percent' }
        if (ratio > 1) yield { operation: 'quotient', value: ratio, unit: null }
      }
      for (const change of [b / a - 1, a / b - 1])
        yield { operation: 'change', value: 100 * Math.abs(change), unit: 'percent' }
      if (shared === 'percent') yield { operation: 'product', value: (a * b) / 100, unit: 'percent' }
    }
  }
  if (isLoose(one) !== isLoose(other) || (isLoose(one) && isLoose(other))) {
    const [count, amount] = isLoose(one) ? [a, b] : [b, a]
    yield { operation: 'product', value: count * amount, unit: shared }
    yield { operation: 'quotient', value: amount / count, unit: shared }
  }
}

function isComputed(claim: Figure, one: Figure, other: Figure, around: Surroundings, witness: EvidenceText): boolean {
  const distance = Math.abs(one.sentence - other.sentence)
  // Skip a claim that repeats one of the terms.
  const isTerm = [one, other].some((term) => term.unit === claim.unit && valueOf(term) === valueOf(claim))
  const isSameNoun = claim.unit === 'times' && one.nouns.some((noun) => other.nouns.includes(noun))
  if ((distance > 2 && !isSameNoun) || isTerm) return false
  const results = [...resultsOf(one, other)].filter((result) => fitsUnit(claim, result) && isNear(claim, result))
  if (results.length === 0) return false
  const between = witness.text.slice(Math.min(one.end, other.end), Math.max(one.start, other.start))
  const signs: Signs = {
    isOperand: [one, other].some((term) => around.figures.some((each) => areEqual(each, term))),
    isJoined: between.length <= 70 && JOINED.test(between),
    isOneSentence: distance === 0,
    isDistinct: isDistinct(claim),
    isAbout: isAboutSame([one, other], around, witness),
    isCounted:
      [one, other].some((term) => term.nouns.some((noun) => claim.nouns.includes(noun))) && !OF_THEM.test(between),
    isPart: OF_THEM.test(between) && between.length <= 60,
    isSameNoun: one.nouns.some((noun) => other.nouns.includes(noun)),
  }
  return results.some(({ operation, unit }) => {
    const isCued = [...CUES[operation]].some((cue) => around.words.has(cue))
    // Sums and ratios often match by chance.
    if ((operation === 'sum' || operation === 'ratio') && !isCued)
      return IS_CREDIBLE[operation](signs, isCued, claim, [one, other], unit)
    const isLikely = signs.isOperand || (!isPercent(claim) && (isCued || signs.isDistinct))
    if (signs.isAbout && signs.isOneSentence && isLikely) return true
    return IS_CREDIBLE[operation](signs, isCued, claim, [one, other], unit)
  })
}

function isAboutSame(terms: Figure[], { words }: Surroundings, { tokens }: EvidenceText): boolean {
  const from = Math.min(...terms.map(({ at }) => at))
  const next = Math.max(...terms.map((term) => term.next))
  return tokens
    .slice(Math.max(0, from - WORDS_BESIDE), Math.min(next, from + 60) + WORDS_BESIDE)
    .some(
      ({ kind, key }) =>
        kind === 'word' && key.length > 4 && !OFTEN.has(key) && withoutPrefixes(key).some((form) => words.has(form)),
    )
}

const OFTEN = wordSet(`about after their there which while would could other every people years months percent million
  billion thousand million نسبه مليون مليار الف الاف سنه عام خلال التي الذي بلغ بلغت`)

/** Signs that a claim was computed and does not match by chance. */
interface Signs {
  /** Whether the draft names a term near the claim. */
  isOperand: boolean
  /** Whether the source connects both terms, as in "from 40 to 35". */
  isJoined: boolean
  isOneSentence: boolean
  isDistinct: boolean
  /** Whether the same long word occurs near the claim and near the terms. */
  isAbout: boolean
  /** Whether one term is part of the other: 43 goats, of which 19. */
  isPart: boolean
  /** Whether both terms count the same noun. */
  isSameNoun: boolean
  /** Whether one term counts the claim's noun, and the other term is not part of it. */
  isCounted: boolean
}

type Credible = (signs: Signs, isCued: boolean, claim: Figure, terms: Figure[], unit: string | null) => boolean

const IS_CREDIBLE: Record<Operation, Credible> = {
  sum: ({ isOneSentence, isDistinct, isOperand }, isCued) => isCued && (isOneSentence || isDistinct || isOperand),
  difference: ({ isOperand, isJoined, isOneSentence, isDistinct, isCounted, isPart }, isCued, claim, terms) =>
    (isDistinct && (isOperand || isOneSentence)) ||
    (isCued && isOneSentence && (isJoined || isOperand)) ||
    (isOperand && isOneSentence && !isCounted) ||
    (isOneSentence && isPart && !terms[1]?.nouns.some((noun) => claim.nouns.includes(noun))),
  product: ({ isOperand, isOneSentence, isDistinct }, isCued, claim) =>
    isOneSentence || isOperand
      ? (isDistinct && (isCued || isOperand)) ||
        (isCued && isOperand) ||
        (isOneSentence && isCued && claim.unit !== null && claim.unit !== 'percent')
      : isDistinct && isCued,
  quotient: ({ isOperand, isOneSentence }, isCued) => isCued && (isOperand || isOneSentence),
  change: ({ isOperand, isJoined, isOneSentence }, isCued, claim, terms) =>
    (claim.direction !== undefined || claim.of === 'change') &&
    (claim.isShare === true || !terms.some(isPercent)) &&
    isOneSentence &&
    (isOperand || (isJoined && isCued && terms.every(({ isLevel }) => isLevel === true))),
  ratio: ({ isOperand, isJoined, isOneSentence, isSameNoun }, isCued, claim, terms, unit) => {
    if (unit === 'times' && isSameNoun && isCued) return true
    if (unit === 'times') return isOneSentence && (isJoined || isOperand || isCued)
    // A change between two percentages is rarely stated in percent.
    if (terms.some(isPercent) && !claim.isShare) return false
    return (
      (isOperand && (isJoined || isCued)) ||
      (isOneSentence && isJoined && isCued && terms.every((term) => !isLoose(term)))
    )
  },
}

/** Words between two figures that make the second a part of the first, such as "of which". */
const OF_THEM = /(?:^|[^\p{L}])(?:of wh(?:om|ich)|of them|among them|including|بينه[مان]?|منه[مان])(?=[^\p{L}]|$)/u

/** Words that connect two figures: from 40 to 35, 17 of 84, 31 ساعة إلى 19, "31 hours to 19". */
const JOINED =
  /(?:^|[ ،,])(?:to|from|of|against|instead of|rather than|compared with|down from|up from|out of|and|or|[إا]لى|مقابل|بدل[اًا]*|من [أا]صل|من|بعدما|وكانت|بعد|و)(?: |$)/u

const areEqual = (one: Figure, other: Figure): boolean =>
  (one.unit === other.unit || isLoose(one) || isLoose(other)) &&
  [...one.values, ...(one.writtenValues ?? [])].some((value) =>
    [...other.values, ...(other.writtenValues ?? [])].some((each) => Math.abs(value - each) <= EXACT * Math.abs(each)),
  )

/** Whether a value has at least three significant digits. Such a value rarely results by chance: 1,150, but not 12. */
const isDistinct = ({ values }: Figure): boolean =>
  values.some(
    (value) =>
      String(Number(value.toPrecision(12)))
        .replace('.', '')
        .replace(/^0+|0+$/g, '').length >= 3,
  )

function fitsUnit(claim: Figure, { unit, operation }: Result): boolean {
  if (isLoose(claim))
    return (
      unit === null ||
      unit === 'times' ||
      (operation !== 'ratio' && operation !== 'change' && claim.nouns.length === 0 && unit !== 'percent')
    )
  if (claim.unit === 'times') return unit === 'times'
  if (claim.unit === 'points') return unit === 'points' || unit === null
  return (
    claim.unit === unit || (unit === null && operation === 'difference' && claim.unit?.startsWith('money:') !== true)
  )
}

/** Half of the claim's last digit, so that the claim may be rounded: 15% for 15.3%. */
function lastDigitOf({ values, writtenValues, times = 1, scale = 1 }: Figure): number {
  const written = (writtenValues?.[0] ?? values[0] ?? 0) / scale
  const decimals = /\.(\d+)$/.exec(String(Number(written.toPrecision(10))))?.[1]?.length ?? 0
  return 0.5 * 10 ** -Math.min(decimals, 6) * times * scale
}

function isNear(claim: Figure, { value, operation }: Result): boolean {
  const isRounded =
    operation === 'ratio' || operation === 'change' || operation === 'quotient' || operation === 'product'
  const isFree =
    operation === 'ratio' ||
    operation === 'change' ||
    claim.hedge !== null ||
    isDistinct(claim) ||
    claim.scale !== undefined
  const rounded = isFree ? Math.min(lastDigitOf(claim), 0.04 * value) : 1e-3 * value
  const within = isRounded ? Math.max(claim.isShare ? claim.within : 0, rounded) : EXACT * value
  return claim.values.some((claimed) => {
    const off = (value - claimed) / (value || 1)
    if (Math.abs(value - claimed) <= within) return true
    if (claim.hedge === 'about') return Math.abs(off) <= ROUND_OFF
    if (claim.hedge === 'over') return off >= 0 && off <= 3 * ROUND_OFF
    return claim.hedge === 'under' && off <= 0 && -off <= 3 * ROUND_OFF
  })
}

/** Finds a result of two numbers near the claim, at least one of them from the source: 418 women minus 26 are 392. */
function findOwnTerms(claim: Figure, { figures }: Surroundings, witness: EvidenceText): Found | undefined {
  const terms = figures.slice(0, MAX_OWN_TERMS)
  for (const [n, one] of terms.entries())
    for (const other of terms.slice(n + 1)) {
      const isRepeated = [one, other].some((term) => term.unit === claim.unit && valueOf(term) === valueOf(claim))
      const results = isRepeated ? [] : [...resultsOf(one, other)]
      const isResult = results.some(
        (result) => fitsUnit(claim, result) && isNear(claim, result) && result.operation !== 'ratio',
      )
      if (!isResult) continue
      const known = [one, other].flatMap(
        (term) => witness.figures.slice(0, MAX_TERMS).find((each) => areEqual(each, term)) ?? [],
      )
      if (known.length === 2 || (known.length === 1 && isDistinct(claim))) return foundIn(witness, known)
    }
  return undefined
}

const MAX_OWN_TERMS = 10

/** Finds the remainder to 100 percent: 7% empty if 93% are full, 15% if the others are 55% and 30%. */
function findRest(claim: Figure, around: Surroundings, witness: EvidenceText): Found | undefined {
  const isShare = claim.unit === 'percent' || (isLoose(claim) && claim.nouns.length === 0)
  if (!isShare) return undefined
  const isCued = [...CUES.rest].some((cue) => around.words.has(cue))
  const shares = witness.figures.slice(0, MAX_TERMS).filter((each) => isPercent(each) && valueOf(each) < 100)
  const isRest = (sum: number) =>
    claim.values.some((value) => Math.abs(100 - sum - value) <= Math.max(claim.within, EXACT))
  const whole = isCued && claim.unit === 'percent' ? shares.find((each) => isRest(valueOf(each))) : undefined
  if (whole) return foundIn(witness, [whole])
  for (const [n, share] of shares.entries()) {
    const before = shares[n - 1]
    const hasRest = isCued || REST_BEHIND.test(witness.text.slice(share.end, share.end + 80))
    if (before && hasRest && share.sentence === before.sentence && isRest(valueOf(before) + valueOf(share)))
      return foundIn(witness, [before, share])
  }
  return undefined
}

const REST_BEHIND = /(?:^|[^\p{L}])(?:the rest|the others|the remainder|و?الباقي|و?الباقون|والبقية)(?=[^\p{L}]|$)/u

/** Finds two dates or times of the source whose distance is the claim: four years for 2019 and 2023. */
function findSpan(claim: Figure, around: Surroundings, witness: EvidenceText): Found | undefined {
  if (claim.unit !== 'month' && claim.unit !== 'second') return undefined
  const isCued = [...CUES.span].some((cue) => around.words.has(cue))
  const dates = witness.dates.slice(0, MAX_TERMS)
  const slack = claim.hedge ? 1 : 0
  for (let n = 1; n < dates.length; n++)
    for (let m = Math.max(0, n - REACH); m < n; m++) {
      const [one, other] = [dates[m], dates[n]]
      if (!one || !other || one.start === other.start) continue
      const isSame = claim.values.some((value) => isApart(one, other, value, claim, slack))
      const isOperand = around.dates.some(({ parts }) =>
        [one, other].some(
          (date) => (parts.year !== undefined && parts.year === date.parts.year) || areAtOneTime(parts, date.parts),
        ),
      )
      if (isSame && (isOperand || (isCued && (n - m === 1 || claim.writtenUnit === 'year'))))
        return foundIn(witness, [one, other])
    }
  return undefined
}

const areAtOneTime = (one: DateMention['parts'], other: DateMention['parts']): boolean =>
  (one.time ?? one.dial) !== undefined && (one.time ?? one.dial ?? 0) % 720 === (other.time ?? other.dial ?? -1) % 720

function isApart(one: DateMention, other: DateMention, value: number, claim: Figure, slack: number): boolean {
  const [a, b] = [one.parts, other.parts]
  if (claim.unit === 'second') {
    const [from, to] = [a.time ?? a.dial, b.time ?? b.dial]
    if (from === undefined || to === undefined || other.start - one.end > 60)
      return areDaysApart(dayOf(a, b), value / 86_400, claim)
    const round = a.time === undefined || b.time === undefined ? 720 : 1_440
    // Either time may come first, as in "until 8 p.m. instead of 5.30 p.m.".
    return [to - from, from - to].some((apart) => ((apart + 1_440) % round) * 60 === value)
  }
  const years = a.year !== undefined && b.year !== undefined ? Math.abs(a.year - b.year) : undefined
  if (claim.writtenUnit !== 'month')
    return years !== undefined && years > 0 && Math.abs(years * 12 - value) <= 12 * slack
  const [from, to] = [Number(a.month), Number(b.month)]
  if (
    !(from > 0) ||
    !(to > 0) ||
    (years === undefined && (a.year ?? b.year) === undefined && other.start - one.end > 60)
  )
    return false
  const apart = Math.abs(((b.year ?? 0) - (a.year ?? 0)) * (years === undefined ? 0 : 12) + to - from)
  return apart > 0 && Math.abs(apart - value) <= (a.day !== undefined || b.day !== undefined || claim.hedge ? 1 : 0.5)
}

/** Whether dates are that many days apart. Weeks may be rounded, and either date may be included. */
function areDaysApart(days: number, claimed: number, { writtenUnit, hedge }: Figure): boolean {
  if (days === 0) return false
  if (writtenUnit === 'week') return Math.abs(days - claimed) <= (hedge ? 4 : 2)
  return days === claimed || (writtenUnit === 'day' && days + 1 === claimed)
}

/** The number of days between two dates in one year. Zero if a day is missing. */
function dayOf(a: DateMention['parts'], b: DateMention['parts']): number {
  const place = ({ day, month }: DateMention['parts']) => Date.UTC(2_001, Number(month) - 1, day) / 86_400_000
  if (!a.day || !b.day || !(Number(a.month) > 0) || !(Number(b.month) > 0)) return 0
  return Math.abs(place(a) - place(b))
}
