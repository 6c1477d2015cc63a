import { createHash } from 'node:crypto'

/** A shorter source fills no cache that is worth a wait: vendors cache from about 1,000 tokens on. */
const WORTH_CACHING = 8_000
/** Vendors keep a cached prefix for at least five minutes after its last use. */
const READABLE_MS = 4 * 60_000
const MOST_READABLE = 1_000

export interface CacheTurn extends Disposable {
  /** Resolves when this call may start. It then reads the vendor's cache, or is the only call that fills it. */
  wait(signal: AbortSignal): Promise<void>
  /** Call when the answer begins: from then on, other calls can read the cache. Undefined if nothing is cached. */
  begun: (() => void) | undefined
}

/** Calls that fill a cache, by hash of model and source. Each promise resolves when its call begins or fails. */
const filling = new Map<string, Promise<void>>()
/** When each cache stops being readable, oldest first. */
const readableUntil = new Map<string, number>()

/**
 * Lets the first call about a long source begin before the others. Vendors can read a prefix from their cache only
 * after the answer to another call with that prefix has begun. If that call fails, the next one takes its turn.
 */
export function cacheTurn(model: string, source = ''): CacheTurn {
  if (source.length < WORTH_CACHING) return AT_ONCE
  const key = createHash('sha256').update(`${model} ${source}`).digest('hex')
  let end: (() => void) | undefined
  return {
    async wait(signal) {
      while (!signal.aborted && !isReadable(key)) {
        const first = filling.get(key)
        if (!first) {
          const { promise, resolve } = Promise.withResolvers<void>()
          filling.set(key, promise)
          end = () => {
            filling.delete(key)
            resolve()
          }
          return
        }
        await Promise.race([first, endOf(signal)])
      }
    },
    begun() {
      keepReadable(key)
      end?.()
      end = undefined
    },
    [Symbol.dispose]() {
      end?.()
    },
  }
}

const AT_ONCE: CacheTurn = { wait: () => Promise.resolve(), begun: undefined, [Symbol.dispose]() {} }

const isReadable = (key: string): boolean => (readableUntil.get(key) ?? 0) > performance.now()

function keepReadable(key: string): void {
  readableUntil.delete(key)
  readableUntil.set(key, performance.now() + READABLE_MS)
  const [oldest] = readableUntil.keys()
  if (readableUntil.size > MOST_READABLE && oldest !== undefined) readableUntil.delete(oldest)
}

/** Resolves when the signal aborts. The call then fails without a wait. */
const endOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
