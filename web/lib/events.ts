import type { User } from '#core/people/auth-contract.ts'
import type { ServerEvent } from '#core/api.ts'
import { hasStatus, call } from './api.ts'
import { takeEventCursor } from './initial-data.ts'
import { isOffline, setSeenAt } from './offline.ts'
import { invalidate, queryClient } from './queries.ts'
import { isCurrentUser } from './session.ts'
import { mergeSettings } from './settings.ts'

/** Many posts may go out in the same minute. Refetch once per burst. */
const BATCH_MS = 250
const REOPEN_MS = 5_000
/** Time between the end of a session and the cookie of the next one. */
const SIGNING_IN_MS = 1_000

const PATHS: Record<Exclude<ServerEvent['type'], 'session.ended'>, readonly string[]> = {
  'post.changed': ['/api/posts', '/api/analytics'],
  // Actions of a post can depend on its account.
  'account.changed': ['/api/social-accounts', '/api/notifications'],
  notification: ['/api/notifications'],
  // The user itself is read separately, because its settings apply to the whole page.
  'user.changed': ['/api/slots', '/api/voice'],
}

/** Refetches everything, because the page shows cached data. */
function leaveOfflineMode(): void {
  setSeenAt(null)
  void queryClient.invalidateQueries()
}

/** @param onEnded called when the session ended and no other session replaced it */
export function followServer(onEnded: () => void): () => void {
  let source: EventSource | null = null
  let wasOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  const changed = new Set<string>()

  const open = () => {
    // Start with the changes since the page was generated.
    const after = takeEventCursor()
    const query = after ? `?${new URLSearchParams({ after })}` : ''
    source = new EventSource(`/api/events${query}`, { withCredentials: true })
    source.addEventListener('open', () => {
      // The page may have missed events while disconnected, and the session may now belong to another user.
      const refetchAll = () => refetchSoon(Object.values(PATHS).flat())
      if (isOffline())
        void call('GET /api/user')
          .then(isCurrentUser, () => {})
          .then(leaveOfflineMode)
      else if (wasOpen)
        void call('GET /api/user').then((user) => {
          mergeSettings(user)
          return isCurrentUser(user) && refetchAll()
        }, refetchAll)
      wasOpen = true
    })
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return // the browser reconnects
      void call('GET /api/user').then(
        (user) => isCurrentUser(user) && (reopening = setTimeout(open, REOPEN_MS)),
        (error: unknown) => {
          // Signed out: the next sign-in opens a new stream.
          if (!hasStatus(error, 401)) reopening = setTimeout(open, REOPEN_MS)
        },
      )
    })
    source.addEventListener('session.ended', () => {
      source?.close()
      // A new sign-in in the same browser replaces the session. The page continues in the new one.
      void checkSession(false)
    })
    source.addEventListener('user.changed', () => void call('GET /api/user').then(mergeSettings, () => {}))
    for (const [type, paths] of Object.entries(PATHS)) source.addEventListener(type, () => refetchSoon(paths))
  }
  /** @param isLast whether this is the second check, as a sign-in may be in progress during the first */
  const checkSession = async (isLast: boolean): Promise<void> => {
    // Not `call`: it would treat a 401 as the end of the new session.
    const answer = await fetch('/api/user', { credentials: 'include' }).catch(() => null)
    if (answer?.status === 401 && isLast) onEnded()
    else if (answer?.status === 401) reopening = setTimeout(() => void checkSession(true), SIGNING_IN_MS)
    else if (answer?.ok) {
      if (isCurrentUser((await answer.json()) as User)) open()
    } else reopening = setTimeout(open, REOPEN_MS)
  }
  const refetchSoon = (paths: readonly string[]) => {
    for (const path of paths) changed.add(path)
    timer ??= setTimeout(() => {
      timer = undefined
      void invalidate(...changed)
      changed.clear()
    }, BATCH_MS)
  }

  open()
  return () => {
    source?.close()
    clearTimeout(timer)
    clearTimeout(reopening)
  }
}
