import type { User } from '#core/people/auth-contract.ts'
import type { ServerEvent } from '#core/api.ts'
import { ApiError, call } from './api.ts'
import { takeEventCursor } from './initial-data.ts'
import { isOffline, setSeenAt } from './offline.ts'
import { invalidate, queryClient } from './queries.ts'
import { isStillOf } from './session.ts'
import { takeSettings } from './settings.ts'

/** Changes come in bursts when many posts go out in the same minute: one reading answers a burst. */
const GATHER_MS = 250
const REOPEN_MS = 5_000
/** Between the end of one session and the cookie of the next one. */
const SIGNING_IN_MS = 1_000

const PATHS: Record<Exclude<ServerEvent['type'], 'session.ended'>, readonly string[]> = {
  'post.changed': ['/api/posts', '/api/analytics'],
  // What there is to do about a post can depend on its account.
  'account.changed': ['/api/social-accounts', '/api/notifications'],
  notification: ['/api/notifications'],
  // The person themselves are read apart: what they set applies to the whole page.
  'user.changed': ['/api/slots', '/api/voice'],
}

/** Reads everything anew: what is shown was kept here. */
function endOffline(): void {
  setSeenAt(null)
  void queryClient.invalidateQueries()
}

/**
 * Hears what changed on the server until the returned function is called.
 * @param onEnded the session was ended, here or elsewhere, and there is no other one in its place
 */
export function followServer(onEnded: () => void): () => void {
  let source: EventSource | null = null
  let wasOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let reopening: ReturnType<typeof setTimeout> | undefined
  const changed = new Set<string>()

  const open = () => {
    // What changed since the page was made, before anybody listened, is told first.
    const after = takeEventCursor()
    const query = after ? `?${new URLSearchParams({ after })}` : ''
    source = new EventSource(`/api/events${query}`, { withCredentials: true })
    source.addEventListener('open', () => {
      // What happened while the connection was away was not heard, nor whether it is still the same person's.
      const catchUp = () => gather(Object.values(PATHS).flat())
      if (isOffline())
        void call('GET /api/user')
          .then(isStillOf, () => {})
          .then(endOffline)
      else if (wasOpen)
        void call('GET /api/user').then((user) => {
          takeSettings(user)
          return isStillOf(user) && catchUp()
        }, catchUp)
      wasOpen = true
    })
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) return // the browser connects again by itself
      void call('GET /api/user').then(
        (user) => isStillOf(user) && (reopening = setTimeout(open, REOPEN_MS)),
        (error: unknown) => {
          // Signed out: whoever signs in again opens a new one.
          if (!(error instanceof ApiError && error.status === 401)) reopening = setTimeout(open, REOPEN_MS)
        },
      )
    })
    source.addEventListener('session.ended', () => {
      source?.close()
      // Who signs in again in the same browser ends the session that it had: the page goes on in the new one.
      void lookAgain(false)
    })
    source.addEventListener('user.changed', () => void call('GET /api/user').then(takeSettings, () => {}))
    for (const [type, paths] of Object.entries(PATHS)) source.addEventListener(type, () => gather(paths))
  }
  /** The session has ended. @param isLast whether it was looked at before: somebody may be signing in here just now */
  const lookAgain = async (isLast: boolean): Promise<void> => {
    // Not by `call`, which takes a 401 for the end of the session that the page goes on with.
    const answer = await fetch('/api/user', { credentials: 'include' }).catch(() => null)
    if (answer?.status === 401 && isLast) onEnded()
    else if (answer?.status === 401) reopening = setTimeout(() => void lookAgain(true), SIGNING_IN_MS)
    else if (answer?.ok) {
      if (isStillOf((await answer.json()) as User)) open()
    } else reopening = setTimeout(open, REOPEN_MS)
  }
  const gather = (paths: readonly string[]) => {
    for (const path of paths) changed.add(path)
    timer ??= setTimeout(() => {
      timer = undefined
      void invalidate(...changed)
      changed.clear()
    }, GATHER_MS)
  }

  open()
  return () => {
    source?.close()
    clearTimeout(timer)
    clearTimeout(reopening)
  }
}
