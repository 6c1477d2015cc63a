import { maskAddresses } from '#core/mask-addresses.ts'
import { openingOf } from '#core/cut-text.ts'

/** The longest error text, enough for a diagnosis. A network's error response may be a page long. */
const MAX_LENGTH = 500
const MAX_READ_LENGTH = 4_000

/**
 * The message of an error and of its causes, for administrators. Removes credentials, query strings, and anything that
 * looks like a key or token.
 */
export function errorText(error: unknown): string {
  const all = [...messagesOf(error)].join(': ')
  // Drop a word that the limit cuts, because the patterns below would not recognize a part of a secret.
  const whole = all.length > MAX_READ_LENGTH ? all.slice(0, MAX_READ_LENGTH).replace(/\S*$/, '') : all
  const text = whole
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/(\b\w{1,20}:\/\/)[^\s"'<>]*:[^\s"'<>]*@/g, '$1…@')
    .replaceAll(/(\b\w{1,20}:\/\/[^\s?#'"<>]*)[?#][^\s'"<>]*/g, '$1?…')
    .replaceAll(/\b(bearer|basic)\s+[^\s'"]+/gi, '$1 …')
    .replaceAll(
      /((?:token|secret|password|passwd|api_?key|signature)["']?\s?[=:]\s?)("[^"]*"?|'[^']*'?|[^\s"',;&]+)/gi,
      '$1…',
    )
    .replaceAll(LONG_WORD, (word) => (UUID.test(word) ? word : '…'))
  return openingOf(maskAddresses(text), MAX_LENGTH) || 'Error'
}

const LONG_WORD = /[\w+=~.-]{32,}/g
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function* messagesOf(error: unknown): Generator<string> {
  const seen = new Set<unknown>()
  for (let one = error; one !== undefined && one !== null && !seen.has(one); one = (one as Error).cause) {
    seen.add(one)
    if (one instanceof AggregateError) yield one.errors.map((each) => [...messagesOf(each)].join(': ')).join('; ')
    else yield one instanceof Error ? one.message || one.name : String(one)
  }
}
