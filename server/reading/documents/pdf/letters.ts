export const RIGHT_TO_LEFT_LETTER = /[[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]&&\p{L}]/v

const ARABIC_MARKS_ONLY = /^[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED]+$/u

export function isArabicMark(text: string): boolean {
  return ARABIC_MARKS_ONLY.test(text)
}

/**
 * Single characters that stand for a word or phrase, such as ﷼ (“rial”) and ﷺ (“peace be upon him”). Includes the
 * ornate brackets ﴾ and ﴿.
 */
const WRITTEN_AS_ONE = /[\uFD3E\uFD3F\uFDFA-\uFDFD]/u

/** Codes of bullets in the fonts Symbol and Wingdings. */
const SYMBOL_BULLETS = /[\uF0A7\uF0A8\uF0B7\uF0D8\uF06C\uF06E\uF076\uF0FC]/gu

/** Converts a drawn piece of text to characters that people type. Empty if none remain. */
export function readableText(drawn: string): string {
  return /^[\x20-\x7E\u0621-\u063A\u0641-\u064A]$/.test(drawn) ? drawn : plainLetters(inOrder(drawn))
}

/** Replaces Arabic presentation forms and Latin ligatures by plain letters. Keeps ½, ① and ². */
export function plainLetters(text: string): string {
  return text
    .replace(/[\uFB00-\uFB06]/gu, (ligature) => ligature.normalize('NFKC'))
    .replace(/[\uFB1D-\uFDFF\uFE70-\uFEFC]/gu, (shape) =>
      // NFKC adds a space or tatweel to a mark without a letter, so remove it.
      WRITTEN_AS_ONE.test(shape) ? shape : shape.normalize('NFKC').replace(/^[ \u0640](?=\p{M})/u, ''),
    )
    .replace(SYMBOL_BULLETS, '•')
    .replace(/[\t\n\r\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/gu, ' ')
    .replace(INVISIBLE, '')
}

/** Control characters, direction marks and private-use characters. Soft hyphens and joiners are not included. */
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cn}\uFFFD\uFFFC\uFEFF\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069]/gu

/** Arabic letters that never join the next letter, so no ligature starts with them. */
const ENDS_A_LIGATURE = /^[اأإآٱدذرزوؤىةء]/u

/**
 * Corrects the order of a ligature's letters. Some programs list them from left to right: ال (alef, lam) instead of لا
 * (lam, alef).
 */
function inOrder(drawn: string): string {
  if (drawn.length < 2 || drawn.length > 3 || !ENDS_A_LIGATURE.test(drawn)) return drawn
  return /^\p{Script=Arabic}+$/u.test(drawn) ? [...drawn].toReversed().join('') : drawn
}

const RAISED: Record<string, string> = Object.fromEntries(
  [...'0123456789'].map((digit, at) => [digit, '⁰¹²³⁴⁵⁶⁷⁸⁹'[at]!]),
)

/** Raises digits, so that `2` becomes `²` and does not join the number before it. */
export function toSuperscript(text: string): string {
  return text.replace(/[0-9]/g, (digit) => RAISED[digit]!)
}

/**
 * Removes tatweel (ـ) between letters. Keeps it at the end of a word, where it has a meaning: هـ marks a Hijri year.
 */
export function withoutTatweel(text: string): string {
  return text.replace(/\u0640+(?=[\u0640\p{L}\p{M}])/gu, '')
}
