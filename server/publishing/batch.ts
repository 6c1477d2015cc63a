import { isDatabaseUnavailable } from '../db/database.ts'

/**
 * How many batches of one statement run at the same time. While the database works on them, the next batch fills up.
 */
const CONCURRENT_BATCHES = 2

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * Combines concurrent calls into one statement. A single call runs immediately. A failed batch runs again item by item,
 * so that one item cannot fail the others. A batch with a lost connection does not run again, because it may have
 * committed.
 * @param runBatch returns one result per item, in the order of the items
 */
export function batched<Item, Result>(
  maxBatchSize: number,
  runBatch: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = []
  let running = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || running >= CONCURRENT_BATCHES) return
    isScheduled = true
    // Wait, so that calls from the same turn of the event loop join this batch.
    setImmediate(() => {
      isScheduled = false
      const batch = waiting.slice(0, maxBatchSize)
      waiting = waiting.slice(maxBatchSize)
      running++
      void run(batch).finally(() => {
        running--
        schedule()
      })
      schedule()
    })
  }

  async function run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await runBatch(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 1 || isDatabaseUnavailable(error)) for (const { reject } of batch) reject(error)
      else for (const entry of batch) await run([entry])
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}
