import { AppError } from '#core/errors.ts'
import type { SignedIn } from '../../http/caller.ts'

/** For this long after an authentication, sensitive actions do not require the password again. */
const RECENT_MS = 10 * 60_000

/**
 * Protects sensitive actions in an unattended browser. The user must have authenticated in this session in the last ten
 * minutes.
 * @throws AppError password_needed
 */
export function requireRecentAuthentication({ authenticatedAt }: SignedIn, now: Date): void {
  if (!authenticatedAt || now.getTime() - authenticatedAt.getTime() > RECENT_MS) throw new AppError('password_needed')
}
