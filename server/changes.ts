import type { Database } from './db/database.ts'
import type { EventKind } from './events/events.ts'

/** An event as every process hears of it, with the id of what it is about. */
export interface Change {
  kind: EventKind
  id: string
  userId: string
}

/** What an event is about. */
export type Thing = EventKind extends `${infer Name}.${string}` ? Name : never

/** Whether an event is about one of these. */
export function isAbout({ kind }: Change, ...things: Thing[]): boolean {
  return things.some((thing) => kind.startsWith(`${thing}.`))
}

/** Hears of every event, whichever process made it happen. */
export interface Changes extends AsyncDisposable {
  /** @returns what ends it */
  subscribe(onChange: (change: Change) => void): () => void
  /** Resolves at the next event of the thing with this id, or when `signal` aborts. */
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
    const { kind, id, userId } = JSON.parse(payload) as Record<string, unknown>
    const isOurs = typeof kind === 'string' && typeof id === 'string' && typeof userId === 'string'
    return isOurs ? { kind: kind as EventKind, id, userId } : undefined
  } catch {
    return undefined
  }
}
