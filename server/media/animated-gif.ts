import type { Size } from '#core/media/renditions.ts'

/** The limits of X, which are the lowest of the networks that show animations. */
const MAX_BYTES = 15_000_000
const MAX_WIDTH = 1_280
const MAX_HEIGHT = 1_080
const MAX_FRAMES = 350
const MAX_PIXELS = 300_000_000

/**
 * Copies an animated GIF without its comments and other metadata, and without bytes after its end (GIF89a).
 * @returns undefined for a still or broken GIF, and for one above the limits of the networks
 */
export function readAnimation(bytes: Uint8Array): (Size & { bytes: Uint8Array }) | undefined {
  if (bytes.length > MAX_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    const [width, height] = [view.getUint16(6, true), view.getUint16(8, true)]
    if (width > MAX_WIDTH || height > MAX_HEIGHT) return undefined
    const kept = [bytes.subarray(0, HEADER_BYTES + tableBytes(view.getUint8(10)))]
    let frames = 0
    for (let at = kept[0]?.length ?? 0; ;) {
      const begin = at
      const kind = view.getUint8(at)
      if (kind === END) break
      if (kind === IMAGE) {
        at = endOfBlocks(view, at + IMAGE_BYTES + tableBytes(view.getUint8(at + 9)) + 1)
        frames++
        if (frames > MAX_FRAMES || frames * width * height > MAX_PIXELS) return undefined
        kept.push(bytes.subarray(begin, at))
      } else if (kind === EXTENSION) {
        const label = view.getUint8(at + 1)
        at = endOfBlocks(view, at + 2)
        if (label === TIMING) kept.push(bytes.subarray(begin, at))
        // Keep only the number of repetitions from an application extension.
        if (label === APPLICATION && isLoop(bytes, begin)) kept.push(LOOP, bytes.subarray(begin + 16, begin + 18), ZERO)
      } else return undefined
    }
    if (frames < 2) return undefined
    return { width, height, bytes: Buffer.concat([...kept, Uint8Array.of(END)]) }
  } catch (error) {
    // Treat a file that ends too early as damaged.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

const HEADER_BYTES = 13
const IMAGE_BYTES = 10
const [EXTENSION, IMAGE, END] = [0x21, 0x2c, 0x3b]
const [TIMING, APPLICATION] = [0xf9, 0xff]
const LOOP = Buffer.from([EXTENSION, APPLICATION, 11, ...Buffer.from('NETSCAPE2.0'), 3, 1])
const ZERO = Uint8Array.of(0)

/** The size of a colour table, by the flags before it. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The position after a chain of blocks, which begin with their length and end with an empty one. */
function endOfBlocks(view: DataView, from: number): number {
  let at = from
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1
  return at + 1
}

const isLoop = (bytes: Uint8Array, at: number): boolean =>
  Buffer.compare(bytes.subarray(at, at + LOOP.length), LOOP) === 0
