import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount, postingAccounts } from '#core/accounts/posting-account.ts'
import { IMAGES_PER_POST } from '#core/media/limits.ts'
import { LONGEST_TEXT } from '#core/platforms/limits.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { textIssues, type TextIssue } from '#core/platforms/text-issues.ts'
import type { Post } from '#core/posts/contract.ts'
import { publishedText } from '#core/posts/published-text.ts'
import { readTagCell, tagKey } from '#core/posts/tag-cell.ts'
import type { Tag } from '#core/posts/tags-contract.ts'
import { MAX_TAGS } from '#core/posts/tags.ts'
import { instantOf } from '#core/time-zone.ts'
import { AMBIGUOUS, readDate, readInstant, readNetwork, readTimeCell, type TableRow } from './read-table.ts'

export type Mistake =
  | { kind: 'network' | 'date' | 'ambiguous' | 'time' | 'past' | 'not-connected' | 'twice' | 'there' | 'pictures' }
  | { kind: 'tags' | 'unknown-tag' | 'too-many-tags' }
  | { kind: 'text'; issue: TextIssue }

export interface ImportRow extends TableRow {
  platform: Platform | null
  at: Date | null
  accountId: string | undefined
  /** The addresses of the row's pictures. */
  pictures: string[]
  /** The names of the row's tags. */
  tags: string[]
  /** The names of tags that the import adds. */
  newTags: string[]
  mistakes: Mistake[]
  /** The row's idempotency key, so that a retry does not store the post twice. */
  key: string
}

/**
 * Validates the rows of a table.
 * @param scheduled existing posts; a row with the same text, time and network is a duplicate
 * @param mayAddTags whether the import adds unknown tags
 */
export function validateRows(
  rows: readonly TableRow[],
  {
    now,
    timeZone,
    accounts,
    scheduled,
    tags: knownTags,
    mayAddTags,
  }: {
    now: Date
    timeZone: string
    accounts: readonly SocialAccount[]
    scheduled: readonly Post[]
    tags: readonly Tag[]
    mayAddTags: boolean
  },
): ImportRow[] {
  const keyOf = (platform: string, at: Date, text: string) => `${platform} ${at.toISOString()} ${text}`
  const scheduledKeys = new Set(
    scheduled.map((post) => keyOf(post.platform, new Date(post.scheduledAt ?? 0), post.content.trim())),
  )
  const seenKeys = new Set<string>()
  const known = new Set(knownTags.map(({ name }) => tagKey(name)))
  const added = new Set<string>()
  return rows.flatMap(perNetwork).map(({ number, cells }) => {
    const mistakes: Mistake[] = []
    const platform = readNetwork(cells.network)
    const pictures = cells.pictures
      .slice(0, MAX_PICTURES_CELL)
      .split(/[\s,;|،؛]+/u)
      .filter((part) => part !== '')
    if (pictures.length > IMAGES_PER_POST || !pictures.every(isWebAddress)) mistakes.push({ kind: 'pictures' })
    const tags = readTagCell(cells.tags)
    const newTags = tags?.filter((name) => !known.has(tagKey(name))) ?? []
    const adds = newTags.map(tagKey).filter((key) => !added.has(key))
    if (!tags) mistakes.push({ kind: 'tags' })
    else if (newTags.length > 0 && !mayAddTags) mistakes.push({ kind: 'unknown-tag' })
    else if (newTags.length > 0 && known.size + added.size + adds.length > MAX_TAGS)
      mistakes.push({ kind: 'too-many-tags' })
    if (!platform) mistakes.push({ kind: 'network' })
    else {
      if (postingAccounts(accounts, platform, now).length === 0) mistakes.push({ kind: 'not-connected' })
      const account = postingAccount(accounts, platform, now)
      const issues = textIssues(
        { platform, textLimit: account?.textLimit ?? null, needsMedia: account?.needsMedia },
        // Parses no hashtags in a text that is too long for every network.
        cells.text.length > LONGEST_TEXT ? cells.text : publishedText({ content: cells.text }),
        pictures.length,
      )
      mistakes.push(...issues.map((issue): Mistake => ({ kind: 'text', issue })))
    }
    const date = readDate(cells.date)
    const zoned = typeof date === 'string' ? readInstant(date, cells.time) : null
    const time = readTimeCell(cells.time)
    if (date === null) mistakes.push({ kind: 'date' })
    if (date === AMBIGUOUS) mistakes.push({ kind: 'ambiguous' })
    if (time === null && !zoned) mistakes.push({ kind: 'time' })
    const at = zoned ?? (date && time && date !== AMBIGUOUS ? instantOf(date, time, timeZone) : null)
    if (at && at <= now) mistakes.push({ kind: 'past' })
    if (platform && at) {
      const key = keyOf(platform, at, cells.text)
      if (scheduledKeys.has(key)) mistakes.push({ kind: 'there' })
      else if (seenKeys.has(key)) mistakes.push({ kind: 'twice' })
      seenKeys.add(key)
    }
    // Rows with a mistake are not stored, so they add no tags.
    if (mistakes.length === 0) for (const key of adds) added.add(key)
    const accountId = platform ? postingAccount(accounts, platform, now)?.id : undefined
    return {
      number,
      cells,
      platform,
      at,
      accountId,
      pictures,
      tags: tags ?? [],
      newTags,
      mistakes,
      key: crypto.randomUUID(),
    }
  })
}

/** The maximum length of the cell with picture addresses. It has space for the longest addresses of one post. */
const MAX_PICTURES_CELL = 10_000

const isWebAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** The maximum length of the cell with networks. It has space for all names of networks and some unknown ones. */
const MOST_NAMES = 20

/** Splits a row that names several networks, such as `LinkedIn, X`, into one row per network. */
function perNetwork(row: TableRow): TableRow[] {
  const { network } = row.cells
  const names = network.slice(0, 1_000).split(/[,;،؛|+&/\n]/u, MOST_NAMES)
  const written = names.map((name) => name.trim()).filter((name) => name !== '')
  if (readNetwork(network) || !written.some(readNetwork)) return [row]
  return written.map((name) => ({ ...row, cells: { ...row.cells, network: name } }))
}
