import { AppError } from '#core/errors.ts'
import type { AuthParts } from '../auth/auth-parts.ts'
import { USER_COLUMNS } from '../auth/sessions.ts'
import { mailSecurityNotice } from '../auth/sign-in.ts'
import { requireRecentAuthentication } from '../auth/recent-authentication.ts'
import type { Queryable } from '../../db/database.ts'
import sql from '../../db/sql.ts'
import type { Handle } from '../../http/router.ts'
import { recoveryCodesLeft, renewRecoveryCodes } from '../two-factor/recovery-codes.ts'
import { newSecret } from '../two-factor/totp.ts'
import { deleteTwoFactor, storeSecret, twoFactorSince, useCode } from '../two-factor/store.ts'

export function securityRoutes(handle: Handle, parts: AuthParts): void {
  const { database, clock, secrets, mails } = parts

  handle('GET /api/two-factor', async ({ signedIn }) => {
    const since = await twoFactorSince(database, signedIn.user.id)
    return {
      isOn: since !== null,
      since: since?.toISOString() ?? null,
      recoveryCodesLeft: since ? await recoveryCodesLeft(database, signedIn.user.id) : 0,
    }
  })

  handle('POST /api/two-factor', async ({ signedIn }) => {
    requireRecentAuthentication(signedIn, parts.clock.now())
    const made = await newSecret(signedIn.user.email)
    await storeSecret(database, secrets, signedIn.user.id, made.secret, clock.now())
    return made
  })

  handle('POST /api/two-factor/confirm', async ({ signedIn, body }) => {
    requireRecentAuthentication(signedIn, parts.clock.now())
    const { id: userId } = signedIn.user
    if (await twoFactorSince(database, userId)) throw new AppError('two_factor_on')
    await mails.open()
    const recoveryCodes = await database.transaction(async (tx) => {
      const given = { userId, code: body.code, state: 'confirming', now: clock.now() } as const
      if (!(await useCode(tx, secrets, given))) throw new AppError('wrong_code')
      await mailNotice(tx, userId, 'twoFactorOn')
      return await renewRecoveryCodes(tx, userId)
    })
    return { recoveryCodes }
  })

  handle('POST /api/two-factor/recovery-codes', async ({ signedIn }) => {
    requireRecentAuthentication(signedIn, parts.clock.now())
    const { id: userId } = signedIn.user
    if (!(await twoFactorSince(database, userId))) throw new AppError('two_factor_off')
    return { recoveryCodes: await database.transaction((tx) => renewRecoveryCodes(tx, userId)) }
  })

  handle('DELETE /api/two-factor', async ({ signedIn }) => {
    requireRecentAuthentication(signedIn, parts.clock.now())
    await mails.open()
    await database.transaction(async (tx) => {
      const wasOn = await deleteTwoFactor(tx, signedIn.user.id)
      if (wasOn) await mailNotice(tx, signedIn.user.id, 'twoFactorOff')
    })
    return undefined
  })

  async function mailNotice(tx: Queryable, userId: string, what: 'twoFactorOn' | 'twoFactorOff'): Promise<void> {
    const [owner] = await tx.query(sql`select ${USER_COLUMNS} from users where id = ${userId}`)
    if (owner) await mailSecurityNotice(tx, parts, owner, what)
  }
}
