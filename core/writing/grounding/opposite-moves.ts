import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence } from './evidence.ts'
import { negationBefore } from './negations.ts'
import { numberInWords } from './number-words.ts'
import { formsOf, isTelling, placesOf, tellingWords } from './telling-words.ts'
import { isLatin, withoutPrefixes, type Token } from './tokens.ts'
import { trendOfWord } from './trends.ts'

/** Finds subjects that rose, fell or stayed in the draft, but moved differently in the source. */
export function oppositeMoves(tokens: readonly Token[], evidence: Evidence): Span[] {
  let stays: ReadonlySet<string>[] | undefined
  /**
   * Whether the source also says that the subject of this sentence did not change, for example in only two of the
   * eleven schools.
   */
  const isKnownToStay = (sentence: number) => {
    stays ??= evidence.flatMap((witness) => sentencesThatStay(witness.tokens))
    const keys = keysOfSentence(tokens, sentence)
    return stays.some((known) => [...known].filter((key) => keys.has(key)).length >= 2)
  }
  return tokens.flatMap((token, at): Span[] => {
    const move = trendAt(tokens, at)
    // "Stay" is too frequent to compare, as in "shops stay open".
    if (!move || (move === 'same' && !/^(?:unchanged|differ|change|[يت]?تغير|[يت]ختلف)$/u.test(token.key))) return []
    // In بزيادة 18%, "up 18%", the noun belongs to its figure, which is looked up with its direction.
    if (BY_A_CHANGE.test(token.key) && tokens[at + 1]?.kind === 'digits') return []
    const subjects = subjectsOf(tokens, at)
    // In "staff turnover dropped", the word next to the verb is the subject.
    const head = tokens[subjects[0] ?? -1]
    const isCompound = isLatin(token) && subjects[0] === at - 1 && subjects[1] === at - 2
    if (isCompound && !evidence.some((witness) => formsOf(head?.key ?? '').some((form) => witness.words.has(form))))
      return []
    const moves = subjects.flatMap((place) =>
      evidence.flatMap((witness) =>
        placesOf(tokens[place]?.key ?? '', witness).flatMap((there) => movesAround(witness.tokens, there)),
      ),
    )
    if (moves.length === 0 || moves.includes(move) || (move === 'same' && isKnownToStay(token.sentence))) return []
    const from = /^(?:gone|went|go|goes|going|was|were|is|are)$/.test(tokens[at - 1]?.key ?? '') ? at - 1 : at
    return [{ start: tokens[from]?.start ?? token.start, end: token.end }]
  })
}

const BY_A_CHANGE = /^[وف]?ب(?:زياده|ارتفاع|نمو|انخفاض|تراجع|هبوط|نقص)$/u
const SOURCE_WINDOW = 11

const MAX_STAYS = 50

function sentencesThatStay(tokens: readonly Token[]): ReadonlySet<string>[] {
  const numbers = tokens.flatMap((token, at) => (trendAt(tokens, at) === 'same' ? token.sentence : []))
  return [...new Set(numbers)].slice(0, MAX_STAYS).map((sentence) => keysOfSentence(tokens, sentence))
}

/** The words of a sentence that identify its subject, with numbers: two, schools. */
const keysOfSentence = (tokens: readonly Token[], sentence: number): ReadonlySet<string> =>
  new Set(
    tokens.flatMap((token, at) =>
      token.sentence === sentence && (isTelling(token) || numberInWords(tokens, at) !== undefined)
        ? (withoutPrefixes(token.key).at(-1) ?? token.key)
        : [],
    ),
  )

/** The trend that a word states. "Up" and "down" count only after a verb or a comma, and a negated change does not count. */
function trendAt(tokens: readonly Token[], at: number): ReturnType<typeof trendOfWord> {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const isAside = token.start - (tokens[at - 1]?.end ?? 0) > 1 && tokens[at + 1]?.kind !== 'word'
  if (
    /^(?:up|down)$/.test(token.key) &&
    !isAside &&
    !(token.start - (tokens[at - 1]?.end ?? 0) > 1 && tokens[at + 1]?.key === 'from') &&
    !/^(?:is|are|was|were|be|gone|went|go|goes|going)$/.test(tokens[at - 1]?.key ?? '')
  )
    return undefined
  // A limit is not a movement: ألا يزيد, "not to exceed".
  if (/^ألّ?ا$/u.test(tokens[at - 1]?.text ?? '')) return undefined
  // "Exceed an amount", يزيد على, states no movement.
  if (/^(?:علي|عن)$/u.test(tokens[at + 1]?.key ?? '')) return undefined
  if (
    /^(?:higher|lower|better|worse)$/.test(token.key) &&
    !/^(?:was|were|is|are|got|became|gets|grew)$/.test(tokens[at - 1]?.key ?? '')
  )
    return undefined
  const move = trendOfWord(token)
  const isChange = /^(?:differ|change|[يت]?تغير|[يت]ختلف)$/u.test(token.key)
  const isNegated = negationBefore(tokens, at)
  if (isChange) return isNegated ? 'same' : undefined
  return isNegated ? undefined : move
}

const SUBJECTS = 3

/** The words that may be a verb's subject. In English they precede the verb, in Arabic they follow it. */
function subjectsOf(tokens: readonly Token[], at: number): number[] {
  const [before, behind] = [
    tellingWords(tokens, at, -1).slice(0, SUBJECTS),
    tellingWords(tokens, at, 1).slice(0, SUBJECTS - 1),
  ]
  const [first, second] = isLatin(tokens[at]) ? [before, behind] : [behind, before]
  return first.length > 0 ? first : second
}

function movesAround(tokens: readonly Token[], at: number): string[] {
  const moves: string[] = []
  for (let place = Math.max(0, at - SOURCE_WINDOW); place < Math.min(tokens.length, at + SOURCE_WINDOW); place++) {
    if (tokens[place]?.sentence !== tokens[at]?.sentence) continue
    const move = trendAt(tokens, place)
    if (move) moves.push(move)
  }
  return moves
}
