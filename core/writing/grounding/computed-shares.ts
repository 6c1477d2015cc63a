import { wordSet } from '../../word-lists.ts'
import { stemOf } from './counted-nouns.ts'
import type { Evidence, EvidenceText, Found } from './evidence.ts'
import { isDistinct } from './digits.ts'
import type { Figure } from './figure.ts'
import { OF_THEM } from './result-weights.ts'
import { isLoose, isPercent, valueOf, valuesOf } from './results.ts'
import type { DraftNumbers } from './surroundings.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/**
 * Finds the two figures of which a claim is the share or the change: half for 60 of 120. The draft must name one of
 * them near the claim, or have words near the claim that the source has near each of them.
 */
export function findShare(claim: Figure, draft: DraftNumbers, evidence: Evidence): Found | undefined {
  if (!isPercent(claim) || claim.isLevel || claim.isSigned) return undefined
  const change = changeOf(claim, draft.tokens)
  const isResult = (one: Figure, other: Figure) => isResultOf(claim, one, other, change)
  const former = isOfFormer(claim, draft.tokens) ? findFormer(claim, evidence) : undefined
  if (former) return former
  const amounts = draft.figures.filter(
    (each) => isAmount(each) && each !== claim && Math.abs(each.sentence - claim.sentence) <= 1,
  )
  const sums = change ? [] : amounts.slice(1).flatMap((each, n) => sumOf(amounts[n], each))
  const named = [...amounts, ...sums]
  for (const witness of evidence) {
    const figures = witness.figures.slice(0, MAX_FIGURES).filter(isAmount)
    for (const one of named.slice(0, MAX_NAMED)) {
      const own = figures.find((each) => areNear(each, one))
      const isNamed = (other: Figure) => named.some((each) => each !== one && areNear(each, other))
      const partner = figures.find(
        (other) =>
          other !== own &&
          (own
            ? areClose(own, other) && areOneWhole(own, other, witness)
            : isNamed(other) || (isShareOf(claim, one) && isLoose(other) && valueOf(other) > valueOf(one))) &&
          isResult(own ?? one, other),
      )
      if (partner) return foundIn(witness, own ? [own, partner] : [partner])
    }
    const rounded = findRounded(claim, draft.tokens, figures)
    if (rounded) return foundIn(witness, rounded)
    // The sentences that state a percentage.
    const stated = new Set(
      witness.figures
        .slice(0, MAX_FIGURES)
        .filter(isPercent)
        .map(({ sentence }) => sentence),
    )
    const words = stemsAround(draft.tokens, claim, (sentence) => sentence === claim.sentence)
    for (const [n, other] of figures.entries())
      for (const one of figures.slice(Math.max(0, n - REACH), n))
        if (
          isResult(one, other) &&
          areClose(one, other) &&
          areOneWhole(one, other, witness) &&
          (isOfThem(claim, one, other, draft.tokens, witness) ||
            isExactPart(claim, one, other, words, witness) ||
            isFromTo(one, other, change, witness) ||
            isDescribed(one, other, words, stated, witness))
        )
          return foundIn(witness, [one, other])
  }
  return undefined
}

/** Whether a share refers to an earlier level: a quarter of what it was; ربع ما كان, "a quarter of what it was". */
const isOfFormer = ({ next }: Figure, tokens: readonly Token[]): boolean =>
  /^(?:of (?:what|its (?:former|earlier|original))|ما كان)/u.test(
    tokens
      .slice(next, next + 3)
      .map(({ key }) => key)
      .join(' '),
  )

/** Finds the earlier and the new level, which may be percentages too: from 6% to 1.5%. */
function findFormer(claim: Figure, evidence: Evidence): Found | undefined {
  for (const witness of evidence)
    for (const [n, other] of witness.figures.slice(0, MAX_FIGURES).entries()) {
      const one = witness.figures[n - 1]
      if (one?.sentence === other.sentence && one.unit === other.unit && isResultOf(claim, one, other, undefined))
        return foundIn(witness, [one, other])
    }
  return undefined
}

/** The sum of two neighbouring figures of a sentence: 27 for "19 from one town and eight from another". */
const sumOf = (one: Figure | undefined, other: Figure): Figure[] =>
  one?.sentence === other.sentence && one.unit === other.unit
    ? [{ ...other, values: [valueOf(one) + valueOf(other)] }]
    : []

/** Whether a fraction directly follows the amount that it describes: 559,000 people, a third of all travellers. */
const isShareOf = ({ isShare, at, sentence }: Figure, one: Figure): boolean =>
  isShare === true && isLoose(one) && one.sentence === sentence && at > one.at && at - one.next <= 3

/** The maximum numbers of figures of a source and of a draft to compare, to limit the time. */
const MAX_FIGURES = 300
const MAX_NAMED = 12
const REACH = 6

const isAmount = (figure: Figure): boolean => !isPercent(figure) && figure.unit !== 'times' && valueOf(figure) > 0

/** Whether two figures count the same thing, or one counts a part of the other: 1,640 pieces, of which 970 are pots. */
function areOneWhole(one: Figure, other: Figure, { text, tokens }: EvidenceText): boolean {
  const isOneThing =
    one.nouns.length === 0 || other.nouns.length === 0 || one.nouns.some((noun) => other.nouns.includes(noun))
  const [first, last] = one.start < other.start ? [one, other] : [other, one]
  // A source such as "Of 240 pupils, 180 walk" states a whole and its part, so the two figures belong together.
  const isOf = /^(?:of|among|بين|اصل)$/u.test(tokens[first.at - 1]?.key ?? '') && last.sentence === first.sentence
  return isOneThing || isOf || (last.start - first.end < 120 && OF_THEM.test(text.slice(first.end, last.start)))
}

/**
 * Whether two figures belong together: they are in neighbouring sentences, count the same noun, or have the same unit.
 */
const areClose = (one: Figure, other: Figure): boolean =>
  Math.abs(other.sentence - one.sentence) <= 2 ||
  (one.unit !== null &&
    one.unit !== 'second' &&
    one.unit !== 'month' &&
    one.unit === other.unit &&
    one.per === other.per) ||
  nounsOf(one).some((noun) => nounsOf(other).includes(noun))

/** The nouns of a figure, or those that it takes over from the figure before it: 2,150 children, against 1,720. */
const nounsOf = ({ nouns, elided }: Figure): readonly string[] => (nouns.length > 0 ? nouns : (elided?.nouns ?? []))

/** Whether a figure of the draft equals a figure of the source, possibly after rounding. */
const areNear = (one: Figure, other: Figure): boolean =>
  (one.unit === other.unit || isLoose(one) || isLoose(other)) &&
  one.values.some((value) => other.values.some((each) => Math.abs(value - each) <= 0.03 * Math.abs(value)))

const MORE = /^(?:more|higher|dearer|longer|larger|bigger|faster|اكثر|اعلي|اغلي|اطول|اكبر|زياده|ارتفاعا)$/u
const LESS = /^(?:less|fewer|lower|cheaper|shorter|smaller|slower|اقل|ادني|ارخص|اقصر|اصغر|اسرع|انخفاضا)$/u

/** Whether a claim states a change, and not a part: "a fifth less"; أقل بنحو الربع, "about a quarter less". */
function changeOf({ of, trend, at, next }: Figure, tokens: readonly Token[]): 'up' | 'down' | 'either' | undefined {
  const before = tokens.slice(Math.max(0, at - 4), at)
  const by = before.findLast(
    ({ key }, n) => (MORE.test(key) || LESS.test(key)) && !/^(?:than|من)$/u.test(before[n + 1]?.key ?? ''),
  )
  const key = [tokens[next]?.key, by?.key].find((word) => word && (MORE.test(word) || LESS.test(word)))
  // In "earned a tenth less", the word after the share states the trend, not "earned".
  const after = tokens[next]?.key ?? ''
  if (MORE.test(after) || LESS.test(after)) return MORE.test(after) ? 'up' : 'down'
  if (trend || key) return trend ?? (MORE.test(key ?? '') ? 'up' : 'down')
  return of === 'change' ? 'either' : undefined
}

function isResultOf(claim: Figure, one: Figure, other: Figure, change: ReturnType<typeof changeOf>): boolean {
  const isOneUnit = one.unit === other.unit || (isLoose(one) && isLoose(other))
  const lacksUnit = (bare: Figure, full: Figure) =>
    isLoose(bare) && bare.nouns.length === 0 && (bare.elided?.unit === full.unit || bare.scale !== undefined)
  if (!isOneUnit && !lacksUnit(one, other) && !lacksUnit(other, one)) return false
  const values = valuesOf(one, other)
  const [less, more] = [Math.min(...values), Math.max(...values)]
  if (less <= 0 || less === more) return false
  if (!change) return isNear(claim, (100 * less) / more)
  return (
    (change !== 'down' && isNear(claim, 100 * (more / less - 1))) ||
    (change !== 'up' && isNear(claim, 100 * (1 - less / more)))
  )
}

function isNear({ values, within, hedge, isShare }: Figure, value: number): boolean {
  return values.some((claimed) => {
    const decimals = /\.(\d+)$/.exec(String(claimed))?.[1]?.length ?? 0
    const rounded = isShare ? Math.max(within, 0.04 * claimed) : 0.5 * 10 ** -Math.min(decimals, 3)
    if (hedge === 'over') return value >= claimed && value <= (isShare ? 1.25 : 1.1) * claimed
    // A value may be far below a claim such as "less than one percent".
    if (hedge === 'under') return value <= claimed && value >= (claimed > 1 ? (isShare ? 0.75 : 0.9) * claimed : 0)
    return (
      Math.abs(value - claimed) <= (hedge === 'about' ? Math.max(rounded, (isShare ? 0.12 : 0.05) * claimed) : rounded)
    )
  })
}

/**
 * Whether the draft and the source both speak of a part: "half of them" for "2,047 people, of whom 1,024 are women".
 */
function isOfThem(
  { isShare, hedge, at, next }: Figure,
  one: Figure,
  other: Figure,
  tokens: readonly Token[],
  { text }: EvidenceText,
): boolean {
  const isPart =
    /(?:هم|هن|ها)$/u.test(tokens[at]?.key ?? '') || (tokens[next]?.key === 'of' && tokens[next + 1]?.key === 'them')
  return isShare === true && hedge === null && isPart && OF_THEM.test(text.slice(one.end, other.start))
}

/**
 * Whether the source itself states a part of a whole of which the claim is the exact fraction. Example: three in five
 * for 480 patients, of whom 288 are women. Two counts of one thing rarely have such a ratio by chance.
 */
function isExactPart(
  claim: Figure,
  one: Figure,
  other: Figure,
  words: ReadonlySet<string>,
  { text, tokens }: EvidenceText,
): boolean {
  const [less, more] = [one, other].map(valueOf).toSorted((a, b) => a - b)
  const isExact = Math.abs((100 * (less ?? 0)) / (more ?? 1) - valueOf(claim)) < MOST_OFF_EXACT
  // Smaller counts need the draft's words near one of them.
  const isDescribed = () =>
    [one, other].some((figure) => {
      const near = stemsAround(tokens, figure, (sentence) => sentence === figure.sentence, BESIDE)
      return [...near].filter((stem) => words.has(stem)).length > 1
    })
  const haveOneNoun = nounsOf(one).some((noun) => nounsOf(other).includes(noun))
  const areOneCount = haveOneNoun && ([one, other].every(isDistinct) || isDescribed())
  return claim.isShare === true && isExact && (areOneCount || OF_THEM.test(text.slice(one.end, other.start)))
}

const MOST_OFF_EXACT = 0.2 // In percentage points.

/**
 * Finds the part and the whole of a percentage that the draft itself rounds, if the draft names what one of them
 * counts. Example: about 13% of the students, for 2,900 signatures and 23,000 students.
 */
function findRounded(claim: Figure, tokens: readonly Token[], figures: readonly Figure[]): Figure[] | undefined {
  if (claim.hedge !== 'about' || claim.trend) return undefined
  const near = tokens.slice(claim.next, claim.next + NEAR_A_SHARE).filter(({ sentence }) => sentence === claim.sentence)
  const of = near.findIndex(({ key }) => /^(?:of|من)$/u.test(key))
  const named = of < 0 ? [] : near.slice(of + 1, of + 4).map(({ key }) => stemOf(withoutPrefixes(key).at(-1) ?? key))
  const counts = figures.filter((each) => isLoose(each) && valueOf(each) >= SMALLEST_COUNT).slice(0, MAX_COUNTS)
  for (const one of counts)
    if (nounsOf(one).some((noun) => named.includes(noun)))
      for (const other of counts) {
        const [less, more] = [one, other].map(valueOf).toSorted((a, b) => a - b)
        if (less !== more && Math.round((100 * (less ?? 0)) / (more ?? 1)) === valueOf(claim)) return [one, other]
      }
  return undefined
}

const NEAR_A_SHARE = 5
const SMALLEST_COUNT = 20
const MAX_COUNTS = 60

/** Whether two figures are the ends of one change: slipped to €31.2 million from €34.8 million. */
function isFromTo(one: Figure, other: Figure, change: ReturnType<typeof changeOf>, { text }: EvidenceText): boolean {
  const join = /^ ?(?:(to|[إا]لى)|from|من) $/u.exec(text.slice(one.end, other.start))
  if (!join || change === undefined) return false
  const isRise = join[1] === undefined ? valueOf(one) > valueOf(other) : valueOf(one) < valueOf(other)
  return change === 'either' || (change === 'up') === isRise
}

const BESIDE = 8 // The maximum distance between a figure and a word that describes it, in words.

/**
 * Whether the draft's words near the claim describe both figures of the source. False if the source states a percentage
 * in the sentence of one of them.
 */
function isDescribed(
  one: Figure,
  other: Figure,
  words: ReadonlySet<string>,
  stated: ReadonlySet<number>,
  { tokens }: EvidenceText,
): boolean {
  if (stated.has(one.sentence) || stated.has(other.sentence)) return false
  const near = [one, other].map((figure) => {
    const own = stemsAround(tokens, figure, (sentence) => sentence === figure.sentence, BESIDE)
    return [...own].filter((stem) => words.has(stem))
  })
  // A source such as "Of 900 patients, 630 …" names the whole, so one common word is enough.
  const isOf =
    one.sentence === other.sentence && /^(?:of|among|من)$/iu.test(tokens[Math.min(one.at, other.at) - 1]?.key ?? '')
  const count = new Set(near.flat()).size
  return (near.every((stems) => stems.length > 0) || one.sentence === other.sentence) && count > (isOf ? 0 : 1)
}

function stemsAround(
  tokens: readonly Token[],
  { at, next }: Figure,
  isIn: (sentence: number) => boolean,
  reach = 24,
): ReadonlySet<string> {
  const near = tokens.slice(Math.max(0, at - reach), next + reach)
  return new Set(
    near.flatMap(({ kind, key, sentence }) =>
      kind === 'word' && key.length > 3 && isIn(sentence) && !COMMON.has(key)
        ? stemOf(withoutPrefixes(key).at(-1) ?? key)
        : [],
    ),
  )
}

const COMMON = wordSet(`about after their there which while would could other every people years year months percent
  million billion thousand with from that this than more less have been were what when only over under into half third
  quarter nearly almost around just were will they them نسبه مليون مليار الاف سنه عام خلال التي الذي بلغ بلغت كانت منها
  اكثر اقل نحو قرابه ميه المييه`)

const foundIn = (witness: EvidenceText, terms: readonly Figure[]): Found => {
  const computedFrom = terms.map(({ start, end }) => ({ start, end })).toSorted((a, b) => a.start - b.start)
  return { witness, start: computedFrom[0]?.start ?? 0, end: computedFrom.at(-1)?.end ?? 0, computedFrom }
}
