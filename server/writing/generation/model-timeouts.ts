export interface ModelTimeouts {
  /** For a whole response with repairs. Its client waits 30 s. */
  plainMs: number
  /** Until a streamed draft begins. A server may first load its model or write the other drafts. */
  startMs: number
  /** Between two pieces of a streamed draft. */
  silenceMs: number
}

export const DEFAULT_MODEL_TIMEOUTS: ModelTimeouts = { plainMs: 26_000, startMs: 240_000, silenceMs: 26_000 }

export interface DraftTimer extends Disposable {
  /** Aborts like a timeout. */
  readonly signal: AbortSignal
  /** Call when text of this draft arrives. */
  restart(): void
  /** Call before a repair: the draft may wait for the others again. */
  waitForOthers(): void
}

/** Text of any draft keeps the others waiting, because a local server writes one after the other. */
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
