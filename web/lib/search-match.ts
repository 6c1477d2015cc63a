/** Vowel signs, tatweel, and whatever other marks stand on letters. */
const MARKS = /[\p{M}\u0640]/gu
/** Letters that people write for each other when they search. */
const SAME: readonly (readonly [letters: RegExp, as: string])[] = [
  [/[أإآٱ]/g, 'ا'],
  [/ى/g, 'ي'],
  [/ة/g, 'ه'],
  [/ؤ/g, 'و'],
  [/ئ/g, 'ي'],
]
const ARABIC_ZERO = 0x0660

/** A text as it is compared in a search: without case, marks and variants of Arabic letters, its digits in ASCII. */
export function searchForm(text: string): string {
  // Composed first, since an alef and its hamza are one letter, which is not to lose its hamza as a mark only.
  const bare = text.normalize('NFKC').toLowerCase().normalize('NFD').replaceAll(MARKS, '')
  const same = SAME.reduce((form, [letters, as]) => form.replaceAll(letters, as), bare)
  return same.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - ARABIC_ZERO))
}

/**
 * How well a text answers to what was typed: 0 where one of the words is not in it, 1 where it begins with them, and
 * between them otherwise.
 */
export function searchMatch(text: string, typed: string): number {
  return formMatch(searchForm(text), typed)
}

/** The same of a text whose form is known: it is looked through with each letter that is typed. */
export function formMatch(form: string, typed: string): number {
  const words = searchForm(typed).split(/\s+/).filter(Boolean)
  if (!words.every((word) => form.includes(word))) return 0
  if (form.startsWith(words.join(' '))) return 1
  return words.every((word) => ` ${form}`.includes(` ${word}`)) ? 0.8 : 0.5
}
