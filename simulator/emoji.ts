/** These patterns find text that may be an emoji. `isSequence` then looks it up in Unicode's list. */
const FLAG_OR_KEYCAP = /\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3/uy
const ELEMENT = /\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F)?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?/uy
const SHOWN_AS_EMOJI = /^\p{Emoji_Presentation}/u

/** The length in UTF-16 units of the emoji sequence at `at`; 0 if there is none. */
export function emojiLengthAt(text: string, at: number): number {
  // Fast path: below U+203C only digits, #, *, © and ® begin an emoji.
  const unit = text.charCodeAt(at)
  if (unit < 0x203c && unit !== 0xa9 && unit !== 0xae && text.charCodeAt(at + 1) < 0x203c) return 0

  FLAG_OR_KEYCAP.lastIndex = at
  const whole = FLAG_OR_KEYCAP.exec(text)?.[0]
  if (whole && (isSequence(whole) || whole.includes('\u20E3'))) return whole.length

  const ends: number[] = []
  for (let next = at; ;) {
    ELEMENT.lastIndex = next
    const element = ELEMENT.exec(text)?.[0]
    if (!element) break
    next += element.length
    ends.push(next)
    if (text[next] !== '\u200D') break
    next++
  }
  for (const end of ends.toReversed()) {
    if (isSequence(text.slice(at, end))) return end - at
  }
  return 0
}

/**
 * Whether Unicode lists the text as an emoji sequence. Also accepts a joined sequence without variation selectors,
 * which some keyboards omit.
 */
function isSequence(text: string): boolean {
  if (isListed(text)) return true
  if (!text.includes('\u200D')) return false
  const parts = text.split('\u200D')
  return isListed(parts.map((part) => (isText(part) ? `${part}\uFE0F` : part)).join('\u200D'))
}

/**
 * True if Unicode lists the text as an emoji. The pattern is inside the function because it compiles slowly and few
 * processes need it.
 */
function isListed(text: string): boolean {
  return /^\p{RGI_Emoji}$/v.test(text)
}

function isText(part: string): boolean {
  return part.length <= 2 && !SHOWN_AS_EMOJI.test(part)
}
