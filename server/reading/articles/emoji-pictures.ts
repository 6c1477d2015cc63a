/** The emoji that an element shows as a picture; undefined for all other pictures. */
export function emojiOf(name: string, attributes: Record<string, string>): string | undefined {
  if (!PICTURES.has(name) && attributes['role'] !== 'img' && !isNamed(attributes['class'])) return undefined
  for (const attribute of ['alt', 'aria-label', 'data-emoji', 'title']) {
    const text = attributes[attribute]?.trim() ?? ''
    if (isEmoji(text)) return text
    // Old sites show a picture for a smiley such as `:-)`.
    if (name === 'img' && isNamed(attributes['class']) && /^[:;8=xX>][-'^o]?[()[\]DPpOo|/\\*3<>]{1,2}$/.test(text))
      return text
  }
  const address = attributes['src'] ?? attributes['data-src'] ?? attributes['style'] ?? ''
  const isEmojiFile = isNamed(attributes['class']) || /emoji/i.test(address)
  const codes = isEmojiFile
    ? /\/(?:u)?([\da-f]{2,5}(?:[-_][\da-f]{2,5}){0,9})\.(?:png|svg|gif|webp)/i.exec(address)?.[1]
    : undefined
  const drawn = codes && String.fromCodePoint(...codes.split(/[-_]/).map((code) => Number.parseInt(code, 16)))
  return drawn && isEmoji(drawn) ? drawn : undefined
}

const PICTURES = new Set('img amp-img svg picture object'.split(' '))

const isNamed = (classes: string | undefined): boolean =>
  /(?:^|[\s_-])(?:emoji|emojione|twemoji|emote|smiley|smilie)/i.test(classes ?? '')

const EMOJI =
  /^(?:(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*\d]\uFE0F?\u20E3)(?:\p{Emoji_Modifier}|\u200D|\uFE0F|[\u{E0020}-\u{E007F}]|\s)*)+$/u

const isEmoji = (text: string): boolean => text.length <= 60 && EMOJI.test(text)
