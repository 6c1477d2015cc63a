import { wordSet } from '../../word-lists.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import { findSpan, type Surroundings } from './computed-spans.ts'
import type { DateMention } from './dates.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import type { Figure } from './figure.ts'
import {
  isLoose,
  isPercent,
  MAX_TERMS,
  resultsBetween,
  resultsOf,
  valueOf,
  type Operation,
  type Result,
} from './results.ts'
import { withoutPrefixes, type Token } from './tokens.ts'
import { CURRENCIES } from './units.ts'

/** The numbers and words of a draft. A computed claim often occurs near the figures it was computed from. */
export interface DraftNumbers {
  tokens: readonly Token[]
  figures: readonly Figure[]
  dates: readonly DateMention[]
  /** The current year, which ends spans such as "since 2014". Zero if unknown. */
  thisYear: number
}

/** Finds figures of the source from which the claim was computed: 360 fewer from 1,200 and 840. */
export function findComputed(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  const around = surroundingsOf(claim, draft)
  for (const witness of evidence) {
    const span = findSpan(claim, around, witness)
    if (span) return foundIn(witness, span)
    const rate = findRate(claim, draft, witness)
    if (rate) return foundIn(witness, rate)
    if (claim.unit?.startsWith('of:')) {
      const others = findOthers(claim, witness)
      if (others) return foundIn(witness, others)
      continue
    }
    if (isEndOfRange(claim, draft)) {
      const rest = findRest(claim, draft, witness)
      if (rest) return foundIn(witness, [rest])
      const ends = findOtherEnd(claim, draft, witness)
      if (ends) return foundIn(witness, ends)
      continue
    }
    const own = findOwnTerms(claim, around, witness)
    if (own) return own
    for (const each of [claim, ...inUnitsNearby(claim, around, draft.tokens), ...shareOfEach(claim, draft)]) {
      const best = bestResult(each, around, witness)
      if (best && best.weight >= ENOUGH) return foundIn(witness, best.result.terms)
    }
  }
  return undefined
}

/**
 * Finds the two counts behind a rate per hundred, thousand or million: 14 errors in 9,800 orders are 1.4 per thousand.
 * The claim is the rate or its base.
 */
function findRate(claim: Figure, { tokens, figures }: DraftNumbers, witness: EvidenceText): Figure[] | undefined {
  const isBase = isRateBase(claim, tokens)
  const near = figures.filter(
    ({ sentence, at }) => sentence === claim.sentence && Math.abs(at - claim.at) <= RATE_REACH,
  )
  const rate = isBase ? near.findLast(({ at }) => at < claim.at) : claim
  if (!rate || !isLoose(rate)) return undefined
  const bases = isBase
    ? [valueOf(claim)]
    : [...near.filter((each) => isRateBase(each, tokens)).map(valueOf), ...wordBases(claim, tokens)]
  for (const base of new Set(bases)) {
    const terms = termsOfRate(rate, base, witness)
    if (terms) return terms
  }
  return undefined
}

/** English bases without a number, which are not figures: per thousand, for every million. */
const wordBases = ({ at, sentence }: Figure, tokens: readonly Token[]): number[] =>
  tokens
    .slice(Math.max(0, at - RATE_REACH), at + RATE_REACH)
    .flatMap(({ key, sentence: own }, n, near) =>
      own === sentence && EACH.test(near[n - 1]?.key ?? '') ? (BASES.get(key) ?? []) : [],
    )

const EACH = /^(?:per|every|each|a|لكل|كل)$/u
const BASES = new Map([
  ['hundred', 100],
  ['thousand', 1_000],
  ['million', 1_000_000],
])

/** The maximum distance between a rate and its base, in words. */
const RATE_REACH = 14

/** Whether a power of ten is the base of a rate: per thousand, for every 1,000, لكل ألف. */
const isRateBase = ({ at, values: [value = 0] }: Figure, tokens: readonly Token[]): boolean =>
  value >= 100 && Number.isInteger(Math.log10(value)) && EACH.test(tokens[at - 1]?.key ?? '')

function termsOfRate(rate: Figure, base: number, witness: EvidenceText): Figure[] | undefined {
  const counts = witness.figures.slice(0, MAX_TERMS).filter((each) => isLoose(each) && valueOf(each) > 0)
  for (const [n, one] of counts.entries())
    for (const other of counts.slice(n + 1, n + 1 + RATE_TERMS)) {
      const [part, whole] = valueOf(one) < valueOf(other) ? [one, other] : [other, one]
      const value = (base * valueOf(part)) / valueOf(whole)
      if (part.sentence === whole.sentence && isNear(rate, { operation: 'ratio', value, unit: null, terms: [] }))
        return [one, other]
    }
  return undefined
}

/** The maximum number of following counts to combine with each count. */
const RATE_TERMS = 3

/** Finds the share that leaves an end of a range: "from 30% to 55%", if the draft and the source have 70%. */
function findRest(claim: Figure, { figures }: DraftNumbers, witness: EvidenceText): Figure | undefined {
  if (!isPercent(claim)) return undefined
  const isRest = (each: Figure) => isPercent(each) && Math.abs(valueOf(each) + valueOf(claim) - 100) < EXACT
  return figures.some(isRest) ? witness.figures.slice(0, MAX_TERMS).find(isRest) : undefined
}

/** Finds the rest of a whole that the claim names: 60 of the 240 pupils, if 180 of them walk. */
function findOthers(claim: Figure, witness: EvidenceText): Figure[] | undefined {
  const whole = Number(claim.unit?.slice(3))
  const known = witness.figures.slice(0, MAX_TERMS)
  for (const [n, one] of known.entries()) {
    if (valueOf(one) !== whole) continue
    const part = known
      .slice(Math.max(0, n - 2), n + 3)
      .find((each) => each.sentence === one.sentence && valueOf(each) === whole - valueOf(claim) && isLoose(each))
    if (part) return [one, part]
  }
  return undefined
}

/** Finds the change between both ends of a range: from 30 to 40, if the source has 40 and a rise of ten. */
function findOtherEnd(claim: Figure, { figures }: DraftNumbers, witness: EvidenceText): Figure[] | undefined {
  const known = witness.figures.slice(0, MAX_LEVELS)
  const ends = figures.filter(
    (each) => each !== claim && each.sentence === claim.sentence && Math.abs(each.at - claim.at) <= RANGE_REACH,
  )
  for (const end of ends)
    for (const [n, level] of known.entries()) {
      if (!areEqual(end, level)) continue
      const change = known
        .slice(Math.max(0, n - 2), n + 3)
        .find(
          (each) =>
            each !== level &&
            each.sentence === level.sentence &&
            (each.unit === level.unit || each.unit === 'points' || (isLoose(each) && isLoose(level))) &&
            (each.of === 'difference' || each.unit === 'points') &&
            Math.abs(Math.abs(valueOf(level) - valueOf(claim)) - valueOf(each)) <= EXACT * valueOf(level),
        )
      if (change) return [level, change]
    }
  return undefined
}

/** The maximum number of a source's figures to compare with an end of a range, to limit the time. */
const MAX_LEVELS = 100

/** The maximum distance between both ends of a range, in words. */
const RANGE_REACH = 6

/** Reads a small coin of every large coin as a percentage: 83 halalas of every riyal. */
function shareOfEach(claim: Figure, { tokens }: DraftNumbers): Figure[] {
  if (!SMALL_COINS.has(claim.writtenUnit ?? '')) return []
  const near = tokens.slice(Math.max(0, claim.at - 2 * WORDS_BESIDE), claim.next + WORDS_BESIDE)
  const isEach = near.some(
    ({ key, sentence }, n) =>
      sentence === claim.sentence && /^(?:every|each|كل)$/u.test(key) && CURRENCIES.has(near[n + 1]?.key ?? ''),
  )
  const values = claim.writtenValues ?? []
  return isEach
    ? [{ ...claim, unit: 'percent', writtenUnit: 'percent', values, times: 1, isShare: false, of: 'part' }]
    : []
}

const SMALL_COINS = wordSet('money:penny money:cent money:halala money:piastre')

/** A difference or average without a unit has the unit of the figure before it: "19 hours, 12 fewer than before". */
function inUnitsNearby(claim: Figure, { figures }: Surroundings, tokens: readonly Token[]): Figure[] {
  if (claim.unit !== null || claim.nouns.length > 0) return []
  if (claim.of !== 'difference' && !/^(?:each|apiece)$|^ل?لكل|^لل?واحد/u.test(tokens[claim.next]?.key ?? '')) return []
  const before = figures.findLast(
    ({ start, unit, times }) => start < claim.start && unit !== null && times !== undefined,
  )
  if (!before?.times || before.unit === 'percent') return []
  const { unit, times, writtenUnit } = before
  return [
    {
      ...claim,
      unit,
      times,
      writtenUnit,
      writtenValues: claim.values,
      values: claim.values.map((value) => value * times),
    },
  ]
}

/** The minimum weight of a result. A result with less weight counts as a coincidence. */
const ENOUGH = 3.5

/** Whether the claim is an end of a range, as in "from 20 to 95". Such numbers are copied, not computed. */
const isEndOfRange = (claim: Figure, { tokens }: DraftNumbers): boolean =>
  !claim.isShare &&
  (claim.isLevel === true ||
    (claim.hedge === null &&
      /^(?:from|to|between|against|versus|الي|بين|مقابل|بدل)$/u.test(tokens[claim.at - 1]?.key ?? '')))

const EXACT = 1e-6
const ROUND_OFF = 0.05

function foundIn(witness: EvidenceText, parts: readonly Span[]): Found {
  const computedFrom = parts.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start)
  const ends = computedFrom.map(({ end }) => end)
  return { witness, start: computedFrom[0]?.start ?? 0, end: Math.max(...ends), computedFrom }
}

/** Words and figures within this many UTF-16 units of a claim count as near it. */
const NEARBY = 220
const WORDS_BESIDE = 9

function surroundingsOf(claim: Figure, { tokens, figures, dates, thisYear }: DraftNumbers): Surroundings {
  const isNear = ({ start, end }: Span) => start < claim.end + NEARBY && end > claim.start - NEARBY
  const beside = tokens.slice(Math.max(0, claim.at - WORDS_BESIDE), claim.next + WORDS_BESIDE)
  const words = beside.filter(({ sentence }) => Math.abs(sentence - claim.sentence) <= 1)
  return {
    words: new Set(words.flatMap(({ key }) => withoutPrefixes(key))),
    figures: figures.filter((each) => each !== claim && isNear(each)),
    explained: figures.findLast(
      (each) => each !== claim && each.end < claim.start && isExplanation(tokens, each, claim),
    ),
    dates: dates.filter(isNear),
    thisYear,
  }
}

/** Whether a claim explains the figure before it: 11 pupils, or 2%; ١١ تلميذًا، أي ٢٪. */
function isExplanation(tokens: readonly Token[], { next, sentence }: Figure, claim: Figure): boolean {
  if (sentence !== claim.sentence || claim.at - next > 6) return false
  return tokens.slice(next, claim.at).some(({ key }) => /^(?:or|ie|meaning|اي|يعني)$/u.test(key))
}

const isMoney = ({ unit }: Figure): boolean => unit?.startsWith('money:') ?? false

/** Words near a claim that name an operation. */
const CUES: Record<Operation, ReadonlySet<string>> = {
  sum: wordSet(`come comes amount amounts together total totals altogether combined all both sum overall totalling add adds مجموع معا اجمالي مجموعها
    مجموعهما جميعا مجتمعه كلها باجمالي`),
  difference:
    wordSet(`between apart بين فرق الفرق more fewer less higher lower longer shorter later sooner earlier by gap difference left remain
    remains remained remaining rest other others saved saves saving extra additional adds added adding gained short cut added than down up rose fell grew
    dropped still another didn nobody without missing dearer cheaper quicker slower faster behind ahead margin lead outnumbered improvement deeper wider taller bigger larger smaller heavier lighter closer further increase
    decrease fall rise drop gain loss late delay delayed slept زياده باضافه يوفر توفر تضيف اضاف فارق الفارق اقل اكثر بقي بقيت تبقي يبقي الباقي
    باقي متبقيه نقص نقصت انخفض انخفضت زاد زادت وفر وفرت وفرته بفارق اضافي اضافيه اخري تاخر تتاخر ستتاخر تراجع تراجعت
    ارتفع ارتفعت اطول اقصر اعلي ادني اسرع هبط هبطت نزل نزلت لم قصر يزيد رفع رفعت خفض`),
  product:
    wordSet(`of which them went goes total each all covered paid pays spent borrowed worth women منها منهم من منهن
    ذهب ذهبت اي تبرعت دفع دفعت بينها بينهم كل جميعا نحو`),
  quotient:
    wordSet(`averaged averaging earned pays يستعيد يسترد المتوسط each per apiece average every month week day year half لكل كل متوسط للواحد الواحد الواحده
    شهريا يوميا اسبوعيا سنويا مناصفه مجموعه`),
  ratio: wordSet(`by of from than compared rose fell grew up down increase rise fall drop growth cut times twice
    half share part about nearly نصفها نصفهم ثلثها ثلثهم ربعها ربعهم الثلث النصف الربع من عن بنسبه زياده ارتفع انخفض تراجع نحو قرابه اي اضعاف ضعف زاد زادت بزياده نمو نصف`),
  change:
    wordSet(`by rose fell grew up down increase rise fall drop growth cut reduced gained lost gone vanished more less fewer bigger
    بنسبه زياده ارتفع انخفض تراجع زاد زادت بزياده نمو نمت بمقدار`),
  rest: wordSet(`rest remaining remainder other others empty vacant left leaves leaving yet only below above under without still yet save saves saved saving pay pays paid cheaper discount less زال زالت يزال تزال مازال فقط دون يوفر توفر وفر خصم يدفع يدفعون دفع تبقي يبقي بقي بقيت فبقي باقي الباقي البقيه بقيه سوي شاغر شاغره المتبقي
    المتبقيه الباقيه باقيه الاخرون`),
}

/** Finds the result that is most likely the origin of a claim. */
function bestResult(
  claim: Figure,
  around: Surroundings,
  witness: EvidenceText,
): { result: Result; weight: number } | undefined {
  let best: { result: Result; weight: number } | undefined
  const slack = claim.hedge === null ? 0.06 : claim.hedge === 'about' ? 0.12 : 0.2
  for (const value of claim.values)
    for (const result of resultsBetween(witness, value * (1 - slack), value * (1 + slack))) {
      if (!fitsUnit(claim, result) || !isNear(claim, result) || isTerm(claim, result)) continue
      if (areReversed(claim, result)) continue
      const weight = weightOf(claim, result, around, witness)
      if (!best || weight > best.weight) best = { result, weight }
    }
  return best
}

/**
 * Whether the claim and the result have opposite trends. A fall from 80 to 60 is a quarter, but a rise from 60 to 80 is
 * a third.
 */
const areReversed = (claim: Figure, { trend }: Result): boolean =>
  claim.trend !== undefined && trend !== undefined && claim.trend !== trend

/** Whether the claim is a term of the calculation and not its result. */
const isTerm = (claim: Figure, { terms, operation }: Result): boolean =>
  terms.some(
    (term) =>
      (term.unit === claim.unit && valueOf(term) === valueOf(claim)) ||
      // The same number in another unit is a mistake: 40 minutes for 40 seconds.
      ((operation === 'product' || operation === 'quotient') &&
        term.writtenValues?.[0] === claim.writtenValues?.[0] &&
        valueOf(term) !== valueOf(claim)),
  )

/** Weights of the signs that a claim was computed. Small and rounded numbers are often results by chance. */
function weightOf(claim: Figure, result: Result, around: Surroundings, witness: EvidenceText): number {
  const { operation, terms } = result
  const [first, last] = [terms[0] as Figure, terms.at(-1) as Figure]
  const [from, to] = first.start < last.start ? [first, last] : [last, first]
  const distance = to.sentence - from.sentence
  const between = witness.text.slice(from.end, to.start)
  const operands = terms.filter((term) => around.figures.some((each) => areEqual(each, term))).length
  const isCued = [...CUES[operation]].some((cue) => around.words.has(cue))
  const isCounted = terms.some((term) => term.nouns.some((noun) => claim.nouns.includes(noun)))
  const shared = sharedWords(from, to, around, witness)
  let weight = isRounding(operation) ? ROUNDED_DIGITS[digitsOf(claim)]! : DIGITS[digitsOf(claim)]!
  weight += distance === 0 ? 1 : distance === 1 ? 0 : -1
  if (terms.length > 1 && between.length <= 70 && JOINED.test(between)) weight += RANGE.test(between) ? 1.5 : 1
  weight += operands === 0 ? 0 : operands < terms.length || operands === 1 ? 1.5 : 3.5
  if (operation === 'rest' && terms.length < 3) weight += isCued ? 2.5 : -3
  else if (isCued) weight += operation === 'ratio' ? 0.75 : 1.5
  else if (operation === 'quotient' && !result.per) weight -= 2
  else if (operation === 'sum' && between.length > 30) weight -= 1.5
  if (operation !== 'rest') weight += shared > 1 ? 1.5 : shared * 0.5
  // "13 litres less, that is a quarter": the draft also states the difference that makes up the share.
  const gap = terms.length === 2 ? Math.abs(valueOf(first) - valueOf(last)) : 0
  const isStated =
    operation === 'change' &&
    around.figures.some(
      (each) =>
        isLoose(each) === isLoose(first) &&
        each.values.some((value) => gap > 0 && Math.abs(value - gap) <= EXACT * gap),
    )
  if (isStated) weight += 4
  if (operation === 'difference' && claim.of === 'difference') weight += 1
  if (operation === 'change' && (claim.of === 'change' || claim.trend !== undefined)) weight += 0.5
  const isBare = claim.trend === undefined && claim.of !== 'change'
  if (operation === 'change' && isBare && !isCued && !isStated) weight -= 2
  if (operation === 'ratio' && claim.unit === 'times') weight += 0.5
  if (operation === 'difference' && OF_THEM.test(between) && between.length <= 60) weight += 1
  // A draft that names two other figures near a change computed it from these.
  const beside = around.figures.filter(({ sentence }) => sentence === claim.sentence)
  const isFromTo = terms.length > 1 && terms.every(({ isLevel }) => isLevel) && between.length <= 30
  if (operation === 'change' && isFromTo) weight += 0.5
  const areLevels = terms.every(({ isLevel }) => isLevel)
  if (operation === 'change' && operands === 0 && !isStated && (beside.length >= 2 || !areLevels)) weight -= 2
  if (result.per) weight += claim.per === result.per ? 1.5 : -5
  // The source gives another number for the same thing.
  if (isCounted && !isCued && !OF_THEM.test(between) && (operation === 'sum' || operation === 'difference'))
    weight -= 1.5
  const isExact = claim.values.some((value) => Math.abs(value - result.value) <= EXACT * value)
  if (isExact && isMoney(claim) && (operation === 'quotient' || (operation === 'product' && digitsOf(claim) > 1)))
    weight += 1
  // "£21,500, or 13 pence a loaf" explains the number before it.
  const isExplained = around.explained !== undefined && terms.some((term) => areEqual(around.explained!, term))
  if (isExplained && operation !== 'sum') weight += 2
  const haveOneNoun = terms.length === 2 && first.nouns.some((noun) => last.nouns.includes(noun))
  if (isExplained && operation === 'ratio' && haveOneNoun) weight += 1
  if (operation === 'difference' && haveOneNoun && isExact && OTHERS.some((word) => around.words.has(word))) weight += 2
  if (claim.hedge !== null && claim.hedge !== 'about' && !isExact) weight -= 0.5
  // "Fell by 20%" states a change. "20% of" and "to 20%" state a share, which is a ratio.
  const isBy = claim.trend !== undefined && !claim.isLevel
  if (operation === 'ratio' && claim.unit === 'percent' && isBy) weight -= 4
  const ofPercents = terms.length > 1 && terms.every(isPercent)
  if ((operation === 'ratio' || operation === 'change') && ofPercents && !(claim.isShare && claim.isLevel)) weight -= 4
  if (operation === 'product' && ofPercents) weight -= 2
  if (operation === 'product' && between.length <= 20 && terms.some(({ isShare }) => isShare)) weight += 0.5
  // Two counts of different things have no sum and no difference.
  const [one, other] = [terms[0]?.nouns ?? [], terms[1]?.nouns ?? []]
  const areStrange = one.length > 0 && other.length > 0 && !one.some((noun) => other.includes(noun))
  const haveNouns = one.length > 0 || other.length > 0
  const isStrange = claim.nouns.length > 0 && haveNouns && !isCounted && digitsOf(claim) < 3
  if (isPairwise(operation) && (areStrange || (isStrange && isLoose(first)))) weight -= 1.5
  // If 52 of 135 traders are women, the other 83 are not women.
  const isOfPart = (noun: string) => to.nouns.includes(noun) && !from.nouns.includes(noun)
  if (OF_THEM.test(between) && claim.nouns.some(isOfPart)) weight -= 3
  if (claim.writtenUnit?.endsWith('perhour')) weight += 2
  if (operation === 'product' && isCounted && terms.some(({ per }) => per !== undefined)) weight += 3
  if (operation === 'product' && terms.some(({ isImplied }) => isImplied)) weight += 1.5
  if (operation === 'difference' && terms.some(({ unit }) => unit?.startsWith('of:'))) weight += 2
  const isEarlier =
    terms.some(({ trend, unit }) => trend && unit === 'percent') && EARLIER.some((word) => around.words.has(word))
  if (operation === 'product' && isEarlier) weight += 3.5
  // "Twelve men and 15 women" are one group.
  if (operation === 'sum' && terms.length === 2 && /^ (?:and |و)$/u.test(between)) weight += 3
  const isPlain = terms.every((term) => !isPercent(term) && term.unit !== 'times' && !term.per)
  if (
    operation === 'product' &&
    isPlain &&
    isMoney(claim) &&
    !ONE_OF_EACH.test(witness.text.slice(from.start, to.end + 40))
  )
    weight -= 3
  if (operation === 'sum' && ADDED.test(witness.text.slice(to.end, to.end + 24))) weight += 3
  return weight
}

/** Words that allow a count and an amount to be multiplied: £3 each. */
const ONE_OF_EACH = /(?<!\p{L})(?:each|every|per|apiece|an?)(?!\p{L})|كل|للواحد|الواحد/u

/** Words that announce the amount before a change. */
const EARLIER = ['before', 'earlier', 'previously', 'ago', 'قبل', 'سابقا', 'كان', 'كانت']

/** Words after a term of a sum: 40 thousand, and ten thousand more. */
const ADDED = /^ ?(?:more|extra|additional|on top|إضافي)/u

const DIGITS = [0, 0, 1, 3, 4]
const ROUNDED_DIGITS = [0, -0.5, 0.75, 2.5, 3.5]

const isPairwise = (operation: Operation): boolean =>
  operation === 'sum' || operation === 'difference' || operation === 'ratio' || operation === 'change'

const isRounding = (operation: Operation): boolean =>
  operation === 'ratio' || operation === 'change' || operation === 'quotient' || operation === 'product'

/** The significant digits of a claim, at most 4. A fraction such as "a third" has one. */
const digitsOf = ({ values, writtenValues, scale = 1, isShare }: Figure): number => {
  if (isShare) return 1
  const written = Number((((writtenValues ?? values)[0] ?? 0) / scale).toPrecision(10))
  return Math.min(
    4,
    Math.max(
      1,
      String(written)
        .replace('.', '')
        .replace(/^0+|0+$/g, '').length,
    ),
  )
}

/** Counts the long words that occur both near the claim in the draft and near the terms in the source. */
function sharedWords(from: Figure, to: Figure, { words }: Surroundings, { tokens }: EvidenceText): number {
  const near = tokens.slice(Math.max(0, from.at - WORDS_BESIDE), Math.min(to.next, from.at + 60) + WORDS_BESIDE)
  const shared = near.filter(
    ({ kind, key }) =>
      kind === 'word' && key.length > 4 && !OFTEN.has(key) && withoutPrefixes(key).some((form) => words.has(form)),
  )
  return new Set(shared.map(({ key }) => key)).size
}

const OFTEN = wordSet(`about after their there which while would could other every people years months percent million
  billion thousand million نسبه مليون مليار الف الاف سنه عام خلال التي الذي بلغ بلغت`)

const OTHERS = ['other', 'others', 'rest', 'remaining', 'اخرين', 'اخرون', 'الباقين', 'الباقي', 'البقيه', 'لبقيه']

/** Words between two figures that make the second a part of the first, such as "of which". */
export const OF_THEM =
  /(?:^|[^\p{L}])(?:of wh(?:om|ich)|of them|among them|including|بينه[مان]?|منه[مان])(?=[^\p{L}]|$)/u

/** Words that connect two figures: from 40 to 35, 17 of 84, 31 ساعة إلى 19, "31 hours to 19". */
const JOINED =
  /(?:^|[ ،,])(?:to|from|of|against|instead of|rather than|compared with|down from|up from|out of|and|or|[إا]لى|مقابل|بدل[اًا]*|من [أا]صل|من|بعدما|وكانت|بعد|و)(?: |$)/u

/** The text between both ends of a range, as in "from 40 to 35". */
const RANGE = /^[^.!?؟]{0,24}(?:to|[إا]لى)[^.!?؟]{0,12}$/u

const areEqual = (one: Figure, other: Figure): boolean =>
  (one.unit === other.unit || isLoose(one) || isLoose(other)) &&
  [...one.values, ...(one.writtenValues ?? [])].some((value) =>
    [...other.values, ...(other.writtenValues ?? [])].some((each) => Math.abs(value - each) <= EXACT * Math.abs(each)),
  )

/** Whether a value has at least three significant digits. Such a value rarely results by chance: 1,150, but not 12. */
const isDistinct = (claim: Figure): boolean => digitsOf({ ...claim, scale: 1, writtenValues: claim.values }) >= 3

function fitsUnit(claim: Figure, { unit, operation, terms }: Result): boolean {
  if (isLoose(claim))
    return (
      unit === null ||
      unit === 'times' ||
      (operation !== 'ratio' && operation !== 'change' && claim.nouns.length === 0 && unit !== 'percent')
    )
  if (claim.unit === 'times') return unit === 'times'
  if (claim.unit === 'points') return unit === 'points' || unit === null
  const isSumOfMoney =
    operation === 'quotient' && isMoney(claim) && terms.some(({ scale, nouns }) => scale && nouns.length === 0)
  return (
    claim.unit === unit ||
    (unit === null && isSumOfMoney) ||
    (unit === null &&
      operation === 'sum' &&
      isMoney(claim) &&
      terms.every(({ scale, nouns }) => scale && nouns.length === 0)) ||
    (unit === null &&
      operation === 'difference' &&
      claim.unit !== 'percent' &&
      claim.unit?.startsWith('money:') !== true)
  )
}

/** Half of the claim's last digit: a claim may be rounded by that much, such as 15% for 15.3%. */
function lastDigitOf({ values, writtenValues, times = 1, scale = 1 }: Figure): number {
  const written = (writtenValues?.[0] ?? values[0] ?? 0) / scale
  const decimals = /\.(\d+)$/.exec(String(Number(written.toPrecision(10))))?.[1]?.length ?? 0
  return 0.5 * 10 ** -Math.min(decimals, 6) * times * scale
}

function isNear(claim: Figure, { value, operation }: Result): boolean {
  const isFree =
    operation === 'ratio' ||
    operation === 'change' ||
    claim.hedge !== null ||
    isDistinct(claim) ||
    claim.scale !== undefined ||
    (operation === 'quotient' && isMoney(claim))
  const rounded = isFree ? Math.min(lastDigitOf(claim), 0.04 * value) : 1e-3 * value
  const within = isRounding(operation) ? Math.max(claim.isShare ? claim.within : 0, rounded) : EXACT * value
  return claim.values.some((claimed) => {
    const off = (value - claimed) / (value || 1)
    if (Math.abs(value - claimed) <= within) return true
    if (claim.hedge === 'about') return Math.abs(off) <= (claim.unit === 'times' ? 2.4 : 1) * ROUND_OFF
    if (claim.hedge === 'over') return off >= 0 && off <= 3 * ROUND_OFF
    return claim.hedge === 'under' && off <= 0 && -off <= 3 * ROUND_OFF
  })
}

/** Finds a result of two numbers near the claim, at least one of them from the source: 418 women minus 26 are 392. */
function findOwnTerms(claim: Figure, { figures, explained }: Surroundings, witness: EvidenceText): Found | undefined {
  const terms = figures.slice(0, MAX_OWN_TERMS)
  for (const [n, one] of terms.entries())
    for (const other of terms.slice(n + 1)) {
      const isResult = [...resultsOf(one, other)].some(
        (result) =>
          !isTerm(claim, result) &&
          fitsUnit(claim, result) &&
          isNear(claim, result) &&
          result.operation !== 'ratio' &&
          !areReversed(claim, result),
      )
      if (!isResult) continue
      const known = [one, other].flatMap(
        (term) => witness.figures.slice(0, MAX_TERMS).find((each) => areEqual(each, term)) ?? [],
      )
      if (
        known.length === 2 ||
        (known.length === 1 && (isDistinct(claim) || explained || (claim.per && hasDuration(one, other))))
      )
        return foundIn(witness, known)
    }
  return undefined
}

/** Whether one of two figures is a duration, as in 16,000 trees in eight years. */
const hasDuration = (one: Figure, other: Figure): boolean =>
  [one, other].some(({ unit }) => unit === 'second' || unit === 'month')

const MAX_OWN_TERMS = 10
