import type { Theme, User, UserChange } from '#core/auth/contract.ts'
import { numeralsOf } from '#core/language.ts'
import { call } from './api.ts'
import { queryClient, readAnew, userQuery } from './queries.ts'
import { isStillOf } from './session.ts'
import { setTheme } from './theme.ts'

/** Changes settings here at once, and for good. @throws where they could not be kept; the old ones are back then */
export async function changeSettings(change: UserChange): Promise<void> {
  const before = queryClient.getQueryData(userQuery.queryKey)
  if (!before) return
  take(change)
  try {
    const user = await call('PATCH /api/user', { body: change })
    take(only(user, change))
    if (change.numerals !== undefined || change.preferredLanguage !== undefined) void readAnew()
  } catch (error) {
    take(only(before, change))
    throw error
  }
}

/** The same where nobody waits for it: what cannot be kept is so here all the same, and the next choice tries again. */
export async function applySettings(change: UserChange): Promise<void> {
  await changeSettings(change).catch(() => take(change))
}

export function chooseTheme(theme: Theme): void {
  setTheme(theme)
  void applySettings({ theme })
}

/** What another of this person's browsers has changed applies here, too. */
export function takeSettings(user: User): void {
  const before = queryClient.getQueryData(userQuery.queryKey)
  if (!isStillOf(user)) return
  queryClient.setQueryData(userQuery.queryKey, user)
  const isSaidOtherwise =
    before && (before.preferredLanguage !== user.preferredLanguage || numeralsOf(before) !== numeralsOf(user))
  if (isSaidOtherwise) void readAnew()
}

function take(settings: Partial<User>): void {
  queryClient.setQueryData(userQuery.queryKey, (user): User | null | undefined => user && { ...user, ...settings })
}

/** Those of a person's settings that a change is of: others may have been changed meanwhile. */
function only(user: User, change: UserChange): Partial<User> {
  return Object.fromEntries(Object.entries(user).filter(([name]) => name in change))
}
