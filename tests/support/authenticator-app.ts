import { Secret, TOTP } from 'otpauth'
import type { Person } from './person.ts'

/** The code that an authenticator app shows at this time. */
export const codeAt = (secret: string, time: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })

/** Returns a code that is invalid at this time and a minute around it. */
export function wrongCode(secret: string, time: Date): string {
  const good = [-60_000, -30_000, 0, 30_000, 60_000].map((ms) => codeAt(secret, new Date(time.getTime() + ms)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.includes(code)) ?? ''
}

export async function turnOnTwoFactor(person: Person, now: Date): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await person.call('POST /api/two-factor', {})
  const { recoveryCodes } = await person.call('POST /api/two-factor/confirm', { body: { code: codeAt(secret, now) } })
  return { secret, recoveryCodes }
}
