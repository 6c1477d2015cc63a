import { expect, test } from 'vitest'
import { ApiError } from '../lib/api.ts'
import { actOnEach } from './act-on-each.ts'

const refusal = new ApiError('Sent already', { status: 409, code: 'already_publishing' })
const unreachable = new ApiError('', { status: 0, code: 'no_answer' })

const failing = (failures: Record<string, ApiError>) => (post: string) =>
  failures[post] ? Promise.reject(failures[post]) : Promise.resolve(`${post}!`)

test('continues an action with the other posts after the server refuses one post', async () => {
  const counts: number[] = []
  const result = await actOnEach(
    ['a', 'b', 'c'],
    failing({ b: refusal }),
    (count) => counts.push(count),
    () => false,
  )
  expect(result).toMatchObject({ done: ['a!', 'c!'], refused: [{ post: 'b' }], halted: null })
  expect(counts).toEqual([1, 2, 3])
})

test('stops an action on several posts when Frogy is unreachable or the user stops it', async () => {
  const cut = await actOnEach(
    ['a', 'b', 'c'],
    failing({ b: unreachable }),
    () => {},
    () => false,
  )
  expect(cut.done).toEqual(['a!'])
  expect(cut.halted).not.toBeNull()
  let count = 0
  const stopped = await actOnEach(
    ['a', 'b', 'c'],
    failing({}),
    (turn) => (count = turn),
    () => count === 1,
  )
  expect(stopped).toEqual({ done: ['a!'], refused: [], halted: null })
})
