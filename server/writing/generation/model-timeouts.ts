export interface ModelTimeouts {
  /** Time limit for a whole plain response with its repairs. The client waits 30 s. */
  plainMs: number
  /** Time limit for the first text of a streamed draft. A server may first load its model or finish other drafts. */
  startMs: number
  /** Longest pause between two pieces of a streamed draft. */
  silenceMs: number
}

export const DEFAULT_MODEL_TIMEOUTS: ModelTimeouts = { plainMs: 26_000, startMs: 240_000, silenceMs: 26_000 }

export interface DraftTimer extends Disposable {
  /** Aborts when the draft takes too long. */
  readonly signal: AbortSignal
  /** Call when text of this draft arrives. */
  restart(): void
  /** Call before a repair, which may have to wait, because the server may write other drafts first. */
  waitForOthers(): void
}

/**
 * When text of one draft arrives, restart the timers of all waiting drafts. A local server writes them one after
 * another.
 */
export function draftTimers({ startMs, silenceMs }: Pick<ModelTimeouts, 'startMs' | 'silenceMs'>): () => DraftTimer {
  const waiting = new Set<NodeJS.Timeout>()
  const somethingCame = () => waiting.forEach((timer) => timer.refresh())
  return () => {
    const ending = new AbortController()
    const end = () => ending.abort(new DOMException('Nothing was heard', 'TimeoutError'))
    let timer: NodeJS.Timeout
    const startWaiting = () => void waiting.add((timer = setTimeout(end, startMs)))
    const stop = () => {
      waiting.delete(timer)
      clearTimeout(timer)
    }
    startWaiting()
    return {
      signal: ending.signal,
      restart() {
        if (waiting.has(timer)) {
          stop()
          timer = setTimeout(end, silenceMs)
        } else timer.refresh()
        somethingCame()
      },
      waitForOthers() {
        stop()
        startWaiting()
      },
      [Symbol.dispose]() {
        stop()
        somethingCame()
      },
    }
  }
}
