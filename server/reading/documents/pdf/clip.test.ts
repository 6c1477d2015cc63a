import { expect, test } from 'vitest'
import { around, common, isOutside } from './clip.ts'

const paper = around([
  [0, 50],
  [300, 400],
])

test('a line that reaches into what is painted is seen, one that does not is not', () => {
  expect(isOutside({ left: 40, right: 90, bottom: 44, top: 54 }, paper)).toBe(false)
  expect(isOutside({ left: 40, right: 90, bottom: 34, top: 44 }, paper)).toBe(true)
})

test('what is cut twice is only painted where both leave it', () => {
  expect(common(paper, { left: 100, right: 500, bottom: 0, top: 200 })).toEqual({
    left: 100,
    right: 300,
    bottom: 50,
    top: 200,
  })
})
