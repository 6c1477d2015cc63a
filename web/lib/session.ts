import { useQuery } from '@tanstack/react-query'
import type { User } from '#core/people/auth-contract.ts'
import { hasStatus, call, setShownUser, whenSignedOut } from './api.ts'
import { switchLanguage } from './language.ts'
import { setSeenAt } from './offline.ts'
import { queryClient, userQuery } from './queries.ts'
import { setCacheOwner } from './cache-owner.ts'
import { createStore } from './store.ts'

const expired = createStore(false)

// The reload shows the page of the user who is signed in now. Typed text stays stored under its author.
setShownUser(
  () => queryClient.getQueryData(userQuery.queryKey)?.id,
  () => location.reload(),
)

// Keep the page and all typed text until the user signs in again.
whenSignedOut(() => {
  // Without a session, the cache belongs to no user.
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
  changeUser(user)
  expired.set(false)
  await switchLanguage(user.preferredLanguage)
}

export function signedOut(): void {
  changeUser(null)
  expired.set(false)
}

/** Removes all cached queries of the previous user. The user query itself stays, because the page observes it. */
function changeUser(user: User | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
  queryClient.setQueryData(userQuery.queryKey, user)
  setCacheOwner(user?.id ?? null)
}

export async function signOut(): Promise<void> {
  await call('POST /api/logout')
  signedOut()
}

/** Whether the page still belongs to the user of the session. Another tab may have changed it: then reload. */
export function isCurrentUser(user: User): boolean {
  const shown = queryClient.getQueryData(userQuery.queryKey)
  const isSame = !shown || shown.id === user.id
  if (!isSame) location.reload()
  return isSame
}

const CHECK_AFTER_MS = 5_000

/** Checks the user when a page wakes up. Reloads it if another user signed in, or the user signed out. */
export function watchPageWakes(): void {
  let checkedAt = 0
  const check = (isRestored: boolean) => {
    const shown = queryClient.getQueryData(userQuery.queryKey)
    if (!shown || (!isRestored && Date.now() - checkedAt < CHECK_AFTER_MS)) return
    checkedAt = Date.now()
    call('GET /api/user').then(isCurrentUser, (error: unknown) => {
      // An open page keeps its typed text and offers to sign in.
      if (isRestored && hasStatus(error, 401)) location.reload()
    })
  }
  addEventListener('pageshow', ({ persisted }) => persisted && check(true))
  addEventListener('online', () => check(false))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check(false))
}

/** Where to go after signing in: only a path of this site, never another origin. */
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
