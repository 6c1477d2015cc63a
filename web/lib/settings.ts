import type { Theme, User, UserChange } from '#core/people/auth-contract.ts'
import { numeralsOf } from '#core/language.ts'
import { call } from './api.ts'
import { queryClient, refetchLocalized, userQuery } from './queries.ts'
import { isStillOf } from './session.ts'
import { setTheme } from './theme.ts'

/** Changes that the server has not answered yet, in the order in which they were made. */
const underWay = new Set<UserChange>()

/** Changes settings here at once, and for good. @throws where they could not be kept; the old ones are back then */
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

/** The same where nobody waits for it: what cannot be kept is so here all the same, and the next choice tries again. */
export async function applySettings(change: UserChange): Promise<void> {
  await changeSettings(change).catch(() => take(change))
}

export function chooseTheme(theme: Theme): void {
  setTheme(theme)
  void applySettings({ theme })
}

/** What another of this person's browsers has changed applies here, too, but for what is just being changed here. */
export function takeSettings(read: User): void {
  const before = queryClient.getQueryData(userQuery.queryKey)
  if (!isStillOf(read)) return
  const user: User = Object.assign({}, read, ...underWay)
  queryClient.setQueryData(userQuery.queryKey, user)
  const isSaidOtherwise =
    before && (before.preferredLanguage !== user.preferredLanguage || numeralsOf(before) !== numeralsOf(user))
  if (isSaidOtherwise) void refetchLocalized()
}

/** Ends a change with the values that it left. What was changed again meanwhile stays as it was chosen last. */
function settle(change: UserChange, user: User): void {
  underWay.delete(change)
  take(Object.assign({}, only(user, change), ...underWay))
}

function take(settings: Partial<User>): void {
  queryClient.setQueryData(userQuery.queryKey, (user): User | null | undefined => user && { ...user, ...settings })
}

/** Those of a person's settings that a change is of: others may have been changed meanwhile. */
function only(user: User, change: UserChange): Partial<User> {
  return Object.fromEntries(Object.entries(user).filter(([name]) => name in change))
}
