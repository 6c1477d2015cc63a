import { expect, test } from 'vitest'
import { around, common, isOutside } from './clip.ts'

const paper = around([
  [0, 50],
  [300, 400],
])

test('keeps a line of a PDF that overlaps the visible area, and drops a line outside that area', () => {
  expect(isOutside({ left: 40, right: 90, bottom: 44, top: 54 }, paper)).toBe(false)
  expect(isOutside({ left: 40, right: 90, bottom: 34, top: 44 }, paper)).toBe(true)
})

test('combines two visible areas of a PDF page to their intersection', () => {
  expect(common(paper, { left: 100, right: 500, bottom: 0, top: 200 })).toEqual({
    left: 100,
    right: 300,
    bottom: 50,
    top: 200,
  })
})
