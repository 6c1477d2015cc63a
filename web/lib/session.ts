import { useQuery } from '@tanstack/react-query'
import type { User } from '#core/people/auth-contract.ts'
import { hasStatus, call, setShownUser, whenSignedOut } from './api.ts'
import { switchLanguage } from './language.ts'
import { followLogOuts, rememberTexts } from './logged-out.ts'
import { setSeenAt } from './offline.ts'
import { queryClient, userQuery } from './queries.ts'
import { setCacheOwner } from './cache-owner.ts'
import { createStore } from './store.ts'

const expired = createStore(false)

// If another user signed in, the reload shows that user's page. Typed text stays stored under its author.
setShownUser(
  () => queryClient.getQueryData(userQuery.queryKey)?.id,
  () => location.reload(),
)

// Keep the page and all typed text until the user signs in again.
whenSignedOut(() => {
  // Without a session, cache no user's data.
  setCacheOwner(null)
  setSeenAt(null)
  if (queryClient.getQueryData(userQuery.queryKey)) expired.set(true)
})

export const useSessionExpired = expired.useValue

export function useUser(): { user: User | null; isLoading: boolean; error: Error | null } {
  const { data, isPending, error } = useQuery(userQuery)
  return { user: data ?? null, isLoading: isPending, error }
}

export async function signedIn(user: User): Promise<void> {
  rememberTexts(user.id)
  changeUser(user)
  expired.set(false)
  await switchLanguage(user.preferredLanguage)
}

export function signedOut(): void {
  changeUser(null)
  expired.set(false)
}

/** Removes all cached data of the previous user. The query of the user itself stays, because the page observes it. */
function changeUser(user: User | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
  queryClient.setQueryData(userQuery.queryKey, user)
  setCacheOwner(user?.id ?? null)
}

/**
 * Ends the session, and shows the app as signed out.
 * @param onDone deletes the user's typed texts. It runs first, because leaving the page would store them.
 */
export async function signOut(onDone: () => void): Promise<void> {
  await call('POST /api/logout')
  onDone()
  signedOut()
}

/** Whether the page still belongs to the user of the session. Reloads it if another tab signed in another user. */
export function isCurrentUser(user: User): boolean {
  const shown = queryClient.getQueryData(userQuery.queryKey)
  const isSame = !shown || shown.id === user.id
  if (!isSame) location.reload()
  return isSame
}

const CHECK_AFTER_MS = 5_000

/**
 * Checks the user when the page becomes visible or online again. Reloads it if another user signed in, or if the page
 * was restored after sign-out.
 */
export function watchPageWakes(): void {
  let checkedAt = 0
  const check = (isRestored: boolean) => {
    const shown = queryClient.getQueryData(userQuery.queryKey)
    if (!shown || (!isRestored && Date.now() - checkedAt < CHECK_AFTER_MS)) return
    checkedAt = Date.now()
    call('GET /api/user').then(isCurrentUser, (error: unknown) => {
      // Reload only a restored page. Any other page keeps its typed text and offers to sign in.
      if (isRestored && hasStatus(error, 401)) location.reload()
    })
  }
  followLogOuts()
  addEventListener('pageshow', ({ persisted }) => persisted && check(true))
  addEventListener('online', () => check(false))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check(false))
}

/** The page to open after signing in: a path of this site, never another origin. */
export function safeNext(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/'
  const isOwnPath = /^\/(?![/\\])/.test(next) && URL.canParse(next, location.origin)
  return isOwnPath && new URL(next, location.origin).origin === location.origin && !next.startsWith('/auth')
    ? next
    : '/'
}

export function signInPath(from: string): string {
  return from === '/' ? '/auth' : `/auth?next=${encodeURIComponent(from)}`
}
