const MARKS = /[\p{M}\u0640]/gu
const SAME: readonly (readonly [letters: RegExp, as: string])[] = [
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ؤ/g, 'و'],
  [/ئ/g, 'ي'],
]
const ARABIC_ZERO = 0x0660

export function searchForm(text: string): string {
  // NFKC first joins an alef and its hamza into one letter. Otherwise the hamza would be removed as a mark.
  const bare = text.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(MARKS, '')
  const same = SAME.reduce((form, [letters, as]) => form.replaceAll(letters, as), bare)
  return same.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
}

/**
 * How well a text matches the typed words: 0 if a word is missing, 1 if it starts with all of them, otherwise in
 * between.
 */
export function searchMatch(text: string, typed: string): number {
  return formMatch(searchForm(text), typed)
}

/** Like `searchMatch`, but for a text that `searchForm` has already normalized, to save time on each keystroke. */
export function formMatch(form: string, typed: string): number {
  const words = searchForm(typed).split(/\s+/).filter(Boolean)
  if (!words.every((word) => form.includes(word))) return 0
  if (form.startsWith(words.join(' '))) return 1
  return words.every((word) => ` ${form}`.includes(` ${word}`)) ? 0.8 : 0.5
}
