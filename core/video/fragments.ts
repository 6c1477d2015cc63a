import { boxesIn, boxIn, has, type Box } from './boxes.ts'

// Browsers and some phones record in fragments. The index of such a file lists no frames, and each fragment (`moof`)
// lists its own frames.

/** The frames of a track. Times are in units of the track's `mdhd`. */
export interface Frames {
  count: number
  /** When the first frame begins, and when the last one ends. */
  from: number
  until: number
}

/** Bits of the flags of the box `tfhd`, each of which adds a field. */
const TFHD = { offset: 0x1, description: 0x2, duration: 0x8 }
/** Bits of the flags of the box `trun`. From `sampleDuration` on, each adds a field to every frame. */
const TRUN = { offset: 0x1, firstFlags: 0x4, sampleDuration: 0x100, size: 0x200, sampleFlags: 0x400, shift: 0x800 }

/** The duration of a frame for which a fragment states none, from the box `trex` of the track; 0 if unknown. */
export function usualDuration(index: Box, trackId: number): number {
  const defaults = boxIn(index, 'mvex')
  const usual = defaults && boxesIn(defaults, 'trex').find((box) => has(box, 24) && uintIn(box, 4) === trackId)
  return usual ? uintIn(usual, 12) : 0
}

/** Adds the frames of a fragment to those before it. */
export function withFragment(
  before: Frames | undefined,
  fragment: Box,
  trackId: number,
  usual: number,
): Frames | undefined {
  let frames = before
  for (const part of boxesIn(fragment, 'traf')) {
    const head = boxIn(part, 'tfhd')
    if (!head || !has(head, 8) || uintIn(head, 4) !== trackId) continue
    const each = durationIn(head) ?? usual
    let until = startOf(boxIn(part, 'tfdt')) ?? frames?.until ?? 0
    for (const run of boxesIn(part, 'trun')) {
      const found = framesIn(run, each)
      frames = { count: (frames?.count ?? 0) + found.count, from: frames?.from ?? until, until: until + found.length }
      until = frames.until
    }
  }
  return frames
}

function durationIn(head: Box): number | undefined {
  const flags = uintIn(head, 0)
  const at = 8 + (flags & TFHD.offset ? 8 : 0) + (flags & TFHD.description ? 4 : 0)
  return flags & TFHD.duration && has(head, at + 4) ? uintIn(head, at) : undefined
}

function startOf(time: Box | undefined): number | undefined {
  if (!time || !has(time, 8)) return undefined
  const isLong = time.view.getUint8(time.body) === 1
  if (!isLong) return uintIn(time, 4)
  return has(time, 12) ? Number(time.view.getBigUint64(time.body + 4)) : undefined
}

function framesIn(run: Box, each: number): { count: number; length: number } {
  if (!has(run, 8)) return { count: 0, length: 0 }
  const flags = uintIn(run, 0)
  const count = uintIn(run, 4)
  if (!(flags & TRUN.sampleDuration)) return { count, length: count * each }
  const first = 8 + (flags & TRUN.offset ? 4 : 0) + (flags & TRUN.firstFlags ? 4 : 0)
  const fields = [TRUN.sampleDuration, TRUN.size, TRUN.sampleFlags, TRUN.shift].filter((bit) => flags & bit)
  const width = 4 * fields.length
  let length = 0
  let counted = 0
  for (; counted < count && has(run, first + (counted + 1) * width); counted++)
    length += uintIn(run, first + counted * width)
  return { count: counted, length }
}

/** The unsigned number of four bytes at an offset within the content of a box. */
const uintIn = ({ view, body }: Box, offset: number): number => view.getUint32(body + offset)
