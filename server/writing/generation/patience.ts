/** How long models are waited for. */
export interface Patience {
  /** All of a plain answer, repairs included: its client waits for 30 s. */
  plainMs: number
  /** Until a draft begins that is told as it is written: a server may load its model first, or write the others before. */
  startMs: number
  /** From one piece of such a draft to the next. */
  silenceMs: number
}

export const USUAL_PATIENCE: Patience = { plainMs: 26_000, startMs: 240_000, silenceMs: 26_000 }

/** The time of one draft among others. */
export interface DraftTime extends Disposable {
  /** Aborts as a time-out does. */
  readonly signal: AbortSignal
  /** Something of this draft has come. */
  heard(): void
  /** It is asked for anew, and may have to wait for the others again. */
  asked(): void
}

/**
 * Gives each draft a time of its own that begins with its first piece. As long as something comes of any draft of the
 * request, the others wait: a server on one's own machine writes one after the other.
 */
export function draftTimes({ startMs, silenceMs }: Pick<Patience, 'startMs' | 'silenceMs'>): () => DraftTime {
  const waiting = new Set<NodeJS.Timeout>()
  const somethingCame = () => waiting.forEach((timer) => timer.refresh())
  return () => {
    const ending = new AbortController()
    const end = () => ending.abort(new DOMException('Nothing was heard', 'TimeoutError'))
    let timer: NodeJS.Timeout
    const asked = () => void waiting.add((timer = setTimeout(end, startMs)))
    const stop = () => {
      waiting.delete(timer)
      clearTimeout(timer)
    }
    asked()
    return {
      signal: ending.signal,
      heard() {
        if (waiting.has(timer)) {
          stop()
          timer = setTimeout(end, silenceMs)
        } else timer.refresh()
        somethingCame()
      },
      asked() {
        stop()
        asked()
      },
      [Symbol.dispose]() {
        stop()
        somethingCame()
      },
    }
  }
}
