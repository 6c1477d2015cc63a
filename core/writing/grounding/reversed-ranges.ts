import type { Span } from '../../platforms/web-addresses.ts'
import type { Evidence } from './evidence.ts'
import type { Figure } from './figure.ts'
import type { Token } from './tokens.ts'

/** Finds ranges that the source has in reverse order: from 4.5 to 2.8 metres. */
export function reversedRanges(tokens: readonly Token[], figures: readonly Figure[], evidence: Evidence): Span[] {
  const pairs = evidence.flatMap((witness) => rangesIn(witness.tokens, witness.figures))
  return rangesIn(tokens, figures).flatMap(([from, to]) => {
    const isSame = pairs.some(([a, b]) => a.values[0] === from.values[0] && b.values[0] === to.values[0])
    const isReversed = pairs.some(([a, b]) => a.values[0] === to.values[0] && b.values[0] === from.values[0])
    return isReversed && !isSame ? [{ start: Math.min(from.start, to.start), end: Math.max(from.end, to.end) }] : []
  })
}

function rangesIn(tokens: readonly Token[], figures: readonly Figure[]): [Figure, Figure][] {
  return figures.flatMap((from, n): [Figure, Figure][] => {
    const to = figures[n + 1]
    const isRange =
      to &&
      to.at - from.next <= 3 &&
      /^(?:from|من)$/u.test(tokens[from.at - 1]?.key ?? '') &&
      /^(?:to|الي)$/u.test(tokens[to.at - 1]?.key ?? '')
    // "50 minutes instead of 45" is a change from 45 to 50.
    const isInstead =
      to && to.at - from.next <= 3 && tokens.slice(from.next, to.at).some(({ key }) => INSTEAD.test(key))
    return isInstead ? [[to, from]] : isRange ? [[from, to]] : []
  })
}

const INSTEAD = /^(?:instead|rather|بدلا?)$/u
