import { expect, test } from 'vitest'
import { gathered } from './gather.ts'

/** Doubles numbers together, and remembers which went together. */
function doubling(atMost: number, fails: (items: number[]) => Error | undefined = () => undefined) {
  const groups: number[][] = []
  const double = gathered(atMost, async (items: number[]) => {
    groups.push(items)
    const error = fails(items)
    if (error) throw error
    return items.map((item) => item * 2)
  })
  return { groups, double }
}

test('what is asked for in one moment goes together, and everybody gets their own result', async () => {
  const { groups, double } = doubling(10)
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(groups).toEqual([[1, 2, 3], [4]])
})

test('no more than so many go together, in the order in which they came', async () => {
  const { groups, double } = doubling(2)
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10])
  expect(groups).toEqual([[1, 2], [3, 4], [5]])
})

test('what cannot be done together is done for each alone, and only the one that is at fault fails', async () => {
  const { groups, double } = doubling(10, (items) => (items.includes(2) ? new Error('Not two') : undefined))
  const results = await Promise.allSettled([1, 2, 3].map(double))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([2, 'failed', 6])
  expect(groups).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('while the database is away nothing is tried again: it may have been done', async () => {
  const away = Object.assign(new Error('It ended'), { code: '57P01' })
  const { groups, double } = doubling(10, () => away)
  const results = await Promise.allSettled([1, 2].map(double))
  expect(results).toEqual([1, 2].map(() => ({ status: 'rejected', reason: away })))
  expect(groups).toEqual([[1, 2]])
})
