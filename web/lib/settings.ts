import type { Theme, User, UserChange } from '#core/people/auth-contract.ts'
import { numeralsOf } from '#core/language.ts'
import { call } from './api.ts'
import { queryClient, refetchLocalized, userQuery } from './queries.ts'
import { isCurrentUser } from './session.ts'
import { setTheme } from './theme.ts'

const pendingChanges = new Set<UserChange>()

/**
 * Applies changed settings immediately, and then saves them. @throws if saving fails, after restoring the old values
 */
export async function changeSettings(change: UserChange): Promise<void> {
  const before = queryClient.getQueryData(userQuery.queryKey)
  if (!before) return
  applyLocally(change)
  pendingChanges.add(change)
  try {
    const user = await call('PATCH /api/user', { body: change })
    completeChange(change, user)
    if (change.numerals !== undefined || change.preferredLanguage !== undefined) void refetchLocalized()
  } catch (error) {
    completeChange(change, before)
    throw error
  }
}

/** Like `changeSettings`, but the page keeps the changed values even if saving fails. */
export async function applySettings(change: UserChange): Promise<void> {
  await changeSettings(change).catch(() => applyLocally(change))
}

export function chooseTheme(theme: Theme): void {
  setTheme(theme)
  void applySettings({ theme })
}

/** Applies settings that the user changed in another browser, except those that this page is saving. */
export function mergeSettings(read: User): void {
  const before = queryClient.getQueryData(userQuery.queryKey)
  if (!isCurrentUser(read)) return
  const user: User = Object.assign({}, read, ...pendingChanges)
  queryClient.setQueryData(userQuery.queryKey, user)
  const changesTranslations =
    before && (before.preferredLanguage !== user.preferredLanguage || numeralsOf(before) !== numeralsOf(user))
  if (changesTranslations) void refetchLocalized()
}

function completeChange(change: UserChange, user: User): void {
  pendingChanges.delete(change)
  applyLocally(Object.assign({}, pickSettings(user, change), ...pendingChanges))
}

function applyLocally(settings: Partial<User>): void {
  queryClient.setQueryData(userQuery.queryKey, (user): User | null | undefined => user && { ...user, ...settings })
}

function pickSettings(user: User, change: UserChange): Partial<User> {
  return Object.fromEntries(Object.entries(user).filter(([name]) => name in change))
}
