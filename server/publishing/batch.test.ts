import { expect, test } from 'vitest'
import { batched } from './batch.ts'

/** Doubles numbers in batches, and records the batches. */
function doubling(atMost: number, fails: (items: number[]) => Error | undefined = () => undefined) {
  const groups: number[][] = []
  const double = batched(atMost, async (items: number[]) => {
    groups.push(items)
    const error = fails(items)
    if (error) throw error
    return items.map((item) => item * 2)
  })
  return { groups, double }
}

test('combines concurrent calls into a batch, and gives each its own result', async () => {
  const { groups, double } = doubling(10)
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(groups).toEqual([[1, 2, 3], [4]])
})

test('limits the batch size, and keeps the order of the calls', async () => {
  const { groups, double } = doubling(2)
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10])
  expect(groups).toEqual([[1, 2], [3, 4], [5]])
})

test('runs the calls of a failed batch one by one, and fails only the faulty call', async () => {
  const { groups, double } = doubling(10, (items) => (items.includes(2) ? new Error('Not two') : undefined))
  const results = await Promise.allSettled([1, 2, 3].map(double))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([2, 'failed', 6])
  expect(groups).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('does not repeat a batch after a lost connection, because it may have committed', async () => {
  const away = Object.assign(new Error('It ended'), { code: '57P01' })
  const { groups, double } = doubling(10, () => away)
  const results = await Promise.allSettled([1, 2].map(double))
  expect(results).toEqual([1, 2].map(() => ({ status: 'rejected', reason: away })))
  expect(groups).toEqual([[1, 2]])
})
