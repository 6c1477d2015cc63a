import { normalizeNfc } from '#core/clean-text.ts'

/** Compares texts after a round trip through a network: in NFC, and trimmed. */
export function sameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

export function plain(text: string): string {
  return normalizeNfc(text).replaceAll('\r\n', '\n').trim()
}
