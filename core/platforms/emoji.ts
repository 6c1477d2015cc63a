/**
 * Finds the emoji in a text, each as one grapheme: families, flags, keycaps, skin tones. Symbols that are
 * text by default (☎, ©, 1) count only with a variation selector.
 */
export function findEmoji(text: string): Iterable<RegExpExecArray> {
  // Also matches two common emoji without U+FE0F: a keycap, and an eye in a speech bubble. The expression is inside the
  // function, because compiling it is slow and few callers need it.
  return text.matchAll(/\p{RGI_Emoji}|[0-9#*]\u20E3|\u{1F441}\u200D\u{1F5E8}/gv)
}
