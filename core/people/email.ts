/**
 * Normalizes an email address, so that each mailbox has one spelling: lower case, an ASCII domain, and without the
 * invisible marks that copying adds. So `Mona@مثال.إختبار` (Arabic for "example.test") and
 * `mona@xn--mgbh0fb.xn--kgbechtv` are one user.
 */
export function normalizedEmail(typed: string): string {
  const text = typed
    .replaceAll(INVISIBLE, '')
    .replaceAll('\uFF20', '@')
    .trim()
    // Keep only the address: a mail program copies `Mona <mona@a.example>`, and a browser copies
    // `mailto:mona@a.example`.
    .replace(/^[^<>]*<([^<>]+)>$/u, '$1')
    .replace(/^(?:mailto:|[\p{Ps}\p{Pi}<"'])+/iu, '')
  const at = text.lastIndexOf('@')
  if (at < 0) return lowerAscii(text)
  // Copying from a sentence adds punctuation, which would otherwise become part of the domain.
  const domain = text.slice(at + 1).replace(/(?<![\p{P}>])[\p{P}>]+$/u, '')
  return `${lowerAscii(text.slice(0, at))}@${asciiDomain(domain)}`
}

/**
 * Characters that copying may add to an address unnoticed: direction marks, zero-width characters, soft hyphens, byte
 * order marks, and the lengthening of Arabic letters.
 */
const INVISIBLE = /[\p{Bidi_Control}\u0640\u00AD\u200B-\u200D\u2060-\u2064\uFEFF]/gu

/**
 * Lower-cases only A to Z. Unicode's lower case turns the Kelvin sign (U+212A) into a `k`, which would make two
 * mailboxes equal.
 */
const lowerAscii = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

function asciiDomain(domain: string): string {
  // Domains with characters that `URL` would cut off or decode stay as typed, so that `EMAIL_PATTERN` rejects them.
  // Punctuation would become part of the name: `a.example،b` is not a domain.
  if (
    domain === '' ||
    /[\s/?#@:\\%[\]<>^|]|(?![-.\u3002\uFF0E\uFF61·])\p{P}/u.test(domain) ||
    !URL.canParse(`http://${domain}`)
  )
    return domain
  return new URL(`http://${domain}`).hostname
}

/** Allows only ASCII before the `@`, for the reasons in docs/decisions/053-email-addresses.md. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[a-z0-9_'+.-]*[a-z0-9_+-]@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:[a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/
