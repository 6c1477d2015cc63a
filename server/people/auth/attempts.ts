import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { rateLimitAddress } from '../../http/address.ts'
import type { KnownBrowser, KnownBrowsers } from './known-browsers.ts'
import type { Throttle } from './throttle.ts'

const HOUR_MS = 3_600_000

/** An attempt to sign in to an account: its email address, and the client's address or known browser. */
export interface Caller {
  email: string
  address: string
  /** The known browser. Undefined unless the user of this account has signed in with it before. */
  browser: KnownBrowser | undefined
}

/** Describes who attempts to sign in. @param userId the user with the given email address, if one exists */
export function callerOf(
  request: FastifyRequest,
  browsers: KnownBrowsers,
  email: string,
  userId: string | undefined,
): Caller {
  const found = browsers.find(request)
  const browser = found && found.userId === userId ? found : undefined
  return { email, address: rateLimitAddress(request.ip), browser }
}

interface Count {
  key: string
  free: number
  longestWaitS: number
  /** The attempts that the right password removes from this count: all, or only one. */
  forgives: 'all' | 'one'
}

/**
 * Rate limits for a password attempt. Attempts from unknown browsers are counted per address and account, per address,
 * and, with a higher limit, per account. The count per account slows distributed guessing. A known browser has a
 * separate count, so that an attack cannot lock out its user (docs/decisions/011).
 */
function countsOf({ email, address, browser }: Caller): Count[] {
  if (browser) return [{ key: `login-in:${browser.id}`, free: 4, longestWaitS: 300, forgives: 'all' }]
  return [
    { key: `login:${email} from ${address}`, free: 4, longestWaitS: 300, forgives: 'all' },
    { key: `login-from:${address}`, free: 20, longestWaitS: 300, forgives: 'one' },
    { key: `login:${email} from anywhere`, free: 50, longestWaitS: 60, forgives: 'one' },
  ]
}

/**
 * Counts the attempt first, and verifies the password only when no limit is exceeded.
 * @returns the result of `verify`
 * @throws AppError too_many_requests
 */
export async function tryPassword(
  throttle: Throttle,
  caller: Caller,
  verify: () => Promise<boolean>,
): Promise<boolean> {
  const counted: Count[] = []
  for (const count of countsOf(caller)) {
    try {
      await throttle.countAttempt(count.key, count)
    } catch (error) {
      // An attempt that one limit rejects must not count towards the other limits.
      for (const { key } of counted) await throttle.forgive(key, 'one')
      throw error
    }
    counted.push(count)
  }
  const isRight = await verify()
  if (isRight) for (const { key, forgives } of counted) await throttle.forgive(key, forgives)
  return isRight
}

/**
 * Counts a request for a mailed link.
 * @returns whether to send it. After ten requests an hour from unknown browsers, Frogy sends no mail. An attacker can
 * neither flood the mailbox nor lock out its user, whose earlier links still work.
 * @throws AppError too_many_requests
 */
export async function countLinkRequest(throttle: Throttle, { email, address, browser }: Caller): Promise<boolean> {
  if (browser) {
    await throttle.spend(`forgot-in:${browser.id}`, 5, HOUR_MS)
    return true
  }
  await throttle.spend(`forgot:${email} from ${address}`, 5, HOUR_MS)
  await throttle.spend(`forgot-from:${address}`, 20, HOUR_MS)
  try {
    await throttle.spend(`forgot:${email} from anywhere`, 10, HOUR_MS)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return false
    throw error
  }
}

/** Clears the counts of unknown browsers after the user has chosen a new password. */
export async function clearAttempts(throttle: Throttle, email: string): Promise<void> {
  await throttle.clear(`login:${email} from `)
  await throttle.clear(`forgot:${email} from `)
}
