import { expect, test } from 'vitest'
import { spread } from './spread.ts'

const [first, second, third] = ['08:30', '12:00', '20:00'].map((time) => new Date(`2025-12-03T${time}Z`)) as [
  Date,
  Date,
  Date,
]

test('posts of one network take its slots one after the other, those of another may share them', () => {
  const free = new Map([
    ['linkedin', [first, second, third]],
    ['twitter', [first, third]],
  ] as const)
  expect(spread(['linkedin', 'twitter', 'linkedin', 'twitter'], free)).toEqual([
    { platform: 'linkedin', at: first },
    { platform: 'twitter', at: first },
    { platform: 'linkedin', at: second },
    { platform: 'twitter', at: third },
  ])
  expect(spread([], free)).toEqual([])
})

test('where a network has too few free slots none is given', () => {
  expect(spread(['linkedin', 'linkedin'], new Map([['linkedin', [first]]]))).toBeNull()
  expect(spread(['linkedin'], new Map())).toBeNull()
})
