import { MAX_ENTERED } from '#core/analytics/entered-limits.ts'
import { inLatinDigits } from '#core/language.ts'

/** Reads a count such as `1204`, `1,204` or `١٬٢٠٤`. Null if the text is blank, undefined if it is not a count. */
export function readCount(text: string): number | null | undefined {
  const plain = inLatinDigits(text.replaceAll(/[\u200E\u200F\u061C]/g, '').trim())
  if (plain === '') return null
  if (!/^(?:\d{1,10}|\d{1,3}(?:[,\s]\d{3}){1,3})$/u.test(plain)) return undefined
  const count = Number(plain.replaceAll(/[,\s]/gu, ''))
  return count <= MAX_ENTERED ? count : undefined
}
