/** Recall and precision of extracted text, in words in order; both 0 to 1. */
export function wordOverlap(text: string, read: string): { kept: number; own: number } {
  const [expected, given] = [wordsOf(text), wordsOf(read)]
  const common = longestCommonSubsequence(expected, given)
  return { kept: common / expected.length, own: common / given.length }
}

/** Split at spaces; cell separators and bullets do not count. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
}

/** Length of the longest common subsequence of words. */
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
