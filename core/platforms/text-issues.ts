import { countHashtags } from './hashtags-in-text.ts'
import { findMentions } from './mentions-in-text.ts'
import { limitsFor, type LimitedAccount } from './limits.ts'
import { rulesOf } from './platform.ts'
import { countFor } from './text-count.ts'
import { findPlaceholders, withoutPlaceholders } from './placeholders.ts'
import { findWebAddresses } from './web-addresses.ts'

export type TextIssue =
  | { kind: 'empty' }
  | { kind: 'too-long'; count: number; limit: number; over: number }
  | { kind: 'too-many-hashtags'; count: number; limit: number }
  | { kind: 'too-many-mentions'; count: number; limit: number }
  | { kind: 'too-many-links'; count: number; limit: number }
  /**
   * `index` is the UTF-16 index of the first occurrence. `codePoint` lets the app name a character that is invisible.
   */
  | { kind: 'forbidden-character'; codePoint: number; index: number }
  /** `software`: the software of the account's server. Set if the server requires a picture but the network does not. */
  | { kind: 'needs-media'; software?: string }
  | { kind: 'open-places'; count: number }

/**
 * Lists the reasons why the account's network would refuse a post. `given` is the text as sent, with hashtags and
 * video links: see `publishedText`.
 */
export function textIssues(account: LimitedAccount, given: string, imageCount: number): TextIssue[] {
  const text = withoutPlaceholders(given)
  const rules = rulesOf(account.platform)
  const limits = limitsFor({ ...account, hasPictures: imageCount > 0 })
  const issues: TextIssue[] = []

  // A post without text needs at least one picture.
  if (imageCount === 0 && isBlank(text)) issues.push({ kind: 'empty' })
  if (rules.needsMedia && imageCount === 0) issues.push({ kind: 'needs-media' })
  else if (account.needsMedia && imageCount === 0) issues.push({ kind: 'needs-media', software: 'Pixelfed' })

  const open = findPlaceholders(given).length
  if (open > 0) issues.push({ kind: 'open-places', count: open })

  const limit = limits.textLimit
  // A text this long can never fit. Report its UTF-16 length without parsing it.
  const isFarTooLong = text.length > FAR_OVER * limit
  const count = (isFarTooLong ? text.length : countFor(account.platform, text)) + (account.taken ?? 0)
  if (count > limit) issues.push({ kind: 'too-long', count, limit, over: count - limit })
  if (isFarTooLong) return issues

  const counted = [
    { kind: 'too-many-hashtags', limit: limits.hashtagLimit, count: countHashtags },
    { kind: 'too-many-mentions', limit: limits.mentionLimit, count: (given: string) => findMentions(given).length },
    { kind: 'too-many-links', limit: limits.linkLimit, count: (given: string) => findWebAddresses(given).length },
  ] as const
  for (const { kind, limit, count } of counted) {
    if (limit === undefined) continue
    const found = count(text)
    if (found > limit) issues.push({ kind, count: found, limit })
  }

  const forbidden = findForbidden(text, rules.forbiddenCharacters)
  if (forbidden !== undefined) issues.push({ kind: 'forbidden-character', ...forbidden })
  return issues
}

/** How many times longer than the limit a text may be and still fit: X counts a link of any length as 23. */
const FAR_OVER = 100

function isBlank(text: string): boolean {
  return !/[^\p{White_Space}\p{Cf}\p{Cc}]/u.test(text)
}

function findForbidden(text: string, forbidden: string): { codePoint: number; index: number } | undefined {
  let index = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    // No network accepts U+0000 or an unpaired surrogate.
    const isNeverAccepted = codePoint === 0 || (codePoint >= 0xd800 && codePoint <= 0xdfff)
    if (isNeverAccepted || forbidden.includes(character)) return { codePoint, index }
    index += character.length
  }
  return undefined
}
