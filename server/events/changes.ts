import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { EventKind } from './events.ts'

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

/** More than happens between a page that is made and its browser that listens. */
const KEPT = 5_000

/** Hears of every event, whichever process made it happen. */
export interface Changes extends AsyncDisposable {
  /** @returns what ends it */
  subscribe(onChange: (change: Change) => void): () => void
  /** Where we are among all events: what is read from now on holds what was heard up to here. */
  mark(): string
  /**
   * What came after a mark, of whichever process: all of them hear of events in the order in which they were committed.
   * @returns undefined where that is not known here any more, or not yet
   */
  since(mark: string): readonly Change[] | undefined
  /** Resolves at the next event of the thing with this id, or when `signal` aborts. */
  next(id: string, signal: AbortSignal): Promise<void>
  /** Called when changes may have been missed: the database was away. */
  onGap(listener: () => void): () => void
}

export async function hearChanges(database: Database): Promise<Changes> {
  const listeners = new Set<(change: Change) => void>()
  const gapListeners = new Set<() => void>()
  /** The last ones, in order. What came before the first of them bears the mark with which they begin. */
  const kept: { mark: string; change: Change }[] = []
  let begin: string = randomUUID()
  const keep = (mark: string, change: Change) => {
    kept.push({ mark, change })
    if (kept.length > KEPT) begin = kept.shift()?.mark ?? begin
  }
  const tellGap = () => {
    kept.length = 0
    begin = randomUUID()
    for (const listener of gapListeners) listener()
  }
  const stop = await database.listen(
    'frogy',
    (payload) => {
      const heard = parsed(payload)
      // Anybody may NOTIFY on this channel; what is not ours may stand for anything.
      if (!heard) return tellGap()
      keep(heard.mark, heard.change)
      for (const listener of listeners) listener(heard.change)
    },
    tellGap,
  )
  const subscribe = (onChange: (change: Change) => void) => {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  }
  return {
    subscribe,
    mark: () => kept.at(-1)?.mark ?? begin,
    since(mark) {
      const at = mark === begin ? 0 : kept.findLastIndex((one) => one.mark === mark) + 1
      return at === 0 && mark !== begin ? undefined : kept.slice(at).map(({ change }) => change)
    },
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

function parsed(payload: string): { mark: string; change: Change } | undefined {
  try {
    const { event, kind, id, userId } = JSON.parse(payload) as Record<string, unknown>
    const isOurs = typeof kind === 'string' && typeof id === 'string' && typeof userId === 'string'
    return isOurs ? { mark: String(event), change: { kind: kind as EventKind, id, userId } } : undefined
  } catch {
    return undefined
  }
}
