/** Removes the sentence at a position. Also removes its paragraph if that becomes empty. */
export function removeSentence(draft: string, { start, end }: { start: number; end: number }): string {
  const lineStart = draft.lastIndexOf('\n', start - 1) + 1
  const lineEnd = draft.indexOf('\n', end) < 0 ? draft.length : draft.indexOf('\n', end)
  const before = [...draft.slice(lineStart, start).matchAll(/[.!?؟…]["”»’)\]]*\s+/gu)].at(-1)
  const from = before ? lineStart + before.index + before[0].length : lineStart
  // A quotation in `draft` from `start` to `end` may already include the end of its sentence. Then remove no text after
  // it.
  const isWhole = /[.!?؟…]["”»’)\]]+$/u.test(draft.slice(start, end)) && !/^\s+\p{Ll}/u.test(draft.slice(end))
  const after = isWhole
    ? /^\s*/u.exec(draft.slice(end, lineEnd))
    : /[.!?؟…]["”»’)\]]*(?=\s|$)\s*/u.exec(draft.slice(end, lineEnd))
  const to = after ? end + after.index + after[0].length : lineEnd
  const line = (draft.slice(lineStart, from) + draft.slice(to, lineEnd)).trimEnd()
  const [above, below] = [draft.slice(0, lineStart), draft.slice(lineEnd)]
  if (line.trim() !== '') return above + line + below
  return [above.trimEnd(), below.trimStart()].filter(Boolean).join('\n\n')
}
