import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { User } from '#core/people/auth-contract.ts'
import { ApiError, call, whenSignedOut } from './api.ts'
import { switchLanguage } from './language.ts'
import { setSeenAt } from './offline.ts'
import { queryClient, userQuery } from './queries.ts'
import { setCacheOwner } from './cache-owner.ts'

const listeners = new Set<() => void>()
let isExpired = false

function setExpired(value: boolean): void {
  isExpired = value
  for (const listener of listeners) listener()
}

// The page stays as it is, with everything typed on it, until the person chooses to sign in again.
whenSignedOut(() => {
  // Whoever has no session any more is shown nothing from here either.
  setCacheOwner(null)
  setSeenAt(null)
  if (queryClient.getQueryData(userQuery.queryKey)) setExpired(true)
})

/** Whether the server no longer knows the person whose page this is. */
export function useSessionExpired(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isExpired,
    () => false,
  )
}

export function useUser(): { user: User | null; isLoading: boolean; error: Error | null } {
  const { data, isPending, error } = useQuery(userQuery)
  return { user: data ?? null, isLoading: isPending, error }
}

export async function signedIn(user: User): Promise<void> {
  changeUser(user)
  setExpired(false)
  await switchLanguage(user.preferredLanguage)
}

/** Forgets whom the page was showing; what they had typed stays in this browser, under their own key. */
export function signedOut(): void {
  changeUser(null)
  setExpired(false)
}

/** Nobody sees what was read for somebody else. The user's own query stays, since the page is listening to it. */
function changeUser(user: User | null): void {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== userQuery.queryKey[0] })
  queryClient.setQueryData(userQuery.queryKey, user)
  setCacheOwner(user?.id ?? null)
}

export async function signOut(): Promise<void> {
  await call('POST /api/logout')
  signedOut()
}

/** The session may have become another person's, in another tab: then the page begins anew, as theirs. */
export function isStillOf(user: User): boolean {
  const shown = queryClient.getQueryData(userQuery.queryKey)
  const isSame = !shown || shown.id === user.id
  if (!isSame) location.reload()
  return isSame
}

/**
 * A page that the browser kept and shows again is somebody's page: where another person has signed in meanwhile, or
 * nobody is any more, it begins anew.
 */
export function watchReturns(): void {
  addEventListener('pageshow', ({ persisted }) => {
    const shown = queryClient.getQueryData(userQuery.queryKey)
    if (!persisted || !shown) return
    call('GET /api/user').then(
      isStillOf,
      (error: unknown) => error instanceof ApiError && error.status === 401 && location.reload(),
    )
  })
}

/** Where to go after signing in: a path of this site, never another one's address. */
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
