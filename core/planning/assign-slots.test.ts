import { expect, test } from 'vitest'
import { assignSlots } from './assign-slots.ts'

const [first, second, third] = ['08:30', '12:00', '20:00'].map((time) => new Date(`2025-12-03T${time}Z`)) as [
  Date,
  Date,
  Date,
]

test('assigns different slots to posts on the same network, but the same slot to posts on different networks', () => {
  const free = new Map([
    ['linkedin', [first, second, third]],
    ['twitter', [first, third]],
  ] as const)
  expect(assignSlots(['linkedin', 'twitter', 'linkedin', 'twitter'], free)).toEqual([
    { platform: 'linkedin', at: first },
    { platform: 'twitter', at: first },
    { platform: 'linkedin', at: second },
    { platform: 'twitter', at: third },
  ])
  expect(assignSlots([], free)).toEqual([])
})

test('assigns no slots when one of the networks has too few free ones', () => {
  expect(assignSlots(['linkedin', 'linkedin'], new Map([['linkedin', [first]]]))).toBeNull()
  expect(assignSlots(['linkedin'], new Map())).toBeNull()
})
