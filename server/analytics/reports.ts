import { MOST_REPORTS, type NewReport, type SharedReport } from '#core/analytics/reports-contract.ts'
import { AppError } from '#core/errors.ts'
import { numeralsOf, type Language, type Numerals } from '#core/language.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns, count, isTrue, list, type RowOf } from '../db/sql.ts'
import { writeLog } from '../events/workspace-log.ts'
import type { Requester } from '../http/caller.ts'
import { isActiveUser } from '../people/auth/active-user.ts'
import { isOrphaned } from '../programs/is-orphaned.ts'
import { newToken, type Secrets } from '../secrets.ts'
import type { Range } from './read-analytics.ts'
import { readLogo } from './report-logo.ts'

const DAY_MS = 86_400_000

export interface ReportParts {
  database: Database
  clock: Clock
  secrets: Secrets
  publicUrl: () => string
}

const isOrphanedReport = isOrphaned(sql`r`)

const COLUMNS = list(
  columns('shared_reports r', 'id', 'title', 'from_day', 'to_day', 'platform', 'language', 'created_at', 'expires_at'),
  isTrue('isOrphaned', isOrphanedReport),
)

const toReport = (row: RowOf<typeof COLUMNS>): SharedReport => ({
  id: row.id,
  title: row.title,
  from: row.from_day,
  to: row.to_day,
  platform: row.platform,
  language: row.language,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
  isOrphaned: row.isOrphaned,
})

export async function listReports(on: Queryable, userId: string, now: Date): Promise<SharedReport[]> {
  const rows = await on.query(sql`
    select ${COLUMNS} from shared_reports r where user_id = ${userId} and expires_at > ${now}
    order by created_at desc, id`)
  return rows.map(toReport)
}

/** Creates a shared report and its link. @throws AppError too_many_reports */
export async function createReport(
  { database, clock, secrets, publicUrl }: ReportParts,
  { user: { id: userId }, member }: Pick<Requester, 'user' | 'member'>,
  given: NewReport & { timeZone: string; language: Language },
): Promise<{ report: SharedReport; link: string }> {
  const [token, now] = [newToken(), clock.now()]
  const { title, from, to, platform, timeZone, language, endsInDays } = given
  const row = await database.transaction(async (tx) => {
    // Lock the user's row, so that concurrent calls cannot exceed the limit.
    await tx.query(sql`select from users where id = ${userId} for update`)
    const [had] = await tx.query(sql`
      select ${count('reports')} from shared_reports where user_id = ${userId} and expires_at > ${now}`)
    if ((had?.reports ?? 0) >= MOST_REPORTS) throw new AppError('too_many_reports', { values: { limit: MOST_REPORTS } })
    const [made] = await tx.query(sql`
      insert into shared_reports as r
        (user_id, set_by, token_hash, title, from_day, to_day, platform, time_zone, language, created_at, expires_at)
      values (${userId}, ${member?.id ?? null}, ${secrets.tokenHash(token)}, ${title}, ${from}, ${to}, ${platform ?? null}, ${timeZone},
        ${language}, ${now}, ${new Date(now.getTime() + endsInDays * DAY_MS)})
      returning ${COLUMNS}`)
    await writeLog(tx, userId, { act: 'report_shared', actorId: member?.id ?? null, subject: title }, now)
    return made
  })
  if (!row) throw new Error('A report was not made')
  return { report: toReport(row), link: `${publicUrl()}/report?key=${token}` }
}

/** Deletes a report link, so that it no longer works. @throws AppError not_found */
export async function deleteReport(
  { database, clock }: Pick<ReportParts, 'database' | 'clock'>,
  { user: { id: userId }, member }: Pick<Requester, 'user' | 'member'>,
  id: string,
): Promise<void> {
  await database.transaction(async (tx) => {
    const [deleted] = await tx.query(sql`
      delete from shared_reports r where id = ${id} and user_id = ${userId} returning ${columns('shared_reports r', 'title')}`)
    if (!deleted) throw new AppError('not_found')
    const entry = { act: 'report_ended', actorId: member?.id ?? null, subject: deleted.title } as const
    await writeLog(tx, userId, entry, clock.now())
  })
}

/** A report that a reader opened, with its owner. */
export interface OpenedReport {
  userId: string
  /** The name of the person or workspace that shared the report. */
  owner: string
  title: string
  language: Language
  numerals: Numerals
  range: Range
  /** The owner's logo as a `data:` URL. */
  logo: string | null
}

/** Finds the report of a link; undefined if the link no longer works. */
export async function openReport(
  { database, clock, secrets }: Pick<ReportParts, 'database' | 'clock' | 'secrets'>,
  token: string,
): Promise<OpenedReport | undefined> {
  const [row] = await database.query(sql`
    select ${list(
      columns('shared_reports r', 'user_id', 'title', 'from_day', 'to_day', 'platform', 'time_zone', 'language'),
      columns('users', 'first_name', 'last_name', 'numerals', 'time_zone as own_zone'),
    )}
    from shared_reports r join users on users.id = r.user_id
    where r.token_hash = any(${secrets.tokenHashes(token)}) and r.expires_at > ${clock.now()} and ${isActiveUser}
      and not ${isOrphanedReport}`)
  return (
    row && {
      userId: row.user_id,
      owner: `${row.first_name} ${row.last_name}`.trim(),
      title: row.title,
      language: row.language,
      numerals: numeralsOf({ numerals: row.numerals, timeZone: row.own_zone }),
      logo: await readLogo(database, row.user_id),
      range: { from: row.from_day, to: row.to_day, timeZone: row.time_zone, platform: row.platform ?? undefined },
    }
  )
}

export async function deleteEndedReports(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from shared_reports where expires_at <= ${now}`)
}
