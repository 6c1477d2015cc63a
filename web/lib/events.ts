import type { User } from '#core/people/auth-contract.ts'
import type { ServerEvent } from '#core/api.ts'
import { hasStatus, call } from './api.ts'
import { addressAt } from './base-path.ts'
import { takeEventCursor } from './initial-data.ts'
import { announceLive } from './live-posts.ts'
import { isOffline, setSeenAt } from './offline.ts'
import { invalidate, queryClient } from './queries.ts'
import { isCurrentUser } from './session.ts'
import { mergeSettings } from './settings.ts'

/** Collects changes for this long before refetching, because many posts may be published in the same minute. */
const BATCH_MS = 250
const REOPEN_MS = 5_000
/**
 * How long to wait for a new session after one ended. At sign-in, the old session ends before the new cookie arrives.
 */
const SIGNING_IN_MS = 1_000

const PATHS: Record<Exclude<ServerEvent['type'], 'session.ended' | 'post.published'>, readonly string[]> = {
  'post.changed': ['/api/posts', '/api/approvals', '/api/analytics'],
  // Also refetch notifications, because the actions that they offer can depend on an account.
  'account.changed': ['/api/social-accounts', '/api/notifications'],
  notification: ['/api/notifications'],
  // This list omits `/api/user`, because `mergeSettings` applies the user's settings to the whole page.
  'user.changed': [
    '/api/workspaces',
    '/api/slots',
    '/api/tags',
    '/api/posts/calendar',
    '/api/voice',
    '/api/phrases',
    '/api/followed-feeds',
    '/api/link-parameters',
  ],
}

/** Refetches everything, because the page has shown cached data while offline. */
function leaveOfflineMode(): void {
  setSeenAt(null)
  void queryClient.invalidateQueries()
}

/**
 * Follows the server's events.
 * @param onEnded called when the session ended and no other session replaced it
 */
export function followServer(onEnded: () => void): () => void {
  let source: EventSource | null = null
  let wasOpen = false
  /** The id of the last event that this page received. A reopened stream continues after it. */
  let lastEventId: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  const changed = new Set<string>()

  const open = () => {
    // Asks for the changes since the server generated the page.
    const after = takeEventCursor() ?? lastEventId
    const query = after !== undefined ? `?${new URLSearchParams({ after })}` : ''
    source = new EventSource(addressAt(`/api/events${query}`), { withCredentials: true })
    source.addEventListener('open', () => {
      // While disconnected, the page may have missed events, and the session may now belong to another user.
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
      if (source?.readyState !== EventSource.CLOSED) return // The browser is already reconnecting.
      void call('GET /api/user').then(
        (user) => isCurrentUser(user) && (reopening = setTimeout(open, REOPEN_MS)),
        (error: unknown) => {
          // The user is no longer a member of this workspace, or it is suspended. WorkspaceSwitcher leaves the page.
          if (hasStatus(error, 404) || hasStatus(error, 403)) void invalidate('/api/workspaces')
          // On 401 the user is signed out. The stream stays closed, because the next sign-in opens a new one.
          else if (!hasStatus(error, 401)) reopening = setTimeout(open, REOPEN_MS)
        },
      )
    })
    source.addEventListener('session.ended', () => {
      source?.close()
      // If the user signed in again in this browser, the page continues in the new session.
      void checkSession(false)
    })
    source.addEventListener('user.changed', () => void call('GET /api/user').then(mergeSettings, () => {}))
    for (const [type, paths] of Object.entries(PATHS))
      source.addEventListener(type, (event) => {
        lastEventId = event.lastEventId
        refetchSoon(paths)
      })
    source.addEventListener('post.published', ({ data }: MessageEvent<string>) =>
      announceLive((JSON.parse(data) as { id: string }).id),
    )
  }
  /**
   * Checks whether another session replaced the ended one.
   * @param isLast false for the first check, which may come during a sign-in
   */
  const checkSession = async (isLast: boolean): Promise<void> => {
    // Use `fetch`, because `call` would treat a 401 as the end of the new session.
    const answer = await fetch(addressAt('/api/user'), { credentials: 'include' }).catch(() => null)
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
