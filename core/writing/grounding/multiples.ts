import { exactFigure, type ReadFigure } from './figure.ts'
import { each } from './number-words.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

export function timesInAWord(tokens: readonly Token[], at: number): ReadFigure | undefined {
  const token = tokens[at]
  if (token?.kind !== 'word') return undefined
  const again = halfAgain(tokens, at)
  if (again) return { figure: exactFigure(tokens, at, again, 1.5, 'times'), next: again }
  const value = withoutPrefixes(token.key)
    .map((form) => TIMES.get(form))
    .find((times) => times !== undefined)
  const after = tokens[at + 1]?.key ?? ''
  // In نقاط الضعف, "weaknesses", the second word is spelt like "double", but states no multiple.
  if (token.key.endsWith('ضعف') && /نق(?:اط|طه)$/u.test(tokens[at - 1]?.key ?? '')) return undefined
  if (value === undefined || after === 'down' || (token.key === 'halves' && at > 0)) return undefined
  return { figure: exactFigure(tokens, at, at + 1, value, 'times'), next: at + 1 }
}

const TIMES = new Map([
  ...each(
    'double doubled doubles doubling twice twofold تضاعف تضاعفت يتضاعف تتضاعف ضاعف ضاعفت يضاعف تضاعف ضعف الضعف',
    2,
  ),
  ...each('triple tripled triples tripling treble trebled', 3),
  ...each('quadruple quadrupled quadruples quadrupling', 4),
  ...each('halve halved halves halving', 0.5),
  ...'three four five six seven eight nine ten'.split(' ').map((word, n): [string, number] => [`${word}fold`, n + 3]),
])

/** Reads one and a half times in words: half as much again; half again as many. Returns the position after them. */
function halfAgain(tokens: readonly Token[], at: number): number | undefined {
  if (tokens[at]?.key !== 'half') return undefined
  const words = tokens.slice(at + 1, at + 4).map(({ key }) => key)
  return /^(?:as \S+ again|again as \S+)$/.test(words.join(' ')) ? at + 4 : undefined
}
