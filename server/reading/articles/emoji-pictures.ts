/** The emoji that an element shows as a picture; undefined for all other pictures. */
export function emojiOf(name: string, attributes: Record<string, string>): string | undefined {
  const label = attributes['aria-label']?.trim() ?? ''
  if (LABELLED.has(name) && isEmoji(label)) return label
  if (!PICTURES.has(name) && attributes['role'] !== 'img' && !isNamed(attributes['class'])) return undefined
  for (const attribute of ['alt', 'aria-label', 'data-emoji', 'title']) {
    const text = attributes[attribute]?.trim() ?? ''
    if (isEmoji(text)) return text
    // Accept a smiley such as `:-)`, which old sites show as a picture.
    if (name === 'img' && isNamed(attributes['class']) && /^[:;8=xX>][-'^o]?[()[\]DPpOo|/\\*3<>]{1,2}$/.test(text))
      return text
  }
  // Read several attributes, because pages that load pictures late put a placeholder into `src`.
  const addresses = ADDRESSES.map((attribute) => attributes[attribute]?.slice(0, 2_000) ?? '')
  for (const address of addresses) {
    const isEmojiFile = !/^\s*data:/i.test(address) && (isNamed(attributes['class']) || /emoji/i.test(address))
    const drawn = isEmojiFile ? emojiOfFile(address) : undefined
    if (drawn) return drawn
  }
  // Read the code points from the class of an old sprite: `emoji1f6a2`, `emoji-1f6a2`.
  const inClass = /(?:^|\s)emoji[-_]?u?([\da-f]{4,5}(?:[-_][\da-f]{4,5}){0,9})(?:\s|$)/i.exec(
    attributes['class'] ?? '',
  )?.[1]
  return inClass ? emojiOfFile(`/${inClass}.png`) : undefined
}

/** The emoji whose code points are the name of a file: `1f6a2.png`, `emoji_u1f6a2.png`, `ship_1f6a2.png`. */
function emojiOfFile(address: string): string | undefined {
  const name = /[/_-]u?([\da-f]{2,5}(?:[-_][\da-f]{2,5}){0,9})(?:@\dx)?\.(?:png|svg|gif|webp|avif)/i.exec(address)?.[1]
  const codes = name?.split(/[-_]/).map((code) => Number.parseInt(code, 16)) ?? []
  for (let from = 0; from < codes.length; from++) {
    const drawn = String.fromCodePoint(...codes.slice(from))
    if (isEmoji(drawn)) return drawn
  }
  return undefined
}

const ADDRESSES = 'src data data-src data-lazy-src data-original data-lazy srcset data-srcset style'.split(' ')

/** Elements whose label may be an emoji that a style sheet shows as a picture. */
const LABELLED = new Set('i span b em'.split(' '))

const PICTURES = new Set('img amp-img svg picture object'.split(' '))

const isNamed = (classes: string | undefined): boolean =>
  /(?:^|[\s_-])(?:emoji|emojione|twemoji|emote|smiley|smilie)/i.test(classes ?? '')

const EMOJI =
  /^(?:(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|[#*\d]\uFE0F?\u20E3)(?:\p{Emoji_Modifier}|\u200D|\uFE0F|[\u{E0020}-\u{E007F}]|\s)*)+$/u

export const isEmoji = (text: string): boolean => text.length <= 60 && EMOJI.test(text)
