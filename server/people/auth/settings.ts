import { AppError } from '#core/errors.ts'
import type { User, UserChange } from '#core/people/auth-contract.ts'
import type { Database } from '../../db/database.ts'
import sql, { columns, join, list, raw } from '../../db/sql.ts'
import { withEvents } from '../../events/events.ts'
import { toUser, USER_COLUMNS } from './sessions.ts'
import { SETTINGS } from './setting-columns.ts'

/** Changes the given settings and notifies all browsers of the user. */
export async function changeSettings(on: Database, userId: string, change: UserChange, now: Date): Promise<User> {
  const set = SETTINGS.filter(({ name }) => change[name] !== undefined).map(
    ({ name, column }) => sql`${raw(column)} = ${change[name]}`,
  )
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
