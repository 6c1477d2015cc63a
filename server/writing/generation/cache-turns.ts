/** A shorter source fills no cache that is worth a wait: vendors cache from about 1,000 tokens on. */
const WORTH_CACHING = 8_000

export interface CacheTurn extends Disposable {
  /** Resolves once an earlier call has filled the vendor's cache, or has failed to. */
  wait(signal: AbortSignal): Promise<void>
  /** Call when the answer begins. Undefined if other calls need not wait for this one. */
  begun: (() => void) | undefined
}

/** The calls whose answers have not begun, by model and source. */
const beginning = new Map<string, Promise<void>>()

/**
 * Lets the first call about a long source begin before the others. Vendors can read a prefix from their cache only
 * after the answer to another call with that prefix has begun.
 */
export function cacheTurn(model: string, source = ''): CacheTurn {
  if (source.length < WORTH_CACHING) return AT_ONCE
  const key = `${model} ${source}`
  const first = beginning.get(key)
  if (first) return { ...AT_ONCE, wait: (signal) => Promise.race([first, endOf(signal)]) }
  const { promise, resolve } = Promise.withResolvers<void>()
  beginning.set(key, promise)
  const begun = () => {
    if (beginning.get(key) === promise) beginning.delete(key)
    resolve()
  }
  return { ...AT_ONCE, begun, [Symbol.dispose]: begun }
}

const AT_ONCE: CacheTurn = { wait: () => Promise.resolve(), begun: undefined, [Symbol.dispose]() {} }

/** Resolves when the signal aborts. The call then fails without a wait. */
const endOf = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
