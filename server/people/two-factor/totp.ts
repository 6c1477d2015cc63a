import type { TOTP } from 'otpauth'

/** As all apps for such codes make them unless told otherwise (RFC 6238). */
const [DIGITS, PERIOD_S, SECRET_BYTES] = [6, 30, 20]
/** Clocks of phones are off, and people are slow: the code before and the one after are good too. */
const WINDOW = 1

async function totpOf(secret?: string, label = ''): Promise<TOTP> {
  const { Secret, TOTP } = await import('otpauth')
  return new TOTP({
    issuer: 'Frogy',
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_S,
    secret: secret === undefined ? new Secret({ size: SECRET_BYTES }) : Secret.fromBase32(secret),
  })
}

/** A secret for an app, to be typed, and to be read by its camera. @param label whose account it is */
export async function newSecret(label: string): Promise<{ secret: string; uri: string }> {
  const totp = await totpOf(undefined, label)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The period whose code it is, counted from 1970; undefined where it is none of this time. */
export async function periodOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const totp = await totpOf(secret)
  const off = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return off === null ? undefined : totp.counter({ timestamp: now.getTime() }) + off
}
