/** The largest share of unreadable glyphs in a file that Frogy still reads. */
const UNREADABLE_SHARE = 0.3

/**
 * The largest share of wrong words that Frogy accepts: Arabic words with symbols inside, or Latin words without a
 * vowel.
 */
const SPOILED_SHARE = 0.3

/**
 * Whether the text makes sense. Wrong font data turns letters into others, or with old Arabic fonts into accented ones.
 */
export function isReadable(text: string, unreadable: number): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  if (unreadable > UNREADABLE_SHARE * (letters + unreadable)) return false
  const accented = text.match(/[\u00A1-\u00FF]/g)?.length ?? 0
  if (letters > 40 && accented > 0.4 * letters) return false
  const arabic = text.match(/\S*[\u0621-\u064A]\S*/g) ?? []
  const withSigns = arabic.filter((word) => /[\u0621-\u064A]['*/1-9A-Za-z]|['*/1-9A-Za-z][\u0621-\u064A]/.test(word))
  if (arabic.length >= 20 && withSigns.length > SPOILED_SHARE * arabic.length) return false
  const words = text.match(/(?<!\S)[A-Za-z]{4,}(?=[\s.,;:!?]|$)/g) ?? []
  const withoutVowel = words.filter((word) => !/[aeiouy]/i.test(word)).length
  return words.length < 20 || withoutVowel < SPOILED_SHARE * words.length
}
