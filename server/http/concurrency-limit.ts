import { AppError } from '#core/errors.ts'

/** Limits concurrent memory-heavy requests, per user and in total. */
interface ConcurrencyLimit {
  /**
   * Waits until this user may start a request. Dispose of the slot afterwards.
   * @throws AppError parser_busy when the queue is full or the wait times out
   * @throws the signal's reason
   */
  acquire(personId: string, signal: AbortSignal): Promise<Disposable>
}

interface ConcurrencyLimits {
  perPerson: number
  total: number
  /** How many requests of one user may wait. */
  queuedPerPerson: number
  queueTimeoutMs: number
}

const LIMITS: ConcurrencyLimits = { perPerson: 4, total: 12, queuedPerPerson: 20, queueTimeoutMs: 20_000 }

interface Waiting {
  personId: string
  begin: () => void
}

export function concurrencyLimit(given: Partial<ConcurrencyLimits> = {}): ConcurrencyLimit {
  const limits = { ...LIMITS, ...given }
  const running: string[] = []
  const waiting: Waiting[] = []
  const countOf = (personId: string, list: string[]) => list.filter((id) => id === personId).length
  const mayBegin = (personId: string) => running.length < limits.total && countOf(personId, running) < limits.perPerson

  function begin(personId: string): Disposable {
    running.push(personId)
    let isReleased = false
    return {
      [Symbol.dispose]() {
        if (isReleased) return
        isReleased = true
        running.splice(running.indexOf(personId), 1)
        // Start the first waiting request whose user is below the limit.
        waiting.find((entry) => mayBegin(entry.personId))?.begin()
      },
    }
  }

  return {
    async acquire(personId, signal) {
      signal.throwIfAborted()
      if (mayBegin(personId)) return begin(personId)
      const isCrowded =
        countOf(
          personId,
          waiting.map((entry) => entry.personId),
        ) >= limits.queuedPerPerson
      if (isCrowded) throw busy()
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const leave = (reason: unknown) => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(reason)
      }
      const onAbort = () => leave(signal.reason)
      const timer = setTimeout(() => leave(busy()), limits.queueTimeoutMs)
      const entry: Waiting = {
        personId,
        begin: () => {
          waiting.splice(waiting.indexOf(entry), 1)
          resolve(begin(personId))
        },
      }
      signal.addEventListener('abort', onAbort)
      waiting.push(entry)
      return await promise.finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      })
    },
  }
}

const busy = () => new AppError('parser_busy', { retryAfterMs: 10_000 })
