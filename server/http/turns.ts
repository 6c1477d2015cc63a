import { AppError } from '#core/errors.ts'

/** Lets people do only so much at a time of what costs memory, each of them and all together. */
export interface Turns {
  /**
   * Waits until this person may begin. Dispose of the turn when the work is done.
   * @throws AppError parser_busy when too many wait already, or it takes too long
   * @throws the signal's reason
   */
  take(personId: string, signal: AbortSignal): Promise<Disposable>
}

export interface TurnLimits {
  ofOne: number
  ofAll: number
  /** How many of one person's may wait, and how long. */
  waitingOfOne: number
  waitMs: number
}

const LIMITS: TurnLimits = { ofOne: 4, ofAll: 12, waitingOfOne: 20, waitMs: 10_000 }

interface Waiting {
  personId: string
  begin: () => void
}

export function turns(given: Partial<TurnLimits> = {}): Turns {
  const limits = { ...LIMITS, ...given }
  const running: string[] = []
  const waiting: Waiting[] = []
  const countOf = (personId: string, list: string[]) => list.filter((one) => one === personId).length
  const mayBegin = (personId: string) => running.length < limits.ofAll && countOf(personId, running) < limits.ofOne

  function begin(personId: string): Disposable {
    running.push(personId)
    let isOver = false
    return {
      [Symbol.dispose]() {
        if (isOver) return
        isOver = true
        running.splice(running.indexOf(personId), 1)
        // Whoever has waited longest among those whose own are not too many.
        waiting.find((one) => mayBegin(one.personId))?.begin()
      },
    }
  }

  return {
    async take(personId, signal) {
      signal.throwIfAborted()
      if (mayBegin(personId)) return begin(personId)
      const isCrowded =
        countOf(
          personId,
          waiting.map((one) => one.personId),
        ) >= limits.waitingOfOne
      if (isCrowded) throw busy()
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const leave = (reason: unknown) => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(reason)
      }
      const onAbort = () => leave(signal.reason)
      const timer = setTimeout(() => leave(busy()), limits.waitMs)
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
