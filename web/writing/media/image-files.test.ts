import { expect, test } from 'vitest'
import { isHeic, sortFiles } from './image-files.ts'
import { IMAGE_LIMIT_BYTES, TAKEN_TYPES } from '#core/media/limits.ts'

const file = (name: string, type: string, size = 1_000) => ({ name, type, size })

test('accepts the image types and the file size of the API contract', () => {
  expect(TAKEN_TYPES.slice(0, 4)).toEqual(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])
  expect(IMAGE_LIMIT_BYTES).toBe(31_457_280)
})

test('rejects files that are too large or not pictures, and keeps their slots free for other pictures', () => {
  const { taken, leftOut } = sortFiles(
    [
      file('notes.pdf', 'application/pdf'),
      file('logo.svg', 'image/svg+xml'),
      file('wall.png', 'image/png', 31_457_281),
      file('pond.png', 'image/png', 31_457_280),
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

test('rejects and reports pictures beyond the number of free slots', () => {
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

test('recognizes a picture without a media type by its file name', () => {
  const photos = [file('pond.AVIF', ''), file('IMG_1.HEIC', ''), file('a.heif', 'application/octet-stream')]
  expect(sortFiles([...photos, file('pond.heic.zip', '')], 4)).toEqual({
    taken: photos,
    leftOut: [{ name: 'pond.heic.zip', why: 'type' }],
  })
  expect([...photos, file('a.bin', 'image/heif')].map(isHeic)).toEqual([false, true, true, true])
})
