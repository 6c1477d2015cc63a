import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import type { Handle } from '../../http/router.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { translator } from '../../messages.ts'
import { newToken } from '../../secrets.ts'
import { recoveryCodesLeft, useRecoveryCode } from '../two-factor/recovery-codes.ts'
import { twoFactorSince, useCode } from '../two-factor/store.ts'
import type { AuthParts } from './auth-parts.ts'
import { toUser, USER_COLUMNS, type UserRow } from './sessions.ts'

const PENDING_COOKIE = 'frogy_second_step'
const PENDING_LIFE_MS = 10 * 60_000
const TRUSTED_COOKIE = 'frogy_trusted'
export const TRUSTED_LIFE_MS = 30 * 24 * 3_600_000

/** Limits for wrong codes: no wait after four, a minute after the fifth. Each further wrong code doubles the wait. */
const CODE_TRIES = { free: 4, firstWaitS: 60, longestWaitS: 3_600 }

/**
 * Starts a session and remembers the browser.
 * @param verifiedHash stored hash of the verified password, if any
 * @throws AppError invalid_credentials when the password has changed since
 */
export async function beginSession(
  { sessions, browsers }: Pick<AuthParts, 'sessions' | 'browsers'>,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  verifiedHash?: string | null,
): Promise<void> {
  await sessions.start(userId, request, reply, verifiedHash)
  browsers.remember(userId, reply)
}

/**
 * Continues after the first factor: starts a session, or asks for the second factor.
 * @param verifiedHash stored hash of the verified password, if any
 * @throws AppError code_needed; invalid_credentials when the password has changed since
 */
export async function continueSignIn(
  parts: AuthParts,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
  verifiedHash?: string | null,
) {
  const { database, clock, secrets, cookies } = parts
  if (!(await twoFactorSince(database, userId)) || (await isTrusted(parts, userId, request)))
    return await beginSession(parts, userId, request, reply, verifiedHash)
  const token = newToken()
  await database.transaction(async (tx) => {
    // Lock the user's row. A concurrent password change then either runs before, or deletes this pending sign-in.
    const [owner] = await tx.query(
      sql`select ${columns('users', 'password_hash')} from users where id = ${userId} for update`,
    )
    if (verifiedHash !== undefined && owner?.password_hash !== verifiedHash) throw new AppError('invalid_credentials')
    await tx.query(sql`
      insert into pending_sign_ins (token_hash, user_id, expires_at)
      values (${secrets.tokenHash(token)}, ${userId}, ${new Date(clock.now().getTime() + PENDING_LIFE_MS)})`)
  })
  cookies.write(reply, PENDING_COOKIE, token, PENDING_LIFE_MS)
  throw new AppError('code_needed')
}

/** Whether this browser may skip the second factor for this user. */
async function isTrusted({ database, clock, secrets, cookies }: AuthParts, userId: string, request: FastifyRequest) {
  const token = cookies.read(request, TRUSTED_COOKIE)
  if (!token) return false
  const rows = await database.query(sql`
    select ${columns('trusted_browsers', 'user_id')} from trusted_browsers
    where token_hash = any(${secrets.tokenHashes(token)}) and user_id = ${userId} and expires_at > ${clock.now()}`)
  return rows.length > 0
}

export function secondStepRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, secrets, cookies, browsers, throttle, mails } = parts

  handle('POST /api/login/code', async ({ body, request, reply }) => {
    const hashes = secrets.tokenHashes(cookies.read(request, PENDING_COOKIE) ?? '')
    const [owner] = await database.query(sql`
      select ${USER_COLUMNS}, ${columns('users', 'password_hash')} from pending_sign_ins join users on users.id = user_id
      where token_hash = any(${hashes}) and expires_at > ${clock.now()}`)
    if (!owner) throw new AppError('second_step_over')
    const { id: userId } = owner
    const browser = browsers.find(request)
    // Count a known browser's wrong codes separately, so that an attacker with the password cannot lock the user out.
    const count = browser?.userId === userId ? `code-in:${browser.id}` : `code:${userId}`
    await throttle.countAttempt(count, CODE_TRIES)
    const now = clock.now()
    if ('recoveryCode' in body) await mails.open()
    const isRight = await database.transaction(async (tx) => {
      const isGood =
        'code' in body
          ? await useCode(tx, secrets, { userId, code: body.code, state: 'confirmed', now })
          : await useRecoveryCode(tx, userId, body.recoveryCode, now)
      // Of two concurrent requests with the same cookie, only one signs in.
      const deleted = isGood
        ? await tx.query(sql`delete from pending_sign_ins where token_hash = any(${hashes}) returning user_id`)
        : []
      if (deleted.length > 0 && 'recoveryCode' in body)
        await mailSecurityNotice(tx, parts, owner, 'recoveryCode', { left: await recoveryCodesLeft(tx, userId) })
      return deleted.length > 0
    })
    if (!isRight) throw new AppError('wrong_code')
    await throttle.forgive(count, 'all')
    cookies.write(reply, PENDING_COOKIE, '', 0)
    await beginSession(parts, userId, request, reply, owner.password_hash)
    if ('code' in body && body.trustBrowser) await trust(userId, reply)
    return toUser(owner)
  })

  async function trust(userId: string, reply: FastifyReply): Promise<void> {
    const token = newToken()
    await database.query(sql`
      insert into trusted_browsers (token_hash, user_id, expires_at)
      values (${secrets.tokenHash(token)}, ${userId}, ${new Date(clock.now().getTime() + TRUSTED_LIFE_MS)})`)
    cookies.write(reply, TRUSTED_COOKIE, token, TRUSTED_LIFE_MS)
  }
}

export interface SecurityMailParts {
  mails: AuthParts['mails']
  config: Pick<AuthParts['config'], 'publicUrl'>
}

/** Mails a security notice about a sign-in change, in the transaction of the change. Call `mails.open` before. */
export async function mailSecurityNotice(
  tx: Queryable,
  { mails, config }: SecurityMailParts,
  owner: UserRow,
  what: 'twoFactorOn' | 'twoFactorOff' | 'recoveryCode' | 'passkeyAdded' | 'secondFactorRemoved',
  values: { left?: number } = {},
): Promise<void> {
  if (!owner.email_confirmed_at) return
  const t = translator(owner.preferred_language)
  const link = `${config.publicUrl}/auth?mode=forgot`
  const text = t(`mail.${what}.text`, { ...values, link })
  await mails.add(tx, { to: owner.email, subject: t(`mail.${what}.subject`), text, link })
}
