/** Isolates a name or text, so that its direction does not reorder the sentence around it. */
export function isolate(text: string): string {
  return `\u2068${text}\u2069`
}

/**
 * Isolates the direction of a name in large type. Keeps short names and the parts of Arabic compound names on one line.
 */
export function isolateName(name: string): string {
  const joined =
    name.length <= SHORT_NAME ? name.replaceAll(' ', NO_BREAK) : name.replaceAll(FIRST_HALF, `$1${NO_BREAK}`)
  return isolate(joined)
}

const SHORT_NAME = 16
const NO_BREAK = '\u00a0'
/**
 * First words of Arabic compound names, such as عبد in «عبد الرحمن» (Abd al-Rahman). They stay on one line with the
 * next word.
 */
const FIRST_HALF = /(?<=^|\s)(عبد|أبو|أبي|أم|ابن|بن|آل) /g
