/** A range of UTF-16 offsets in a text. A caret is an empty range. */
export interface TextRange {
  start: number
  end: number
}

/** A change of a text: at offset `at`, replaces `removed` with `inserted`. */
export interface Patch {
  at: number
  removed: string
  inserted: string
}

export const caretAt = (offset: number): TextRange => ({ start: offset, end: offset })

export const isCaret = ({ start, end }: TextRange): boolean => start === end

/** Converts all line breaks to line feeds, as a textarea and the server do. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/gu, '\n')

export function replaceRange(text: string, { start, end }: TextRange, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end)
}

/** Returns the smallest patch that turns one text into another. It never splits a surrogate pair. */
export function patchBetween(before: string, after: string): Patch {
  const shorter = Math.min(before.length, after.length)
  let at = 0
  while (at < shorter && before.charCodeAt(at) === after.charCodeAt(at)) at++
  if (isInsidePair(before, at) || isInsidePair(after, at)) at--
  let same = 0
  while (
    same < shorter - at &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++
  if (isInsidePair(before, before.length - same) || isInsidePair(after, after.length - same)) same--
  return { at, removed: before.slice(at, before.length - same), inserted: after.slice(at, after.length - same) }
}

export function applyPatch(text: string, { at, removed, inserted }: Patch): string {
  return replaceRange(text, { start: at, end: at + removed.length }, inserted)
}

export const inverseOf = ({ at, removed, inserted }: Patch): Patch => ({ at, removed: inserted, inserted: removed })

/** Returns the position of a range after a patch. */
export function movedRange({ start, end }: TextRange, patch: Patch): TextRange {
  return { start: movedOffset(start, patch), end: movedOffset(end, patch) }
}

function movedOffset(offset: number, { at, removed, inserted }: Patch): number {
  if (offset <= at) return offset
  if (offset >= at + removed.length) return offset + inserted.length - removed.length
  return at + Math.min(offset - at, inserted.length)
}

function isInsidePair(text: string, at: number): boolean {
  return (
    at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text.charAt(at)) && /[\uD800-\uDBFF]/.test(text.charAt(at - 1))
  )
}

/** Returns the line that contains an offset, without its line break. */
export function lineAt(text: string, offset: number): TextRange {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  const end = text.indexOf('\n', offset)
  return { start: offset === 0 ? 0 : start, end: end < 0 ? text.length : end }
}

/** Returns the range without blanks at its ends. Null if fewer than two characters remain. */
export function trimmedRange(text: string, { start, end }: TextRange): TextRange | null {
  const selected = text.slice(start, end)
  const from = start + selected.length - selected.trimStart().length
  const to = end - (selected.length - selected.trimEnd().length)
  return to - from < 2 ? null : { start: from, end: to }
}
