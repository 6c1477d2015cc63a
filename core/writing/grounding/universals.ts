import { wordSet } from '../../word-lists.ts'
import type { Span } from '../../platforms/web-addresses.ts'
import { formsOf, isTelling } from './telling-words.ts'
import type { Evidence } from './evidence.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** Finds statements about all or about the world, if the source speaks of some or of a smaller area. */
export const wrongUniversalsIn = (tokens: readonly Token[], evidence: Evidence): Span[] => [
  ...worldRecords(tokens, evidence),
  ...allOfSome(tokens, evidence),
]

const SUPERLATIVE =
  /^(?:\p{L}{3,}est|most|first|only|(?:ال)?(?:اكبر|اطول|اعلي|اول|اولي|اقدم|اسرع|افضل|اصغر|اعمق|اضخم|احدث))$/u
const WORLD = /^(?:world|worlds|worldwide|globe|global|globally|earth|planet|عالم|عالمي|عالميه|عالميا)$/u
const NEAR = 8 // The maximum distance between a superlative and the word "world", in words.

const isWorld = ({ key }: Token): boolean => withoutPrefixes(key).some((form) => WORLD.test(form))

/** Finds superlatives such as "the largest in the world", if the source does not mention the world. */
function worldRecords(tokens: readonly Token[], evidence: Evidence): Span[] {
  if (evidence.some((witness) => witness.tokens.some(isWorld))) return []
  const isOneScript = (token: Token) =>
    evidence.some((witness) => /^[a-z]/.test(witness.tokens[0]?.key ?? '') === /^[a-z]/.test(token.key))
  return tokens.flatMap((token, at): Span[] => {
    if (!isWorld(token) || !isOneScript(token)) return []
    const from = Math.max(0, at - NEAR)
    const place = tokens
      .slice(from, at)
      .findLastIndex(({ key, sentence }) => sentence === token.sentence && SUPERLATIVE.test(key))
    return place < 0 ? [] : [{ start: tokens[from + place]?.start ?? 0, end: token.end }]
  })
}

/** The maximum number of statements to compare with the source, to limit the time. */
const MAX_COMPARED = 20
const MAX_FIGURES = 300

const ALL = wordSet('all كلها كلهم كلهن جميعها جميعهم جميعهن')
const OF_THEM = /^(?:them|which|whom|منها|منهم|منهن|بينها|بينهم|بينهن)$/u

/** Finds "all electric" if the source only has "six of them electric". */
function allOfSome(tokens: readonly Token[], evidence: Evidence): Span[] {
  let compared = 0
  return tokens.flatMap((token, at): Span[] => {
    const after = tokens[at + 1]
    if (!ALL.has(token.key) || !isTelling(after) || after.start - token.end > 1 || ++compared > MAX_COMPARED) return []
    const isPart = evidence.some((witness) => {
      const places = formsOf(after.key).flatMap((form) => witness.placesOf.get(form) ?? [])
      if (places.length > MAX_COMPARED) return false
      const parts = places.map(
        (place) =>
          OF_THEM.test(witness.tokens[place - 1]?.key ?? '') &&
          witness.figures
            .slice(0, MAX_FIGURES)
            .some(({ next, at: from }) => next >= place - 2 && from < place && place - from <= 4),
      )
      return parts.length > 0 && parts.every(Boolean)
    })
    return isPart ? [{ start: token.start, end: after.end }] : []
  })
}
