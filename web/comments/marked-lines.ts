import { linesOf, type Part } from '../posts/preview-parts.ts'

export interface Note {
  id: string
  number: string
  start: number
  end: number
}

export type MarkedPart = Part & {
  /** The offset in the text at which the part begins. */
  start: number
  isMarked: boolean
  /** The comments whose quoted words end with this part. Their numbers are shown after it. */
  ended: Note[]
}

/**
 * Splits the parts of a preview into lines, and at the start and end of the words that each comment quotes.
 * @param from where to look for the first part in `text`
 */
export function markedLines(
  parts: readonly Part[],
  text: string,
  from: number,
  notes: readonly Note[],
): { lines: MarkedPart[][]; end: number } {
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

function cutAtNotes(part: Part, start: number, notes: readonly Note[]): MarkedPart[] {
  const end = start + part.text.length
  const near = notes.filter((note) => note.start < end && note.end > start)
  const cuts = near.flatMap((note) => [note.start, note.end]).filter((cut) => cut > start && cut < end)
  const places = [...new Set([start, ...cuts, end])].sort((a, b) => a - b)
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1] ?? end
    return {
      ...part,
      text: part.text.slice(from - start, to - start),
      start: from,
      isMarked: near.some((note) => note.start <= from && note.end >= to),
      ended: near.filter((note) => note.end === to),
    }
  })
}
