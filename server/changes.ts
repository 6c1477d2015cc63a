import type { ServerEvent } from '#core/api.ts'
import type { Database } from './db/database.ts'

/** What a browser is told of, and what only processes tell each other. */
export type Change = (ServerEvent | { type: 'session.ended'; id: string }) & { userId: string }

/** Hears of every change in the database, whichever process made it. */
export interface Changes extends AsyncDisposable {
  /** @returns what ends it */
  subscribe(onChange: (change: Change) => void): () => void
  /** Resolves at the next change of the thing with this id, or when `signal` aborts. */
  next(id: string, signal: AbortSignal): Promise<void>
  /** Called when changes may have been missed: the database was away. */
  onGap(listener: () => void): () => void
}

export async function hearChanges(database: Database): Promise<Changes> {
  const listeners = new Set<(change: Change) => void>()
  const gapListeners = new Set<() => void>()
  const tellGap = () => {
    for (const listener of gapListeners) listener()
  }
  const stop = await database.listen(
    'frogy',
    (payload) => {
      const change = parsed(payload)
      // Anybody may NOTIFY on this channel; what is not ours may stand for anything.
      if (!change) return tellGap()
      for (const listener of listeners) listener(change)
    },
    tellGap,
  )
  const subscribe = (onChange: (change: Change) => void) => {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  }
  return {
    subscribe,
    next: (id, signal) =>
      new Promise((resolve) => {
        const done = () => {
          unsubscribe()
          signal.removeEventListener('abort', done)
          resolve()
        }
        const unsubscribe = subscribe((change) => {
          if (change.id === id) done()
        })
        signal.addEventListener('abort', done)
        if (signal.aborted) done()
      }),
    onGap(listener) {
      gapListeners.add(listener)
      return () => void gapListeners.delete(listener)
    },
    [Symbol.asyncDispose]: stop,
  }
}

function parsed(payload: string): Change | undefined {
  try {
    return JSON.parse(payload) as Change
  } catch {
    return undefined
  }
}
