import { createHash } from 'node:crypto'

/**
 * The minimum length of a source for which drafts wait for the cache. Vendors cache prompts from about 1,000 tokens on.
 */
const WORTH_CACHING = 8_000
/** The time in which a cached prefix can be read. Vendors keep it for at least five minutes after its last use. */
const READABLE_MS = 4 * 60_000
const MOST_READABLE = 1_000

interface CacheTurn extends Disposable {
  /** Resolves when this call may start: either the cache is filled, or this call fills it. */
  wait(signal: AbortSignal): Promise<void>
  /**
   * Call this when the answer begins, because from then on other calls can read the cache. Undefined without caching.
   */
  begun: (() => void) | undefined
}

/** Calls that fill a cache, by hash of model and source. Each promise resolves when its call begins or fails. */
const filling = new Map<string, Promise<void>>()
/** When each cache expires, oldest first. */
const readableUntil = new Map<string, number>()

/**
 * Delays other calls about a long source until the first call's answer begins. Only then can vendors serve the shared
 * prefix from their cache. If the first call fails, the next one takes its place.
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

/** Resolves when the signal aborts, so that a cancelled call stops waiting and fails. */
const endOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
