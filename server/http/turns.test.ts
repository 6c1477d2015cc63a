import { expect, test } from 'vitest'
import { turns } from './turns.ts'

const staying = new AbortController().signal

test('nobody has more turns at a time than one person may, and others are not held up by it', async () => {
  const { take } = turns({ ofOne: 2, ofAll: 3 })
  const layla = [await take('layla', staying), await take('layla', staying)]
  let hasThird = false
  const third = take('layla', staying).then((turn) => {
    hasThird = true
    return turn
  })
  const omar = await take('omar', staying)
  expect(hasThird).toBe(false)
  layla[0]?.[Symbol.dispose]()
  await third
  omar[Symbol.dispose]()
})

test('who has waited longest comes next, unless their own are too many', async () => {
  const { take } = turns({ ofOne: 1, ofAll: 2 })
  const [layla, omar] = [await take('layla', staying), await take('omar', staying)]
  const order: string[] = []
  const next = async (name: string) => {
    const turn = await take(name, staying)
    order.push(name)
    return turn
  }
  const [layla2, sara, omar2] = [next('layla'), next('sara'), next('omar')]
  omar[Symbol.dispose]()
  const turnOfSara = await sara
  layla[Symbol.dispose]()
  await layla2
  turnOfSara[Symbol.dispose]()
  await omar2
  expect(order).toEqual(['sara', 'layla', 'omar'])
})

test('a turn is given back once, however often it is disposed of', async () => {
  const { take } = turns({ ofOne: 1, ofAll: 1, waitingOfOne: 0 })
  const turn = await take('layla', staying)
  turn[Symbol.dispose]()
  turn[Symbol.dispose]()
  await take('layla', staying)
  await expect(take('layla', staying)).rejects.toMatchObject({ code: 'parser_busy' })
})

test('waiting ends when it takes too long, or when its owner leaves', async () => {
  const { take } = turns({ ofOne: 1, waitMs: 1 })
  await take('layla', staying)
  await expect(take('layla', staying)).rejects.toMatchObject({ code: 'parser_busy' })
  const leaving = new AbortController()
  const waiting = turns({ ofOne: 1 })
  await waiting.take('layla', staying)
  const second = waiting.take('layla', leaving.signal)
  leaving.abort(new Error('left'))
  await expect(second).rejects.toThrow('left')
})
