import { isDatabaseUnavailable } from '../db/database.ts'

/** How many pieces of work of one kind are under way at once: while the database does one, the next is gathered. */
const AT_ONCE = 2

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Makes one statement of what many ask for in the same few milliseconds. Whoever asks alone is served at once; the more
 * ask, the more go together. A statement that fails is made again for each of them alone, so that one of them cannot
 * spoil it for the others; not where the database is away, since then nobody knows whether it was done.
 * @param together does it for all of them, and gives their results in their order
 */
export function gathered<Item, Result>(
  atMost: number,
  together: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let underWay = 0
  let isPlanned = false

  function plan(): void {
    if (isPlanned || waiting.length === 0 || underWay >= AT_ONCE) return
    isPlanned = true
    // Whatever the same turn of the event loop asks for goes along.
    setImmediate(() => {
      isPlanned = false
      const some = waiting.slice(0, atMost)
      waiting = waiting.slice(atMost)
      underWay++
      void serve(some).finally(() => {
        underWay--
        plan()
      })
      plan()
    })
  }

  async function serve(some: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await together(some.map(({ item }) => item))
      for (const [index, one] of some.entries()) one.resolve(results[index] as Result)
    } catch (error) {
      if (some.length === 1 || isDatabaseUnavailable(error)) {
        for (const one of some) one.reject(error)
      } else {
        for (const one of some) await serve([one])
      }
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      plan()
    })
}
