/**
 * Finds the emoji in a text, each as one grapheme: families, flags, keycaps, skin tones. Text symbols that can also be
 * emoji (☎, ©, 1) count only with a variation selector.
 */
export function findEmoji(text: string): Iterable<RegExpExecArray> {
  // Adds two common unofficial spellings: the keycap and the eye in a speech bubble without U+FE0F. Compiled on first
  // use, since the emoji list makes this expression slow to compile.
  return text.matchAll(/\p{RGI_Emoji}|[0-9#*]\u20E3|\u{1F441}\u200D\u{1F5E8}/gv)
}
