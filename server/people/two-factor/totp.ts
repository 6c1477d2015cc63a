import type { TOTP } from 'otpauth'

/** The values that authenticator apps assume (RFC 6238). */
const [DIGITS, PERIOD_S, SECRET_BYTES] = [6, 30, 20]
/** The number of codes to accept before and after the current one, for wrong clocks and slow typing. */
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

/** Creates a secret, to type or to scan as a QR code. @param label the account name in the authenticator app */
export async function newSecret(label: string): Promise<{ secret: string; uri: string }> {
  const totp = await totpOf(undefined, label)
  return { secret: totp.secret.base32, uri: totp.toString() }
}

/** The time step of a valid code; undefined when the code is not valid now. */
export async function periodOf(secret: string, code: string, now: Date): Promise<number | undefined> {
  const totp = await totpOf(secret)
  const off = totp.validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return off === null ? undefined : totp.counter({ timestamp: now.getTime() }) + off
}
