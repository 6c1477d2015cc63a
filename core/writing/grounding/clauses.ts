import type { Token } from './tokens.ts'

/** Whether two words are in the same clause: only spaces, hyphens and apostrophes separate the words between them. */
export function isInClause(tokens: readonly Token[], from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const [one, other] = [tokens[at], tokens[at + 1]]
    if (!one || !other || other.sentence !== one.sentence || other.start - one.end > 1) return false
    if (/[:–—]/u.test(one.text + other.text)) return false
  }
  return true
}
