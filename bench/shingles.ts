/**
 * Returns from 0 to 1 how well an extracted text matches the marked text. It is the harmonic mean of precision and
 * recall over runs of four words. Case matters, but punctuation does not.
 */
export function matchOf(read: string, wanted: string): number {
  const [ours, theirs] = [shinglesOf(read), shinglesOf(wanted)]
  const sizes = sizeOf(ours) + sizeOf(theirs)
  if (sizes === 0) return 1
  let common = 0
  for (const [shingle, count] of ours) common += Math.min(count, theirs.get(shingle) ?? 0)
  return (2 * common) / sizes
}

const RUN = 4

/** Counts each run of four consecutive words. A text with fewer than four words is a single run. */
function shinglesOf(text: string): ReadonlyMap<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const found = new Map<string, number>()
  const last = words.length === 0 ? -1 : Math.max(0, words.length - RUN)
  for (let at = 0; at <= last; at++) {
    const shingle = words.slice(at, at + RUN).join(' ')
    found.set(shingle, (found.get(shingle) ?? 0) + 1)
  }
  return found
}

const sizeOf = (shingles: ReadonlyMap<string, number>) => [...shingles.values()].reduce((sum, count) => sum + count, 0)
