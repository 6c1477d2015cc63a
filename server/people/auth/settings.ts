import { AppError } from '#core/errors.ts'
import type { User, UserChange } from '#core/people/auth-contract.ts'
import type { Database } from '../../db/database.ts'
import sql, { columns, join, list } from '../../db/sql.ts'
import { withEvents } from '../../events/events.ts'
import { toUser, USER_COLUMNS } from './sessions.ts'

/** Changes the given settings and notifies all browsers of the user. */
export async function changeSettings(on: Database, userId: string, change: UserChange, now: Date): Promise<User> {
  const {
    firstName,
    lastName,
    preferredLanguage,
    timeZone,
    lateAfterMinutes,
    weekStartsOn,
    theme,
    numerals,
    hijriDates,
  } = change
  const { defaultPlatforms, mailed } = change
  const set = [
    firstName !== undefined && sql`first_name = ${firstName}`,
    lastName !== undefined && sql`last_name = ${lastName}`,
    preferredLanguage !== undefined && sql`preferred_language = ${preferredLanguage}`,
    timeZone !== undefined && sql`time_zone = ${timeZone}`,
    lateAfterMinutes !== undefined && sql`late_after_minutes = ${lateAfterMinutes}`,
    weekStartsOn !== undefined && sql`week_starts_on = ${weekStartsOn}`,
    theme !== undefined && sql`theme = ${theme}`,
    numerals !== undefined && sql`numerals = ${numerals}`,
    hijriDates !== undefined && sql`hijri_dates = ${hijriDates}`,
    defaultPlatforms !== undefined && sql`default_platforms = ${defaultPlatforms}`,
    mailed !== undefined && sql`mailed = ${mailed}`,
  ].filter((one) => one !== false)
  const [row] =
    set.length === 0
      ? await on.query(sql`select ${USER_COLUMNS} from users where id = ${userId}`)
      : await on.query(
          withEvents(
            sql`update users set ${join(set, ', ')} where id = ${userId} returning ${list(USER_COLUMNS, columns('users', 'id as user_id'))}`,
            'user.changed',
            now,
          ),
        )
  if (!row) throw new AppError('not_found')
  return toUser(row)
}
