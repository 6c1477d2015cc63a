import { Secret, TOTP } from 'otpauth'
import type { Person } from './person.ts'

/** The code that an app on a phone shows at a time. */
export const codeAt = (secret: string, time: Date): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: time.getTime() })

/** Some code that is none of these minutes. */
export function wrongCode(secret: string, time: Date): string {
  const good = [-60_000, -30_000, 0, 30_000, 60_000].map((ms) => codeAt(secret, new Date(time.getTime() + ms)))
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.includes(code)) ?? ''
}

/** Turns two-factor sign-in on for a person who has signed in a moment ago. */
export async function turnOnTwoFactor(person: Person, now: Date): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await person.call('POST /api/two-factor', {})
  const { recoveryCodes } = await person.call('POST /api/two-factor/confirm', { body: { code: codeAt(secret, now) } })
  return { secret, recoveryCodes }
}
