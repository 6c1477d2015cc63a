/**
 * Each emoji in a text as people see it, however many code points it takes: families, flags, keycaps, skin tones. Text
 * symbols that can also be shown as an emoji (☎, ©, 1) are none unless a variation selector makes them one.
 */
export function emojiIn(text: string): Iterable<RegExpExecArray> {
  // Besides the recommended sequences, two spellings in common use: the keycap and the eye in a bubble without U+FE0F.
  // It stands in here because reading their list takes longer than all else that a start does with texts.
  return text.matchAll(/\p{RGI_Emoji}|[0-9#*]\u20E3|\u{1F441}\u200D\u{1F5E8}/gv)
}
