import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence, EvidenceText } from './evidence.ts'
import type { Figure } from './figure.ts'

/**
 * Finds changes to a level in the wrong direction, if the source also has the level before. Example: "fell to 115
 * dinars" for "115 dinars, after 90 dinars last year".
 */
export function reversedLevels(figures: readonly Figure[], evidence: Evidence): Span[] {
  return figures.flatMap((claim): Span[] => {
    if (!claim.isLevel || !claim.trend || claim.hedge !== null) return []
    const changes = evidence.flatMap((witness) => changesTo(claim, witness))
    const isReversed = changes.length > 0 && changes.every((trend) => trend !== claim.trend)
    return isReversed ? [{ start: Math.min(claim.mover?.start ?? claim.start, claim.start), end: claim.end }] : []
  })
}

/** The maximum number of a source's figures to compare, to limit the time. */
const MAX_FIGURES = 300
const BEFORE = /^(?:from|against|compared|after|up|down|[وف]?(?:كان|كانت|بعد|مقابل|مقارنه))$/u

/** The directions in which the source's figure of the same value changed from the figure behind it. */
function changesTo(claim: Figure, { tokens, figures }: EvidenceText): Figure['trend'][] {
  return figures.slice(0, MAX_FIGURES).flatMap((level, n) => {
    const before = figures[n + 1]
    const [now = 0, then = 0] = [level.values[0], before?.values[0]]
    const isOne = level.unit === claim.unit && level.values.some((value) => claim.values.includes(value))
    const isBefore =
      before?.sentence === level.sentence &&
      before.unit === level.unit &&
      before.at - level.next <= LONGEST_GAP &&
      tokens.slice(level.next, before.at).some(({ key }) => BEFORE.test(key))
    return isOne && isBefore && now !== then ? (now > then ? 'up' : 'down') : []
  })
}

const LONGEST_GAP = 8 // The maximum distance between both levels, in words.
