import { expect, test } from 'vitest'
import { concurrencyLimit } from './concurrency-limit.ts'

const staying = new AbortController().signal

test('limits the concurrent requests of one user without delaying other users', async () => {
  const { acquire } = concurrencyLimit({ perPerson: 2, total: 3 })
  const layla = [await acquire('layla', staying), await acquire('layla', staying)]
  let hasThird = false
  const third = acquire('layla', staying).then((slot) => {
    hasThird = true
    return slot
  })
  const omar = await acquire('omar', staying)
  expect(hasThird).toBe(false)
  layla[0]?.[Symbol.dispose]()
  await third
  omar[Symbol.dispose]()
})

test('serves the longest waiting request among users below their limit', async () => {
  const { acquire } = concurrencyLimit({ perPerson: 1, total: 2 })
  const [layla, omar] = [await acquire('layla', staying), await acquire('omar', staying)]
  const order: string[] = []
  const next = async (name: string) => {
    const slot = await acquire(name, staying)
    order.push(name)
    return slot
  }
  const [layla2, sara, omar2] = [next('layla'), next('sara'), next('omar')]
  omar[Symbol.dispose]()
  const slotOfSara = await sara
  layla[Symbol.dispose]()
  await layla2
  slotOfSara[Symbol.dispose]()
  await omar2
  expect(order).toEqual(['sara', 'layla', 'omar'])
})

test('releases a slot only once, even if the caller disposes of it twice', async () => {
  const { acquire } = concurrencyLimit({ perPerson: 1, total: 1, queuedPerPerson: 0 })
  const slot = await acquire('layla', staying)
  slot[Symbol.dispose]()
  slot[Symbol.dispose]()
  await acquire('layla', staying)
  await expect(acquire('layla', staying)).rejects.toMatchObject({ code: 'parser_busy' })
})

test('stops waiting for a slot after a timeout or when the client disconnects', async () => {
  const { acquire } = concurrencyLimit({ perPerson: 1, queueTimeoutMs: 1 })
  await acquire('layla', staying)
  await expect(acquire('layla', staying)).rejects.toMatchObject({ code: 'parser_busy' })
  const leaving = new AbortController()
  const waiting = concurrencyLimit({ perPerson: 1 })
  await waiting.acquire('layla', staying)
  const second = waiting.acquire('layla', leaving.signal)
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
})
