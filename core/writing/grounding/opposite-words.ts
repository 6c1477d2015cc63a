import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence } from './evidence.ts'
import { negationBefore } from './negations.ts'
import { classOf, OPPOSITES } from './opposites.ts'
import { formsOf, MAX_PLACES, tellingWords } from './telling-words.ts'
import { isLatin, type Token } from './tokens.ts'

/** Finds words whose opposite the source uses, while the source has no word with the same meaning. */
export function oppositeWords(tokens: readonly Token[], evidence: Evidence): Span[] {
  const known = new Map<string, number[]>()
  for (const [n, { tokens: all }] of evidence.entries())
    for (const [at, token] of all.entries()) {
      const kind =
        token.kind === 'word' ? (classOf(token) ?? (/^favou?r$/.test(token.key) ? IN_FAVOUR : undefined)) : undefined
      if (!kind) continue
      // A negated word counts as its opposite: "not allowed" as "banned".
      const isNegated = OPPOSITES[kind.pair]?.length === 2 && negationBefore(all, at)
      const key = `${kind.pair} ${isNegated ? 1 - kind.side : kind.side}`
      known.set(key, [...(known.get(key)?.slice(0, MAX_PLACES * 2) ?? []), n, at])
    }
  return tokens.flatMap((token, at): Span[] => {
    const kind = token.kind === 'word' ? classOf(token) : undefined
    if (!kind || known.has(`${kind.pair} ${kind.side}`)) return []
    const sides = OPPOSITES[kind.pair] ?? []
    const others = sides.flatMap((words, side) =>
      side === kind.side || words === '' ? [] : (known.get(`${kind.pair} ${side}`) ?? []),
    )
    const isAlone = sides.includes('')
    const isNegated = negationBefore(tokens, at)
    if (isNegated || (!isAlone && others.length === 0)) return []
    if (isAlone) return evidence.some(({ words }) => words.has('free')) ? [] : [token]
    return isOneSubject(tokens, at, others, evidence) ? [token] : []
  })
}

/** "In favour" means "supported", but "in favour of" often supports nothing, so it contradicts no other word. */
const IN_FAVOUR = classOf({ key: 'supported' })

/** Whether the words around a draft's word also occur around its opposite in the source. */
function isOneSubject(tokens: readonly Token[], at: number, places: readonly number[], evidence: Evidence): boolean {
  const here = subjectsAround(tokens, at).flatMap((place) => formsOf(tokens[place]?.key ?? ''))
  const isForeign = evidence.every(({ tokens: all }) => !here.length || isLatin(all[0]) !== isLatin(tokens[at]))
  if (isForeign) return true
  for (let n = 0; n < places.length; n += 2) {
    const witness = evidence[places[n] ?? 0]
    const there = witness ? subjectsAround(witness.tokens, places[n + 1] ?? 0) : []
    if (there.some((place) => here.includes(witness?.tokens[place]?.key ?? ''))) return true
  }
  return false
}

const subjectsAround = (tokens: readonly Token[], at: number): number[] => [
  ...tellingWords(tokens, at, -1),
  ...tellingWords(tokens, at, 1),
]
