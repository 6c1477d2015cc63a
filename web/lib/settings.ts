import type { Theme, User, UserChange } from '#core/people/auth-contract.ts'
import { numeralsOf } from '#core/language.ts'
import { call } from './api.ts'
import { queryClient, refetchLocalized, userQuery } from './queries.ts'
import { isStillOf } from './session.ts'
import { setTheme } from './theme.ts'

/** Unconfirmed changes, oldest first. */
const underWay = new Set<UserChange>()

/** Applies a settings change optimistically and saves it. @throws if saving fails, after restoring the old values */
export async function changeSettings(change: UserChange): Promise<void> {
  const before = queryClient.getQueryData(userQuery.queryKey)
  if (!before) return
  take(change)
  underWay.add(change)
  try {
    const user = await call('PATCH /api/user', { body: change })
    settle(change, user)
    if (change.numerals !== undefined || change.preferredLanguage !== undefined) void refetchLocalized()
  } catch (error) {
    settle(change, before)
    throw error
  }
}

/** Like `changeSettings`, but keeps the values in this browser if saving fails. The next change tries again. */
export async function applySettings(change: UserChange): Promise<void> {
  await changeSettings(change).catch(() => take(change))
}

export function chooseTheme(theme: Theme): void {
  setTheme(theme)
  void applySettings({ theme })
}

/** Applies settings that changed in another browser, except those being saved here. */
export function takeSettings(read: User): void {
  const before = queryClient.getQueryData(userQuery.queryKey)
  if (!isStillOf(read)) return
  const user: User = Object.assign({}, read, ...underWay)
  queryClient.setQueryData(userQuery.queryKey, user)
  const isSaidOtherwise =
    before && (before.preferredLanguage !== user.preferredLanguage || numeralsOf(before) !== numeralsOf(user))
  if (isSaidOtherwise) void refetchLocalized()
}

/** Completes a change. A newer change of the same setting keeps its value. */
function settle(change: UserChange, user: User): void {
  underWay.delete(change)
  take(Object.assign({}, only(user, change), ...underWay))
}

function take(settings: Partial<User>): void {
  queryClient.setQueryData(userQuery.queryKey, (user): User | null | undefined => user && { ...user, ...settings })
}

/** Picks the settings that a change contains. */
function only(user: User, change: UserChange): Partial<User> {
  return Object.fromEntries(Object.entries(user).filter(([name]) => name in change))
}
