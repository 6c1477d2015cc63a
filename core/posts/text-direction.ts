export type Direction = 'rtl' | 'ltr'

/**
 * Returns the direction of the first letter that has one. Skips hashtags, addresses and mentions if there are other
 * letters, because an Arabic post may start with #Riyadh.
 */
export function textDirection(text: string): Direction {
  return lineDirection(text, 'ltr')
}

/** Returns the direction of one line of a post. A line without letters takes the direction of the post. */
export function lineDirection(line: string, ofPost: Direction): Direction {
  return firstDirection(line.replaceAll(SKIPPED, ' ')) ?? firstDirection(line) ?? ofPost
}

// A Latin word with a dot in it counts as an address, because a list of all domains would make pages load later.
const SKIPPED =
  /(?<![^\s@])[^\s@]+@[^\s@]+|[#＃][\p{L}\p{M}\p{N}_]+|[@＠][\w.]+|https?:\/\/\S+|(?<![\w.-])[a-z\d-]+(?:\.[a-z\d-]+)+(?:\/\S*)?/giu

// Letters and direction marks. Excludes digits, because digits have no strong direction.
const DIRECTIONAL = /[\p{L}\u200E\u200F\u061C]/u
const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\u200F\u061C]/u

function firstDirection(text: string): Direction | undefined {
  const strong = DIRECTIONAL.exec(text)?.[0]
  if (strong === undefined) return undefined
  return RIGHT_TO_LEFT.test(strong) ? 'rtl' : 'ltr'
}
