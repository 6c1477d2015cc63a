import type { Span } from '#core/platforms/web-addresses.ts'

export interface Piece {
  text: string
  /** The offset in the whole text at which the piece begins. */
  start: number
  isMarked: boolean
}

/**
 * Splits a part of a text at the start and end of each span.
 * @param start the offset of the part in the whole text, to which the spans refer
 */
export function markedPieces(text: string, start: number, spans: readonly Span[]): Piece[] {
  const end = start + text.length
  const near = spans.filter((span) => span.start < end && span.end > start)
  const cuts = near.flatMap((span) => [span.start, span.end]).filter((cut) => cut > start && cut < end)
  const places = [...new Set([start, ...cuts, end])].sort((a, b) => a - b)
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1] ?? end
    return {
      text: text.slice(from - start, to - start),
      start: from,
      isMarked: near.some((span) => span.start <= from && span.end >= to),
    }
  })
}
