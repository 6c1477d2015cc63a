import { randomUUID } from 'node:crypto'
import type { Database } from '../db/database.ts'
import type { EventKind } from './events.ts'

/** An event as each process receives it, with the id of the object that changed. */
export interface Change {
  kind: EventKind
  id: string
  userId: string
}

/** The kinds of objects that events are about: `post`, `account` … */
type SubjectKind = EventKind extends `${infer Name}.${string}` ? Name : never

/** An event in this process, with its position in the event stream. */
export interface ReceivedChange extends Change {
  mark: string
  ageMs: number
}

export function isAbout({ kind }: Change, ...things: SubjectKind[]): boolean {
  return things.some((thing) => kind.startsWith(`${thing}.`))
}

/**
 * How many recent events are kept: more than happen between the rendering of a page and the start of its event stream.
 */
const MAX_RECENT = 5_000

/** Receives the events of all processes. */
export interface Changes extends AsyncDisposable {
  /**
   * Calls `onChange` for each event and its mark, the event's position in the stream. @returns a function that
   * unsubscribes
   */
  subscribe(onChange: (change: Change, mark: string) => void): () => void
  /** The current position in the event stream. Data that is read later includes all events up to this position. */
  mark(): string
  /**
   * The events after a mark, a position in the event stream. All processes receive events in commit order, so they
   * understand each other's marks.
   * @returns undefined when this process does not know the mark
   */
  since(mark: string): readonly ReceivedChange[] | undefined
  /** Resolves at the next event about the object with this id, or when `signal` aborts. */
  next(id: string, signal: AbortSignal): Promise<void>
  /** Called after a database outage, when events may have been lost. */
  onGap(listener: () => void): () => void
}

export async function openChanges(database: Database): Promise<Changes> {
  const listeners = new Set<(change: Change, mark: string) => void>()
  const gapListeners = new Set<() => void>()
  /** Recent events, in order. `begin` is the position in the event stream before the first of them. */
  const recent: { mark: string; change: Change; receivedAt: number }[] = []
  let begin: string = randomUUID()
  const remember = (mark: string, change: Change) => {
    recent.push({ mark, change, receivedAt: performance.now() })
    if (recent.length > MAX_RECENT) begin = recent.shift()?.mark ?? begin
  }
  const notifyGap = () => {
    recent.length = 0
    begin = randomUUID()
    for (const listener of gapListeners) listener()
  }
  const stop = await database.listen(
    'frogy',
    (payload) => {
      const received = parseChange(payload)
      // Any database user may NOTIFY on this channel. Treat an unknown message as a gap.
      if (!received) return notifyGap()
      remember(received.mark, received.change)
      for (const listener of listeners) listener(received.change, received.mark)
    },
    notifyGap,
  )
  const subscribe = (onChange: (change: Change, mark: string) => void) => {
    listeners.add(onChange)
    return () => void listeners.delete(onChange)
  }
  return {
    subscribe,
    mark: () => recent.at(-1)?.mark ?? begin,
    since(mark) {
      const at = mark === begin ? 0 : recent.findLastIndex((entry) => entry.mark === mark) + 1
      if (at === 0 && mark !== begin) return undefined
      const now = performance.now()
      return recent
        .slice(at)
        .map(({ change, receivedAt, ...entry }) => ({ ...change, ...entry, ageMs: now - receivedAt }))
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

function parseChange(payload: string): { mark: string; change: Change } | undefined {
  try {
    const { event, kind, id, userId } = JSON.parse(payload) as Record<string, unknown>
    const isOurs = typeof kind === 'string' && typeof id === 'string' && typeof userId === 'string'
    return isOurs ? { mark: String(event), change: { kind: kind as EventKind, id, userId } } : undefined
  } catch {
    return undefined
  }
}
