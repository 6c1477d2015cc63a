import { countHashtags } from './hashtags-in-text.ts'
import { findMentions } from './mentions-in-text.ts'
import { rulesOf, type Platform } from './platform.ts'
import { countFor } from './text-count.ts'
import { openPlacesIn, withoutOpenPlaces } from './open-places.ts'
import { findWebAddresses } from './web-addresses.ts'

/** Why a network would refuse a post, as data: the wording belongs to the interface. */
export type TextIssue =
  | { kind: 'empty' }
  | { kind: 'too-long'; count: number; limit: number; over: number }
  | { kind: 'too-many-hashtags'; count: number; limit: number }
  | { kind: 'too-many-mentions'; count: number; limit: number }
  | { kind: 'too-many-links'; count: number; limit: number }
  /** `index` in UTF-16 units of the first one; `codePoint` to name it, since such a character is never visible. */
  | { kind: 'forbidden-character'; codePoint: number; index: number }
  | { kind: 'needs-media' }
  /** Places of an outline that are not filled yet. */
  | { kind: 'open-places'; count: number }

/**
 * What stands between a post and its network. `text` is the text as it will be sent, hashtags included (see
 * `publishedText`), `imageCount` the number of pictures that go with it. A video is a link in the text.
 */
export function textIssues(platform: Platform, given: string, imageCount: number): TextIssue[] {
  const text = withoutOpenPlaces(given)
  const rules = rulesOf(platform)
  const issues: TextIssue[] = []

  // A picture may go out without a word everywhere; nothing at all may not.
  if (imageCount === 0 && isBlank(text)) issues.push({ kind: 'empty' })
  if (rules.needsMedia && imageCount === 0) issues.push({ kind: 'needs-media' })

  const open = openPlacesIn(given).length
  if (open > 0) issues.push({ kind: 'open-places', count: open })

  const limit = rules.textLimit
  // Nothing makes it fit, so it is not worth being read: it is told its plain length.
  const isFarTooLong = text.length > FAR_OVER * limit
  const count = isFarTooLong ? text.length : countFor(platform, text)
  if (count > limit) issues.push({ kind: 'too-long', count, limit, over: count - limit })
  if (isFarTooLong) return issues

  const counted = [
    { kind: 'too-many-hashtags', limit: rules.hashtagLimit, count: countHashtags },
    { kind: 'too-many-mentions', limit: rules.mentionLimit, count: (given: string) => findMentions(given).length },
    { kind: 'too-many-links', limit: rules.linkLimit, count: (given: string) => findWebAddresses(given).length },
  ] as const
  for (const { kind, limit, count } of counted) {
    if (limit === null) continue
    const found = count(text)
    if (found > limit) issues.push({ kind, count: found, limit })
  }

  const forbidden = findForbidden(text, rules.forbiddenCharacters)
  if (forbidden !== undefined) issues.push({ kind: 'forbidden-character', ...forbidden })
  return issues
}

/** How many times its limit a text may be in UTF-16 units and still fit: on X a long link counts as little as a short one. */
const FAR_OVER = 100

/** Nothing that can be seen: blanks, joiners and direction marks only. */
function isBlank(text: string): boolean {
  return !/[^\p{White_Space}\p{Cf}\p{Cc}]/u.test(text)
}

function findForbidden(text: string, forbidden: string): { codePoint: number; index: number } | undefined {
  let index = 0
  for (const character of text) {
    const codePoint = character.codePointAt(0) ?? 0
    // U+0000 cannot be stored, and half a surrogate pair cannot be sent as UTF-8: no network gets either.
    const neverPossible = codePoint === 0 || (codePoint >= 0xd800 && codePoint <= 0xdfff)
    if (neverPossible || forbidden.includes(character)) return { codePoint, index }
    index += character.length
  }
  return undefined
}
