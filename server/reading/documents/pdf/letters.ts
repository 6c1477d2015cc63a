/** Letters of scripts that run from right to left. */
export const RIGHT_TO_LEFT_LETTER = /[[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]&&\p{L}]/v

const ARABIC_MARKS_ONLY = /^[\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06ED]+$/u

export function isArabicMark(text: string): boolean {
  return ARABIC_MARKS_ONLY.test(text)
}

/** Signs that are drawn as one and also written as one: ﷺ ﷻ ﷼ ﷽ and the ornate brackets. */
const WRITTEN_AS_ONE = /[\uFD3E\uFD3F\uFDFA-\uFDFD]/u

/** The bullets of the Symbol and Wingdings fonts, in the private range where their letters lie. */
const SYMBOL_BULLETS = /[\uF0A7\uF0A8\uF0B7\uF0D8\uF06C\uF06E\uF076\uF0FC]/gu

/** What a drawn piece says, in letters that a reader would type. Empty for what says nothing. */
export function readableText(drawn: string): string {
  return /^[\x20-\x7E\u0621-\u063A\u0641-\u064A]$/.test(drawn) ? drawn : plainLetters(inOrder(drawn))
}

/** Shapes of Arabic letters and Latin ligatures become their letters; ½, ① and ² stay what they are. */
export function plainLetters(text: string): string {
  return text
    .replace(/[\uFB00-\uFB06]/gu, (ligature) => ligature.normalize('NFKC'))
    .replace(/[\uFB1D-\uFDFF\uFE70-\uFEFC]/gu, (shape) =>
      // Marks that stand alone are normalised to a space that carries them.
      WRITTEN_AS_ONE.test(shape) ? shape : shape.normalize('NFKC').replace(/^[ \u0640](?=\p{M})/u, ''),
    )
    .replace(SYMBOL_BULLETS, '•')
    .replace(/[\t\n\r\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/gu, ' ')
    .replace(INVISIBLE, '')
}

/** Controls, direction marks, private letters; the soft hyphen and the joiners stay. */
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cn}\uFFFD\uFFFC\uFEFF\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069]/gu

/** Letters that are never joined to the one after them, so that no ligature begins with one. */
const ENDS_A_LIGATURE = /^[اأإآٱدذرزوؤىةء]/u

/** Some programs name the letters of a ligature from left to right: of لا they say ال. */
function inOrder(drawn: string): string {
  if (drawn.length < 2 || drawn.length > 3 || !ENDS_A_LIGATURE.test(drawn)) return drawn
  return /^\p{Script=Arabic}+$/u.test(drawn) ? [...drawn].toReversed().join('') : drawn
}

const RAISED: Record<string, string> = Object.fromEntries(
  [...'0123456789'].map((digit, at) => [digit, '⁰¹²³⁴⁵⁶⁷⁸⁹'[at]!]),
)

/** `2` as `²`, so that a raised figure does not become part of the one before it. */
export function raised(text: string): string {
  return text.replace(/[0-9]/g, (digit) => RAISED[digit]!)
}

/** Stretched lines (ـ) between letters say nothing; at the end of a word they do: هـ is the year of the Hijra. */
export function withoutStretching(text: string): string {
  return text.replace(/\u0640+(?=[\u0640\p{L}\p{M}])/gu, '')
}
