/** Enough to tell what is wrong; a vendor's answer may be a page long. */
const LONGEST = 500

/**
 * What an error says, with what it was caused by, for an administrator. Without what may be secret: credentials and
 * queries of addresses, and whatever looks like a key or a token.
 */
export function errorText(error: unknown): string {
  const said = [...messagesOf(error)].join(': ').replaceAll(/\s+/g, ' ').trim()
  const text = said
    .replaceAll(/(\w+:\/\/)[^\s/@]*@/g, '$1…@')
    .replaceAll(/(\w+:\/\/[^\s?#'"<>]*)[?#][^\s'"<>]*/g, '$1?…')
    .replaceAll(/\b(bearer|basic)\s+[^\s'"]+/gi, '$1 …')
    .replaceAll(
      /\b(\w*(?:token|secret|password|passwd|api_?key|signature))(["']?\s*[=:]\s*["']?)[^\s"',;&]+/gi,
      '$1$2…',
    )
    .replaceAll(LONG_WORD, (word) => (UUID.test(word) ? word : '…'))
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || 'Error'
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
