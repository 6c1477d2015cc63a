import { wordSet } from '../../word-lists.ts'
import { isMoney, isRounding } from './computed-values.ts'
import { stemOf } from './counted-nouns.ts'
import { areEqual, digitsOf, EXACT } from './digits.ts'
import type { EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'
import { isLoose, isPercent, MEASURED, valueOf, type Operation, type Result } from './results.ts'
import { WORDS_BESIDE, type Surroundings } from './surroundings.ts'
import { withoutPrefixes } from './tokens.ts'
import { isArabicKey } from './transliteration.ts'

/**
 * Scores how likely a claim was computed as this result. Small and rounded numbers score less, because they often match
 * by chance.
 */
export function weightOf(claim: Figure, result: Result, around: Surroundings, witness: EvidenceText): number {
  const { operation, terms } = result
  const [first, last] = [terms[0] as Figure, terms.at(-1) as Figure]
  const [from, to] = first.start < last.start ? [first, last] : [last, first]
  const distance = to.sentence - from.sentence
  const between = witness.text.slice(from.end, to.start)
  const operands = terms.filter((term) => around.figures.some((each) => areEqual(each, term))).length
  const isBoth =
    operation === 'sum' && terms.length === 2 && isMoney(claim) && [...around.words].some((word) => BOTH.test(word))
  const isCued = isBoth || [...CUES[operation]].some((cue) => around.words.has(cue))
  const isCounted = terms.some((term) => term.nouns.some((noun) => claim.nouns.includes(noun)))
  const shared = sharedWords(from, to, around, witness)
  let weight = isRounding(operation) ? ROUNDED_DIGITS[digitsOf(claim)]! : DIGITS[digitsOf(claim)]!
  weight += distance === 0 ? 1 : distance === 1 ? 0 : -1
  if (terms.length > 1 && between.length <= 70 && JOINED.test(between)) weight += RANGE.test(between) ? 1.5 : 1
  weight += operands === 0 ? 0 : operands < terms.length || operands === 1 ? 1.5 : 3.5
  if (operation === 'rest' && terms.length < 3)
    weight += isCued ? 2.5 : terms.length === 2 || digitsOf(claim) > 2 ? 0.5 : -3
  else if (isCued) weight += operation === 'ratio' ? 0.75 : 1.5
  else if (operation === 'quotient' && !result.per) weight -= 2
  else if (operation === 'sum' && between.length > 30) weight -= 1.5
  if (operation !== 'rest') weight += shared > 1 ? 1.5 : shared * 0.5
  // A draft such as "13 litres less, that is a quarter" also states the difference that makes up the share.
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
  // A source such as "212 graduates, 118 of them women" makes a subtraction likely: 94 are men.
  if (operation === 'difference' && between.length <= 40 && OF_THAT.test(witness.text.slice(to.end, to.end + 12)))
    weight += 2
  // A source such as "Of the 72 flights, 19 were late" makes a subtraction likely: 53 were on time.
  const isOfWhole = /(?:^|[^\p{L}])(?:of|من)(?: the)? $/iu.test(
    witness.text.slice(Math.max(0, from.start - 8), from.start),
  )
  if (operation === 'difference' && distance === 0 && isOfWhole && between.length <= 40) weight += 2
  // A source such as "1.79 euros, nine cents more than in May" also gives the price in May.
  const isStep = distance === 0 && between.length <= 40 && terms.length === 2 && to.of === 'difference'
  if ((operation === 'difference' || operation === 'sum') && isStep) weight += 2
  const isDeadline = distance === 0 && DEADLINE.test(witness.text.slice(from.end, to.end + 40))
  if ((operation === 'difference' || operation === 'sum') && isDeadline && claim.unit === to.unit) weight += 1.5
  // If a draft names two other figures near a change, its author computed the change from those two figures.
  const beside = around.figures.filter(({ sentence }) => sentence === claim.sentence)
  const isFromTo = terms.length > 1 && terms.every(({ isLevel }) => isLevel) && between.length <= 30
  if (operation === 'change' && isFromTo) weight += 0.5
  const areLevels = terms.every(({ isLevel }) => isLevel)
  if (operation === 'change' && operands === 0 && !isStated && (beside.length >= 2 || !areLevels)) weight -= 2
  if (result.per) weight += claim.per === result.per ? 1.5 : -5
  // The source counts the same thing as the claim, but with other numbers, so their sum is likely a coincidence.
  if (isCounted && !isCued && !OF_THEM.test(between) && (operation === 'sum' || operation === 'difference'))
    weight -= 1.5
  const isExact = claim.values.some((value) => Math.abs(value - result.value) <= EXACT * value)
  if (isExact && isMoney(claim) && (operation === 'quotient' || (operation === 'product' && digitsOf(claim) > 1)))
    weight += 1
  // In "£21,500, or 13 pence a loaf", the claim is probably computed from the number that it explains.
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
  const isFraction = operation === 'product' && distance === 0 && terms.some(({ isShare }) => isShare)
  if (isFraction && between.length <= 40) weight += operands > 0 ? 1.5 : 0.5
  // Counts of different things are rarely added or subtracted, so such a result is less likely.
  const [one, other] = [terms[0]?.nouns ?? [], terms[1]?.nouns ?? []]
  const areStrange = one.length > 0 && other.length > 0 && !one.some((noun) => other.includes(noun))
  const haveNouns = [...one, ...other].some((noun) => isArabicKey(noun) === isArabicKey(claim.nouns[0] ?? ''))
  const isStrange = claim.nouns.length > 0 && haveNouns && !isCounted && digitsOf(claim) < 3
  if (isPairwise(operation) && (areStrange || (isStrange && isLoose(first)))) weight -= 1.5
  // If 52 of 135 traders are women, the difference of 83 does not support a claim of 83 women.
  const isOfPart = (noun: string) => to.nouns.includes(noun) && !from.nouns.includes(noun)
  if (OF_THEM.test(between) && claim.nouns.some(isOfPart)) weight -= 3
  if (claim.writtenUnit?.endsWith('perhour')) weight += 2
  if (operation === 'product' && isCounted && terms.some(({ per }) => per !== undefined)) weight += 3
  if (operation === 'product' && terms.some(({ isImplied }) => isImplied)) weight += 1.5
  // Times with decimals rarely differ by chance as much as the claim says: 0.76 seconds.
  const areTimed = claim.unit === 'second' && terms.every(({ values: [value = 0] }) => !Number.isInteger(value))
  if (operation === 'difference' && areTimed) weight += 2
  // "308 shops per city" is a number of shops. So a quotient is likely if the claim and the larger figure count the
  // same noun.
  const [whole, divisor] = valueOf(first) > valueOf(last) ? [first, last] : [last, first]
  const isOfWholeNoun =
    operation === 'quotient' && terms.length === 2 && whole.nouns.some((noun) => claim.nouns.includes(noun))
  if (isOfWholeNoun) weight += 1.5
  const stems = isOfWholeNoun ? [...around.words].map(stemOf) : []
  if (divisor.nouns.some((noun) => stems.includes(noun))) weight += 1
  if (operation === 'product' && terms.some(isPercent) && isCounted) weight += 1
  // A draft that states a difference may compute it from a change in percent.
  const isMoved = (term: Figure) =>
    isPercent(term) && term.trend !== undefined && (claim.of === 'difference' || claim.trend === term.trend)
  if (operation === 'product' && terms.some(isMoved)) weight += 2
  if (operation === 'difference' && [...around.words].some((word) => BALANCE.test(word))) weight += 2.5
  // One figure that its words alone make a result, such as "every ten minutes".
  if (terms.length === 1 && (operation === 'product' || first.unit === 'second')) weight += 3
  if (operation === 'difference' && terms.some(({ unit }) => unit?.startsWith('of:'))) weight += 2
  const isEarlier =
    terms.some(({ trend, unit }) => trend && unit === 'percent') && EARLIER.some((word) => around.words.has(word))
  if (operation === 'product' && isEarlier) weight += 3.5
  // In "64 flights were late and nine cancelled", both counts are flights. So a sum of them is a likely result.
  const isSameNoun = to.elided === from && isLoose(to) && from.nouns.length > 0 && between.length <= 30
  if (operation === 'sum' && isSameNoun && /(?:and |و\p{L}* ?)/u.test(between)) weight += 2.5
  // A source such as "twelve men and 15 women" names one group, so a sum of both counts is likely.
  if (operation === 'sum' && terms.length === 2 && /^ (?:and |و)$/u.test(between)) weight += 3
  const isPlain = terms.every((term) => !isPercent(term) && term.unit !== 'times' && !term.per)
  if (
    operation === 'product' &&
    isPlain &&
    isMoney(claim) &&
    !ONE_OF_EACH.test(witness.text.slice(from.start, to.end + 40))
  )
    weight -= 3
  // "71 per cent of that" makes a multiplication likely: the share of the amount before it.
  if (operation === 'product' && terms.some(isPercent) && OF_THAT.test(witness.text.slice(to.end, to.end + 12)))
    weight += 2
  // Both counts of a sentence belong to the claim's noun: eleven schools with the new timetable, twelve without.
  const areOfClaim = terms.length === 2 && terms.every(({ nouns }) => nouns.some((noun) => claim.nouns.includes(noun)))
  if (operation === 'sum' && areOfClaim && distance === 0) weight += 3
  // A text has few lengths or capacities, so their sum is rarely a coincidence.
  const areMeasured = terms.length === 2 && terms.every(({ unit }) => unit === claim.unit && MEASURED.has(unit ?? ''))
  if (operation === 'sum' && areMeasured && isExact && isCued) weight += 3
  // "$13m of the $84m" is a difference of the amount that it names.
  const isPartOf = around.whole !== undefined && terms.some((term) => areEqual(around.whole!, term))
  if (operation === 'difference' && isPartOf && isExact) weight += 2
  // "$5m more than analysts expected" describes the figure that it is compared with.
  const isCompared = operation === 'difference' && claim.of === 'difference' && isExact && isCued
  if (isCompared && terms.some((term) => sharedWords(term, term, around, witness, [WORDS_BESIDE + 3, 0]) > 1))
    weight += 2
  const isAdded = ADDED.test(witness.text.slice(to.end, to.end + 24)) || ANOTHER.test(between)
  if (operation === 'sum' && isAdded) weight += 3
  return weight
}

/** Words such as "each" in "£3 each", which allow a multiplication of a count and an amount. */
const ONE_OF_EACH = /(?<!\p{L})(?:each|every|per|apiece|average|an?)(?!\p{L})|كل|متوسط|للواحد|الواحد/u

/** Words that announce the amount before a change. */
const EARLIER = ['before', 'earlier', 'previously', 'ago', 'قبل', 'سابقا', 'كان', 'كانت']

/** Words that relate two durations: in 16 months, two months ahead of schedule. */
const DEADLINE =
  /(?:قبل|بعد) الموعد|(?:ahead|behind|late|early|earlier|later)(?: of| than)? (?:schedule|planned|expected)/iu

const OF_THAT = /^ (?:of (?:that|it|this|them|which)(?!\p{L})|منها|منه(?!\p{L}))/u

/** Words after the second number of a sum, such as "more" in "40 thousand, and ten thousand more". */
const ADDED = /^ ?(?:more|extra|additional|on top|إضافي)/u
const ANOTHER = /(?<!\p{L})another $/iu

/** Words that speak of two things, whose sum the claim may be: in two rounds; في جولتين. */
const BOTH = /^(?:two|both|[\u0620-\u064A]{3,}تين)$/u

/** Words for the difference of two amounts. */
const BALANCE = /^(?:surplus|deficit|(?:ال)?فايض|(?:ال)?عجز)$/u

const DIGITS = [0, 0, 1, 3, 4]
const ROUNDED_DIGITS = [0, -0.5, 0.75, 2.5, 3.5]

const isPairwise = (operation: Operation): boolean =>
  operation === 'sum' || operation === 'difference' || operation === 'ratio' || operation === 'change'

/** Words near a claim that name the operation by which it was computed. */
const CUES: Record<Operation, ReadonlySet<string>> = {
  sum: wordSet(`come comes amount amounts together total totals altogether combined all both sum overall totalling add adds becomes grows reach reaches
    ليصبح لتصبح يصبح تصبح ستصبح سيصبح ليصل لتصل ستبلغ سيبلغ لتبلغ ليبلغ مجموع معا اجمالي مجموعها
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
  ratio:
    wordSet(`margin هامش by of from than compared rose fell grew up down increase rise fall drop growth cut times twice
    half share part about nearly نصفها نصفهم ثلثها ثلثهم ربعها ربعهم الثلث النصف الربع من عن بنسبه زياده ارتفع انخفض تراجع نحو قرابه اي اضعاف ضعف زاد زادت بزياده نمو نصف`),
  change:
    wordSet(`by rose fell grew up down increase rise fall drop growth cut reduced gained lost gone vanished more less fewer bigger
    بنسبه زياده ارتفع انخفض تراجع زاد زادت بزياده نمو نمت بمقدار`),
  rest: wordSet(`lost loses lose فقد فقدت rest remaining remainder other others empty vacant left leaves leaving yet only below above under without still yet save saves saved saving pay pays paid cheaper discount less زال زالت يزال تزال مازال فقط دون يوفر توفر وفر خصم يدفع يدفعون دفع تبقي يبقي بقي بقيت فبقي باقي الباقي البقيه بقيه سوي شاغر شاغره المتبقي
    المتبقيه الباقيه باقيه الاخرون`),
}

/** Counts the long words that occur both near the claim in the draft and near the terms in the source. */
function sharedWords(
  from: Figure,
  to: Figure,
  { words }: Surroundings,
  { tokens }: EvidenceText,
  [before, after] = [WORDS_BESIDE, WORDS_BESIDE],
) {
  const near = tokens.slice(Math.max(0, from.at - before), Math.min(to.next, from.at + 60) + after)
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
