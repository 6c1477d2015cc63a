import { normalizeNfc } from '#core/clean-text.ts'

/** How texts are compared that went through a network: composed alike, without the blanks that networks trim. */
export function sameText(one: string, other: string): boolean {
  return plain(one) === plain(other)
}

export function plain(text: string): string {
  return normalizeNfc(text).replaceAll('\r\n', '\n').trim()
}
