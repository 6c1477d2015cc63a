import type { SignInService } from '#core/people/sign-in-error.ts'
import { addressAt } from '../../lib/base-path.ts'
import { browserTimeZone } from '../../lib/browser-time-zone.ts'
import { safeNext } from '../../lib/session.ts'

/** Returns the URL that starts sign-in. Its query has the page to return to, and the time zone for a new account. */
export function serviceSignInPath(service: SignInService): string {
  const query = new URLSearchParams({ timeZone: browserTimeZone() })
  const next = safeNext(location.search)
  if (next !== '/') query.set('next', next)
  const invitation = new URLSearchParams(location.search).get('invitation')
  if (invitation) query.set('invitation', invitation)
  return addressAt(`/api/auth/${service}?${query}`)
}
