import { expect, test } from 'vitest'
import { batchCalls } from './batch-calls.ts'

/** A function for `batchCalls` that records each batch and resolves on demand. */
function answerer() {
  const asked: { all: string[]; answer: () => void; fail: () => void }[] = []
  let onAsked = () => {}
  const ask = batchCalls((all: string[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    asked.push({ all, answer: () => resolve(all.map((one) => `${one}!`)), fail: () => reject(new Error('away')) })
    onAsked()
    return promise
  })
  const whenAsked = async (times: number) => {
    while (asked.length < times) await new Promise<void>((resolve) => (onAsked = resolve))
    return asked
  }
  return { ask, whenAsked }
}

test('batches concurrent calls, and returns to each call its own result', async () => {
  const { ask, whenAsked } = answerer()
  const answers = Promise.all([ask('one'), ask('two'), ask('one')])
  const [first] = await whenAsked(1)
  expect(first?.all).toEqual(['one', 'two', 'one'])
  first?.answer()
  expect(await answers).toEqual(['one!', 'two!', 'one!'])
})

test('runs calls that arrive during a batch in the next batch, even after a failure', async () => {
  const { ask, whenAsked } = answerer()
  const failed = ask('one')
  const [first] = await whenAsked(1)
  const later = Promise.all([ask('two'), ask('three')])
  first?.fail()
  await expect(failed).rejects.toThrow('away')
  const [, second] = await whenAsked(2)
  expect(second?.all).toEqual(['two', 'three'])
  second?.answer()
  expect(await later).toEqual(['two!', 'three!'])
})

test('stops waiting for a batch that never resolves', async () => {
  const { ask, whenAsked } = answerer()
  void ask('lost')
  await whenAsked(1)
  const answer = ask('two')
  const [, second] = await whenAsked(2)
  second?.answer()
  expect(await answer).toBe('two!')
})
