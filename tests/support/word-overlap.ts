/**
 * Compares the words of two texts in order. Returns the shares of expected words that were read, and of read words that
 * were expected.
 */
export function wordOverlap(text: string, read: string): { kept: number; own: number } {
  const [expected, given] = [wordsOf(text), wordsOf(read)]
  const common = longestCommonSubsequence(expected, given)
  return { kept: common / expected.length, own: common / given.length }
}

/** Splits a text into words at spaces. Cell separators and bullets do not count. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Returns the length of the longest sequence of words that both texts contain in the same order. */
function longestCommonSubsequence(one: readonly string[], other: readonly string[]): number {
  let before = new Uint32Array(other.length + 1)
  for (const word of one) {
    const row = new Uint32Array(other.length + 1)
    for (const [at, same] of other.entries()) {
      row[at + 1] = word === same ? before[at]! + 1 : Math.max(before[at + 1]!, row[at]!)
    }
    before = row
  }
  return before.at(-1)!
}
