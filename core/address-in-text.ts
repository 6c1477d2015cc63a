/**
 * Returns the `http://` and `https://` addresses of a text, without punctuation around them. Unlike X, keeps Arabic
 * letters, because a truncated address leads to another page.
 */
export function addressesIn(text: string, start: RegExp = AFTER_NO_WORD): string[] {
  return Array.from(text.matchAll(start), ({ 0: written, index }) => {
    // Chat programs write a link as `<address|label>`, and Markdown as `[label](address)`.
    const [ended = ''] = written.split(text[index - 1] === '<' ? /\||\]\(/ : '](', 1)
    return withoutPunctuation(ended)
  })
}

const REST = String.raw`[^\s\p{Bidi_Control}\u200B<>"\u0060«»“”„،؛؟]+`
/** Skips an address directly after a letter, digit or @, as in `me@https://a.example`. */
const AFTER_NO_WORD = new RegExp(String.raw`(?<![\p{L}\p{N}@])https?:\/\/${REST}`, 'giu')
const ANYWHERE = new RegExp(String.raw`https?:\/\/${REST}`, 'giu')
const WITHOUT_SCHEME = new RegExp(String.raw`(?<![\p{L}\p{N}@.:/-])www\.${REST}`, 'iu')
/** Matches an address without scheme and `www.`, such as `news.example/a`: a dotted name and a path. */
const HOST_AND_PATH = new RegExp(
  String.raw`(?<![\p{L}\p{N}@.:/-])(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+(?::\d+)?\/(?:${REST})?`,
  'iu',
)
const OTHER_SCHEME = /^(?!https?:)(?:[a-z][a-z\d+.-]*:\/\/|(?:about|blob|data|file|javascript|mailto|tel|vbscript):)/i

/**
 * The first address of a pasted text, such as `The third quay http://a.example/b`, with or without a scheme.
 * If there is none, returns the trimmed text, which the caller then rejects.
 */
export function pastedAddress(pasted: string): string {
  const text = pasted
    .replaceAll(INVISIBLE, '')
    // In a piece of HTML source, `&quot;` ends an address, and `&amp;` belongs to it.
    .replaceAll(/&(?:quot|apos|lt|gt|nbsp|#0?3[49]|#x2[27]);/gi, ' ')
    .replaceAll(/&(?:amp|#38);/gi, '&')
    .trim()
  const bare = text.replace(LEADING, '')
  if (OTHER_SCHEME.test(bare) || CONTROL.test(text)) return bare.replace(TRAILING, '')
  // A one-line field joins the lines of a pasted title and address. A letter of the title may then directly precede the
  // address.
  for (const start of [AFTER_NO_WORD, ANYWHERE]) {
    const found = addressesIn(text, start).find((address) => hasHost(address))
    if (found !== undefined) return found
  }
  const found = WITHOUT_SCHEME.exec(text)?.[0] ?? (/\s/.test(text) ? HOST_AND_PATH.exec(text)?.[0] : undefined)
  return withoutPunctuation((found ?? bare).split('](', 1)[0] ?? '').replace(TRAILING, '')
}

/**
 * Whether an address has a plausible host. A host without a dot is probably a typing error. `localhost` is allowed for
 * development.
 */
const hasHost = (address: string) => URL.canParse(address) && /[.:]|^localhost$/.test(new URL(address).hostname)

/** Matches control characters except tabs and line ends, which separate words. */
const CONTROL = /(?!\s)\p{Cc}/u
/**
 * Invisible characters: invalid in addresses (RFC 3987, 4.1), but often copied along with Arabic or long
 * addresses.
 */
const INVISIBLE = /[\p{Bidi_Control}\u00AD\u200B\u2060\uFEFF]/gu
/** Characters to remove before an address. An opening bracket stays if it may start an IPv6 address. */
const LEADING = /^(?:[\s\u200C-\u200D"'`<>«»‹›“”„‘’({،؛]|\[(?![\da-f:]*:))+/i
const AROUND = String.raw`[\s\u200C-\u200D"'\u0060<>«»‹›“”„‘’،؛؟]`
const TRAILING = new RegExp(`(?<!${AROUND})${AROUND}+$`)

function withoutPunctuation(address: string): string {
  const timesIn = (character: string) => address.split(character).length
  const unopened = new Map(BRACKETS.map(([open, close]) => [close, timesIn(close) - timesIn(open)]))
  let end = address.length
  for (; end > 0; end--) {
    const last = address.charAt(end - 1)
    const closesNothing = unopened.get(last) ?? 0
    if (closesNothing > 0) unopened.set(last, closesNothing - 1)
    else if (!ENDS_SENTENCES.includes(last)) break
  }
  return address.slice(0, end)
}

const ENDS_SENTENCES = `.,;:!?'‘’‹›*~…۔–—。，、；：？！）】》」』\u200C\u200D\u2060`
const BRACKETS = ['()', '[]', '{}'].map(([open = '', close = '']) => [open, close] as const)
