import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import { stemOf } from './counted-nouns.ts'
import type { Figure } from './figure.ts'
import { numberInWords } from './number-words.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** Finds ordinal numbers and scores that the source does not have, and parts that exceed their whole. */
export function wrongCountsIn(
  tokens: readonly Token[],
  figures: readonly Figure[],
  dates: readonly Span[],
  evidence: Evidence,
): Span[] {
  const isRead = ({ start }: Token) => [...figures, ...dates].some((each) => start >= each.start && start < each.end)
  return [
    ...largeParts(tokens, figures),
    ...unknownOrdinals(tokens, isRead, evidence),
    ...otherScores(tokens, evidence),
  ]
}

/** Finds scores such as 4–2 if the source has only other scores. */
function otherScores(tokens: readonly Token[], evidence: Evidence): Span[] {
  if (evidence.every((witness) => scoresIn(witness.tokens).length === 0)) return []
  const known = new Set(evidence.flatMap((witness) => scoresIn(witness.tokens, true).map(({ score }) => score)))
  // A source may also write a score in words: three sets to one.
  for (const { figures, tokens: all } of evidence)
    for (const { at, next, values } of figures)
      for (let place = next; place < next + 3 && all[at]?.kind === 'word'; place++) {
        const key = all[place]?.key ?? ''
        const other =
          key === 'to' || key.startsWith('ل') ? numberInWords(all, key === 'to' ? place + 1 : place) : undefined
        if (other) known.add(scoreOf(values[0] ?? 0, other.value))
      }
  return scoresIn(tokens).filter(({ score }) => !known.has(score))
}

const scoreOf = (one: number, other: number): string => `${Math.min(one, other)}–${Math.max(one, other)}`

/** The words that may follow a score. Other words make the two numbers a range, such as 2–3 weeks. */
const AFTER_A_SCORE = /^(?:in|after|on|at|against|and|to|but|win|في|بعد|امام|علي|و|ثم)$/u

/** Finds the scores in a text, such as 4–2. @param isAny whether any word may follow the two numbers */
function scoresIn(tokens: readonly Token[], isAny = false): (Span & { score: string })[] {
  return tokens.flatMap((first, at) => {
    const [dash, second, after] = tokens.slice(at + 1, at + 4)
    const isPair =
      first.kind === 'digits' && /^\d{1,2}$/.test(first.key) && dash?.start === first.end && /^[-–−]$/u.test(dash.text)
    if (!isPair || second?.start !== dash.end || !/^\d{1,2}$/.test(second.key)) return []
    const isOpen = !isAny && after?.kind === 'word' && after.start - second.end <= 1 && !AFTER_A_SCORE.test(after.key)
    const isJoined = tokens[at - 1]?.end === first.start && !/^[وفبلك]$/u.test(tokens[at - 1]?.key ?? '')
    const isPart = isJoined || after?.start === second.end || isOpen
    const score = scoreOf(Number(first.key), Number(second.key))
    return isPart ? [] : [{ start: first.start, end: second.end, score }]
  })
}

/** Finds a part that is larger than its whole: 64 members out of 38. */
function largeParts(tokens: readonly Token[], figures: readonly Figure[]): Span[] {
  return figures.flatMap((part, n): Span[] => {
    const whole = figures[n + 1]
    if (!whole || part.unit !== null || whole.unit !== null || whole.at - part.next > 4) return []
    const join = tokens.slice(part.next, whole.at).map(({ key }) => key)
    const isPart = /(?:^| )(?:out of|من اصل|من بين)$/u.test(join.join(' '))
    return isPart && (part.values[0] ?? 0) > (whole.values[0] ?? 0) ? [{ start: part.start, end: whole.end }] : []
  })
}

const ENGLISH = 'third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
const ARABIC = 'ثالث رابع خامس سادس سابع ثامن تاسع عاشر'.split(' ')
const ORDINALS = new Map<string, number>([
  ...ENGLISH.map((word, n): [string, number] => [word, n + 3]),
  ...ARABIC.flatMap((word, n): [string, number][] =>
    ['', 'ا', 'ه'].flatMap((end): [string, number][] => [
      [word + end, n + 3],
      [`ال${word}${end}`, n + 3],
    ]),
  ),
])
/** Words next to an ordinal that make it part of a date, a time or a fraction. */
const NO_THING =
  /^(?:of|in|on|at|to|and|or|the|quarter|half|day|century|party|time|more|less|fewer|january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|وال(?:عشرين|ثلاثين|اربعين|خمسين|ستين|سبعين|ثمانين|تسعين)|[وف]?(?:في|من|بعد|قبل|حتي|منذ|بين|الي|علي)|ابن|ابنه|بنت|ال?(?:ساعه|ربع|نصف|يوم|قرن|مره|شهر|سنه|عام|جانب|سبب|درس|نقطه|امر)|من|في|عشر|عشره|صباحا|مساء|عصرا|ظهرا|فجرا|ليلا)$/u

/** Finds ordinal numbers that the source does not have, from "third" on, because a draft may count its own points. */
function unknownOrdinals(tokens: readonly Token[], isRead: (token: Token) => boolean, evidence: Evidence): Span[] {
  const counted = new Set(
    evidence.flatMap(({ tokens: all, figures }) => [
      ...all.flatMap((each) => (each.kind === 'word' ? (ordinalOf(each) ?? []) : [])),
      ...figures.flatMap(({ values }) => values),
    ]),
  )
  return tokens.flatMap((token, at): Span[] => {
    const number = token.kind === 'word' ? ordinalOf(token) : undefined
    if (number !== undefined && isRead(token)) return []
    const noun = number === undefined ? undefined : nounOf(tokens, at)
    if (number === undefined || !noun) return []
    const stem = stemOf(withoutPrefixes(noun.key).at(-1) ?? noun.key)
    const isKnown = evidence.some(({ nouns, stems }) => nouns.has(stem) || stems.has(noun.key))
    const ofNoun = evidence.flatMap((witness) => [...(ordinalsOfNouns(witness).get(stem) ?? [])])
    // If the source announces the fifth edition, the draft may call the current one the fourth.
    const isOfNoun = ofNoun.length > 0 ? ofNoun.includes(number) || ofNoun.includes(number + 1) : counted.has(number)
    if (!isKnown || isOfNoun) return []
    return [{ start: Math.min(token.start, noun.start), end: Math.max(token.end, noun.end) }]
  })
}

const ordinals = new WeakMap<EvidenceText, Map<string, Set<number>>>()

/** The ordinal numbers, from "second" on, that a source uses for each noun. */
export function ordinalsOfNouns(witness: EvidenceText): ReadonlyMap<string, ReadonlySet<number>> {
  const known = ordinals.get(witness)
  if (known) return known
  const found = new Map<string, Set<number>>()
  const { tokens } = witness
  for (const [at, token] of tokens.entries()) {
    const number = token.kind === 'word' ? (ordinalOf(token) ?? (SECOND.test(token.key) ? 2 : undefined)) : undefined
    const noun = number === undefined ? undefined : nounOf(tokens, at)
    if (number === undefined || !noun) continue
    const stem = stemOf(withoutPrefixes(noun.key).at(-1) ?? noun.key)
    found.set(stem, (found.get(stem) ?? new Set()).add(number))
  }
  ordinals.set(witness, found)
  return found
}

export const SECOND = /^(?:second|(?:ال)?ثاني[اه]?)$/u

export const ordinalOf = (token: Token | undefined): number | undefined =>
  withoutPrefixes(token?.key ?? '')
    .map((form) => ORDINALS.get(form))
    .find(Boolean)

/** The noun that an ordinal counts: after an English ordinal, on either side of an Arabic one. */
function nounOf(tokens: readonly Token[], at: number): Token | undefined {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  const isThing = (one: Token | undefined, gap: number): one is Token =>
    one?.kind === 'word' && one.key.length > 2 && gap === 1 && !NO_THING.test(one.key)
  if (!token) return undefined
  const isDefinite = token.key.startsWith('ال')
  // Before a pronoun, the counted noun precedes the pronoun: «واللقب هو الثالث», "the title is the third".
  if (isDefinite && /^(?:هو|هي)$/u.test(before?.key ?? ''))
    return isThing(tokens[at - 2], 1) ? tokens[at - 2] : undefined
  if (isDefinite) return isThing(before, token.start - (before?.end ?? 0)) ? before : undefined
  return isThing(after, (after?.start ?? 0) - token.end) ? after : undefined
}
