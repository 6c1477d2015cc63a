import { AppError } from '#core/errors.ts'
import type { SignedIn } from '../../http/caller.ts'

/** So long after it was given in a session a password need not be given again. */
export const RECENT_MS = 10 * 60_000

/**
 * What must not be done by somebody who found a browser open: the person has to have proved in this session, a short
 * time ago, who they are.
 * @throws AppError password_needed
 */
export function assertRecent({ authenticatedAt }: SignedIn, now: Date): void {
  if (!authenticatedAt || now.getTime() - authenticatedAt.getTime() > RECENT_MS) throw new AppError('password_needed')
}
