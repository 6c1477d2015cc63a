/** A name or a text of its own direction, made safe to stand inside a sentence of either direction. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}

/** The same for a person's or an account's name in large type, which no line is to end within where it is short enough. */
export function isolateName(name: string): string {
  const kept = name.length <= SHORT_NAME ? name.replaceAll(' ', NO_BREAK) : name.replaceAll(FIRST_HALF, `$1${NO_BREAK}`)
  return isolate(kept)
}

const SHORT_NAME = 16
const NO_BREAK = '\u00a0'
/** Of an Arabic name of two words, such as «عبد الرحمن». */
const FIRST_HALF = /(?<=^|\s)(عبد|أبو|أبي|أم|ابن|بن|آل) /g
