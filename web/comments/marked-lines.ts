import type { Span } from '#core/platforms/web-addresses.ts'
import { markedPieces, type Piece } from '../posts/marked-pieces.ts'
import { linesOf, type Part } from '../posts/preview-parts.ts'

export type Note = Span & { id: string; number: string }

export type MarkedPart<N extends Span = Note> = Part &
  Piece & {
    /** The comments whose quoted words end with this part. Their numbers are shown after it. */
    ended: N[]
  }

/**
 * Splits the parts of a preview into lines, and at the start and end of the words that each comment quotes.
 * @param from where to look for the first part in `text`
 */
export function markedLines<N extends Span>(
  parts: readonly Part[],
  text: string,
  from: number,
  notes: readonly N[],
): { lines: MarkedPart<N>[][]; end: number } {
  let at = from
  const lines = linesOf(parts).map((line) =>
    line.flatMap((part) => {
      // Search for the part, because the preview drops spaces at the place where it hides the rest of the text.
      const start = Math.max(at, text.indexOf(part.text, at))
      at = start + part.text.length
      return cutAtNotes(part, start, notes)
    }),
  )
  return { lines, end: at }
}

function cutAtNotes<N extends Span>(part: Part, start: number, notes: readonly N[]): MarkedPart<N>[] {
  return markedPieces(part.text, start, notes).map((piece) => ({
    ...part,
    ...piece,
    ended: notes.filter((note) => note.end === piece.start + piece.text.length),
  }))
}
