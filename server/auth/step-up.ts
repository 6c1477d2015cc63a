import { AppError } from '#core/errors.ts'
import type { Clock } from '../clock.ts'
import type { Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import type { Handle, SignedIn } from '../http/router.ts'
import type { AuthParts } from './auth-parts.ts'
import { callerOf, tryPassword } from './attempts.ts'

/** So long a session may change how its person signs in, after they have shown that it is they who use it. */
export const PASSWORD_GOOD_FOR_MS = 10 * 60_000

/**
 * Lets only pass whoever has shown a few minutes ago that they are the session's person: by signing in, or by typing
 * the password again. An open session on a desk alone changes nothing about signing in.
 * @throws AppError password_needed
 */
export async function needRecentPassword(
  { database, clock }: { database: Queryable; clock: Clock },
  { sessionId }: Pick<SignedIn, 'sessionId'>,
): Promise<void> {
  const [session] = await database.query(
    sql`select ${columns('sessions', 'password_given_at')} from sessions where id = ${sessionId}`,
  )
  const givenAt = session?.password_given_at?.getTime() ?? Number.NEGATIVE_INFINITY
  if (clock.now().getTime() - givenAt > PASSWORD_GOOD_FOR_MS) throw new AppError('password_needed')
}

/** Notes that a session's person has just shown who they are. */
export async function notePassword(on: Queryable, sessionId: string, now: Date): Promise<void> {
  await on.query(sql`update sessions set password_given_at = ${now} where id = ${sessionId}`)
}

/** Typing the password once more. It is counted as a try to sign in is. */
export function stepUpRoutes(handle: Handle, { database, clock, browsers, throttle, passwords }: AuthParts): void {
  handle('POST /api/password-check', async ({ signedIn, body, request }) => {
    const { id, email } = signedIn.user
    const [row] = await database.query(sql`select ${columns('users', 'password_hash')} from users where id = ${id}`)
    const isRight = await tryPassword(throttle, callerOf(request, browsers, email, id), () =>
      passwords.verify(body.password, row?.password_hash ?? null),
    )
    if (!isRight) throw new AppError('wrong_password')
    await notePassword(database, signedIn.sessionId, clock.now())
    return undefined
  })
}
