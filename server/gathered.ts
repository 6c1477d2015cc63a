import { setImmediate, setTimeout } from 'node:timers/promises'

/** Longer than this nobody waits behind others: the database may have let go of one connection only. */
const PATIENCE_MS = 100

/**
 * Gathers what is asked for in one turn of the event loop, and while the former question is under way, so that the
 * database is asked once for all of it. Nobody is answered with what was read before they asked.
 * @param ask gives the answers in the order of what was asked
 */
export function gathered<Asked, Answer>(ask: (all: Asked[]) => Promise<Answer[]>): (asked: Asked) => Promise<Answer> {
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
