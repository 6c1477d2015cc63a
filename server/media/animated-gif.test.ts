import sharp from 'sharp'
import { expect, test } from 'vitest'
import { animatedGif } from '#tests/support/pictures.ts'
import { readAnimation } from './animated-gif.ts'

const partsOf = (bytes: Uint8Array) => sharp(bytes, { animated: true }).metadata()

test('copies all frames of an animation, with their times and repetitions', async () => {
  const file = await animatedGif(4, { delayMs: 120, loop: 3 })
  const animation = readAnimation(file)
  expect(animation).toMatchObject({ width: 60, height: 40 })
  expect(await partsOf(animation?.bytes ?? file)).toMatchObject({ pages: 4, delay: [120, 120, 120, 120], loop: 3 })
  const pixels = (bytes: Uint8Array) => sharp(bytes, { animated: true }).raw().toBuffer()
  expect(Buffer.compare(await pixels(animation?.bytes ?? file), await pixels(file))).toBe(0)
})

test('removes comments, other extensions and bytes after the end', async () => {
  const file = await animatedGif(2)
  const extension = (label: number, ...blocks: string[]) =>
    Buffer.concat([
      Buffer.from([0x21, label]),
      ...blocks.flatMap((block) => [Buffer.from([block.length]), Buffer.from(block)]),
      Buffer.from([0]),
    ])
  const end = file.length - 1
  const secret = Buffer.concat([
    file.subarray(0, end),
    extension(0xfe, 'at home'),
    extension(0xff, 'XMP DataXMP', 'author'),
    file.subarray(end),
    Buffer.from('hidden'),
  ])
  const copy = Buffer.from(readAnimation(secret)?.bytes ?? [])
  expect(copy.toString('latin1')).not.toMatch(/at home|author|hidden/)
  expect((await partsOf(copy)).pages).toBe(2)
})

test('copies no GIF that is still, broken or above the size limits', async () => {
  const file = await animatedGif(3)
  expect(readAnimation(await animatedGif(1))).toBeUndefined()
  for (const length of [0, 5, 12, 40, file.length - 1]) expect(readAnimation(file.subarray(0, length))).toBeUndefined()
  expect(readAnimation(Buffer.from('words '.repeat(100)))).toBeUndefined()
  expect(readAnimation(await animatedGif(2, { width: 1_281 }))).toBeUndefined()
  expect(readAnimation(await animatedGif(351))).toBeUndefined()
})
