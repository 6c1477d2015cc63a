import { openingOf } from '#core/cut-text.ts'

/** Enough to tell what is wrong; a vendor's answer may be a page long. */
const LONGEST = 500
const LONGEST_READ = 4_000

/**
 * What an error says, with what it was caused by, for an administrator. Without what may be secret: credentials and
 * queries of addresses, and whatever looks like a key or a token.
 */
export function errorText(error: unknown): string {
  const all = [...messagesOf(error)].join(': ')
  // What comes after is not shown. A word that is cut in two could not be told for what it is.
  const said = all.length > LONGEST_READ ? all.slice(0, LONGEST_READ).replace(/\S*$/, '') : all
  const text = said
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
  return openingOf(text, LONGEST) || 'Error'
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
