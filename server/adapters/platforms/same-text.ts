import { normalizeNfc } from '#core/clean-text.ts'

/** Whether two texts are equal after a round trip through a network, which normalizes (NFC) and trims. */
export function sameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

export function plain(text: string): string {
  return normalizeNfc(text).replaceAll('\r\n', '\n').trim()
}
