import { FEED_KINDS, type FeedKind, type Feeds } from '#core/programs/feeds-contract.ts'
import { AppError } from '#core/errors.ts'
import { workspacePath } from '#core/workspaces/path.ts'
import type { Language } from '#core/language.ts'
import { isActiveUser } from '../../people/auth/active-user.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database, Queryable } from '../../db/database.ts'
import sql, { columns, isTrue, list } from '../../db/sql.ts'
import { writeLog } from '../../events/workspace-log.ts'
import type { Requester } from '../../http/caller.ts'
import { newToken, type Secrets } from '../../secrets.ts'
import { isOrphaned } from '../is-orphaned.ts'

const PURPOSE = 'feed'

export interface FeedParts {
  database: Database
  clock: Clock
  secrets: Secrets
  publicUrl: () => string
}

/** The user or workspace whose feed address is changed. For a workspace, also the member who changes it. */
type Setter = Pick<Requester, 'user' | 'member'>

const PATHS = { calendar: '/feeds/calendar.ics', published: '/feeds/published.rss' } as const

/** @throws AppError not_found */
export function feedKind(given: string): FeedKind {
  const kind = FEED_KINDS.find((candidate) => candidate === given)
  if (!kind) throw new AppError('not_found')
  return kind
}

export async function readFeeds({ database, secrets, publicUrl }: FeedParts, userId: string): Promise<Feeds> {
  const rows = await database.query(sql`
    select ${list(columns('feeds', 'kind', 'sealed_token'), isTrue('isOrphaned', isOrphaned(sql`feeds`)))}
    from feeds where user_id = ${userId}`)
  const addressOf = (kind: FeedKind) => {
    const row = rows.find((feed) => feed.kind === kind)
    if (!row || row.isOrphaned) return null
    return `${publicUrl()}${PATHS[kind]}?key=${secrets.open(row.sealed_token, PURPOSE)}`
  }
  const ended = FEED_KINDS.filter((kind) => rows.some((row) => row.kind === kind && row.isOrphaned))
  return { calendar: addressOf('calendar'), published: addressOf('published'), ended }
}

/** Creates a feed URL and invalidates the previous one. */
export async function renewFeed(
  parts: FeedParts,
  { user: { id: userId }, member }: Setter,
  kind: FeedKind,
): Promise<Feeds> {
  const { database, clock, secrets } = parts
  const [token, now] = [newToken(), clock.now()]
  await database.transaction(async (tx) => {
    await tx.query(sql`
      insert into feeds (user_id, set_by, kind, token_hash, sealed_token, created_at)
      values (${userId}, ${member?.id ?? null}, ${kind}, ${secrets.tokenHash(token)}, ${secrets.seal(token, PURPOSE)}, ${now})
      on conflict (user_id, kind) do update set token_hash = excluded.token_hash, sealed_token = excluded.sealed_token,
        created_at = excluded.created_at, set_by = excluded.set_by`)
    await writeLog(tx, userId, { act: 'feed_created', actorId: member?.id ?? null, subject: kind }, now)
  })
  return await readFeeds(parts, userId)
}

export async function removeFeed(
  parts: FeedParts,
  { user: { id: userId }, member }: Setter,
  kind: FeedKind,
): Promise<Feeds> {
  const { database, clock } = parts
  await database.transaction(async (tx) => {
    const removed = await tx.query(sql`
      delete from feeds where user_id = ${userId} and kind = ${kind} returning ${columns('feeds', 'kind')}`)
    if (removed.length === 0) return
    await writeLog(tx, userId, { act: 'feed_ended', actorId: member?.id ?? null, subject: kind }, clock.now())
  })
  return await readFeeds(parts, userId)
}

export interface FeedOwner {
  id: string
  name: string
  language: Language
  timeZone: string | null
  /** The start of the path of the posts' pages: the path of the workspace, or empty for a user. */
  pathBefore: string
}

/** Finds the user of a feed by the key in its address. @throws AppError not_found */
export async function ownerOf({ database, secrets }: FeedParts, kind: FeedKind, token: string): Promise<FeedOwner> {
  const [row] = await database.query(sql`
    select ${list(
      columns('users', 'id', 'first_name', 'last_name', 'preferred_language', 'time_zone'),
      isTrue('isWorkspace', sql`exists (select from workspaces w where w.id = users.id)`),
    )}
    from feeds join users on users.id = feeds.user_id
    where kind = ${kind} and token_hash = any(${secrets.tokenHashes(token)}) and ${isActiveUser} and not ${isOrphaned(sql`feeds`)}`)
  if (!row) throw new AppError('not_found')
  const { id, first_name: first, last_name: last, preferred_language: language, time_zone: timeZone } = row
  return {
    id,
    name: `${first} ${last}`.trim(),
    language,
    timeZone,
    pathBefore: row.isWorkspace ? workspacePath(id) : '',
  }
}

/** Encrypts feed keys again that were sealed with an older APP_SECRET. */
export async function resealFeeds(on: Queryable, secrets: Secrets): Promise<void> {
  const rows = await on.query(sql`select ${columns('feeds', 'user_id', 'kind', 'sealed_token')} from feeds`)
  for (const { user_id: userId, kind, sealed_token: sealed } of rows.filter((row) =>
    secrets.isOutdated(row.sealed_token),
  )) {
    const token = secrets.open(sealed, PURPOSE)
    await on.query(sql`
      update feeds set sealed_token = ${secrets.seal(token, PURPOSE)}, token_hash = ${secrets.tokenHash(token)}
      where user_id = ${userId} and kind = ${kind} and sealed_token = ${sealed}`)
  }
}
