import { setImmediate, setTimeout } from 'node:timers/promises'

/** The longest time that a batch waits for the previous batch. After that it starts anyway. */
const PATIENCE_MS = 100

/**
 * Combines several calls into one call of `ask`: calls of one event loop turn, and calls that arrive during the
 * previous batch. No call receives data that was read before it started.
 * @param ask returns the results in the order of its input
 */
export function batchCalls<Asked, Answer>(ask: (all: Asked[]) => Promise<Answer[]>): (asked: Asked) => Promise<Answer> {
  let gathering: { all: Asked[]; answers: Promise<Answer[]> } | undefined
  let former: Promise<unknown> = Promise.resolve()
  const begin = () => {
    const all: Asked[] = []
    const answers = Promise.all([former, setImmediate()]).then(() => {
      gathering = undefined
      return ask(all)
    })
    former = Promise.race([answers, setTimeout(PATIENCE_MS, undefined, { ref: false })]).catch(() => {})
    return { all, answers }
  }
  return async (asked) => {
    const { all, answers } = (gathering ??= begin())
    const place = all.push(asked) - 1
    return (await answers)[place] as Answer
  }
}
