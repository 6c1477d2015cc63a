import type { FastifyRequest } from 'fastify'
import { AppError } from '#core/errors.ts'
import { countedAddress } from '../../http/address.ts'
import type { KnownBrowser, KnownBrowsers } from './known-browsers.ts'
import type { Throttle } from './throttle.ts'

const HOUR_MS = 3_600_000

/** Who tries what: an account by its e-mail address, from an address or in a browser that is known to be its person's. */
export interface Caller {
  email: string
  address: string
  /** Only where it is known for this very account. */
  browser: KnownBrowser | undefined
}

/** @param userId whose account has that e-mail address, if anybody's */
export function callerOf(
  request: FastifyRequest,
  browsers: KnownBrowsers,
  email: string,
  userId: string | undefined,
): Caller {
  const found = browsers.find(request)
  const browser = found && found.userId === userId ? found : undefined
  return { email, address: countedAddress(request.ip), browser }
}

interface Count {
  key: string
  free: number
  longestWaitS: number
  /** Which tries the right password takes back: all of them, or this one. */
  forgives: 'all' | 'one'
}

/**
 * What a try at a password is counted by. Strangers count by address and account together, by address, and, softly, by
 * account alone, which is all that slows guesses from many addresses. None of that holds back a browser that is known:
 * it has a count of its own (docs/decisions/011).
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
 * Looks at a password only when none of its counts is in the way, and counts it before that.
 * @returns what `look` found
 * @throws AppError too_many_requests
 */
export async function tryPassword(throttle: Throttle, caller: Caller, look: () => Promise<boolean>): Promise<boolean> {
  const counted: Count[] = []
  for (const count of countsOf(caller)) {
    try {
      await throttle.tryOnce(count.key, count)
    } catch (error) {
      // Refused by one count, it was no try for the others.
      for (const { key } of counted) await throttle.forgive(key, 'one')
      throw error
    }
    counted.push(count)
  }
  const isRight = await look()
  if (isRight) for (const { key, forgives } of counted) await throttle.forgive(key, forgives)
  return isRight
}

/**
 * Counts a request for a mailed link.
 * @returns whether one is to be mailed. Beyond ten in an hour that strangers asked for it is not, and the answer does
 * not tell: links that work lie in the mailbox already, and nobody may fill it or keep its owner from asking.
 * @throws AppError too_many_requests for who asks too often
 */
export async function askForLink(throttle: Throttle, { email, address, browser }: Caller): Promise<boolean> {
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

/** A new password was chosen by a mailed link: what strangers did before counts no more against its owner. */
export async function forgetTries(throttle: Throttle, email: string): Promise<void> {
  await throttle.clear(`login:${email} from `)
  await throttle.clear(`forgot:${email} from `)
}
