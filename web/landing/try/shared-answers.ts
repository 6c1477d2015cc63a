const BREAK = '\n\n'

/**
 * Makes the edit of an outline in another draft too, so that a visitor answers each question once. Returns the other
 * text unchanged if it lacks the edited paragraphs.
 */
export function withSameEdit(before: string, after: string, other: string): string {
  const [old, next] = [before.split(BREAK), after.split(BREAK)]
  const shorter = Math.min(old.length, next.length)
  let start = 0
  while (start < shorter && old[start] === next[start]) start++
  let end = 0
  while (end < shorter - start && old.at(-1 - end) === next.at(-1 - end)) end++
  // A new paragraph follows the one that the visitor continues.
  if (start + end === old.length && start > 0) start--
  const from = old.slice(start, old.length - end)
  const to = next.slice(start, next.length - end)
  if (from.length === 0) return other
  const framed = BREAK + other + BREAK
  const replaced = BREAK + from.join(BREAK)
  const at = framed.indexOf(replaced + BREAK)
  if (at === -1) return other
  return (framed.slice(0, at) + to.map((part) => BREAK + part).join('') + framed.slice(at + replaced.length)).slice(
    BREAK.length,
    -BREAK.length,
  )
}
