import { expect, test } from 'vitest'
import * as contract from '#core/media/contract.ts'
import { IMAGE_LIMIT_BYTES, IMAGE_TYPES, sortFiles } from './image-files.ts'

const file = (name: string, type: string, size = 1_000) => ({ name, type, size })

test('types and size are the contract’s', () => {
  expect(IMAGE_TYPES).toEqual(contract.IMAGE_TYPES)
  expect(IMAGE_LIMIT_BYTES).toBe(contract.IMAGE_LIMIT_BYTES)
})

test('what is no picture or too large is left out by name, and takes no room', () => {
  const { taken, leftOut } = sortFiles(
    [
      file('notes.pdf', 'application/pdf'),
      file('logo.svg', 'image/svg+xml'),
      file('wall.png', 'image/png', 5_242_881),
      file('pond.png', 'image/png', 5_242_880),
      file('frog.jpg', 'image/jpg'),
    ],
    2,
  )
  expect(taken.map(({ name }) => name)).toEqual(['pond.png', 'frog.jpg'])
  expect(leftOut).toEqual([
    { name: 'notes.pdf', why: 'type' },
    { name: 'logo.svg', why: 'type' },
    { name: 'wall.png', why: 'size' },
  ])
})

test('what exceeds the room that is left is ignored, and said', () => {
  const { taken, leftOut } = sortFiles(
    ['1', '2', '3'].map((name) => file(`${name}.webp`, 'image/webp')),
    1,
  )
  expect(taken.map(({ name }) => name)).toEqual(['1.webp'])
  expect(leftOut).toEqual([
    { name: '2.webp', why: 'excess' },
    { name: '3.webp', why: 'excess' },
  ])
})

test('a picture of a type that the system does not know goes by its name', () => {
  expect(sortFiles([file('pond.AVIF', ''), file('pond.heic', '')], 4)).toEqual({
    taken: [file('pond.AVIF', '')],
    leftOut: [{ name: 'pond.heic', why: 'type' }],
  })
})
