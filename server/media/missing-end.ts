/**
 * Repaired variants of a picture file that lacks only its end, as some cameras and messengers write it. Empty if the
 * file is complete, or if picture data is missing too.
 */
export function withEnd(bytes: Uint8Array, type: string): Buffer[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (type === 'image/jpeg') return jpegsWithEnd(file)
  if (type === 'image/webp') return webpWithPadding(file)
  return []
}

const END_OF_IMAGE = Buffer.from([0xff, 0xd9])

/**
 * Returns variants with an end mark that keep zero to four of the final zeros, which may be picture data or padding.
 */
function jpegsWithEnd(file: Buffer): Buffer[] {
  if (scansOf(file) !== 'every') return []
  let end = file.length
  while (end > 0 && file[end - 1] === 0) end--
  const MOST_ZEROS = Math.min(4, file.length - end)
  return Array.from({ length: MOST_ZEROS + 1 }, (_, zeros) =>
    Buffer.concat([file.subarray(0, end + zeros), END_OF_IMAGE]),
  )
}

/**
 * Whether the file ends in zeros without an end mark. The zeros may replace lost picture data, which would decode to a
 * grey area.
 */
export function isPaddedWithZeros(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const PADDING = 16
  return file.subarray(-PADDING).every((byte) => byte === 0) && scansOf(file) !== 'ended'
}

/**
 * How much of a JPEG is present: everything (`ended`), everything but the end of its last scan (`every`), or less
 * (`some`). See ITU T.81, B.2 and G.1.1.
 */
function scansOf(file: Buffer): 'ended' | 'every' | 'some' {
  /** For each colour component and each of its 64 frequencies, the number of bits that no scan has delivered yet. */
  const missingBits = new Map<number, Uint8Array>()
  let isProgressive = false
  let at = 2
  while (at < file.length) {
    if (file[at] !== 0xff) return 'some'
    while (file[at] === 0xff) at++
    const marker = file[at] ?? 0
    at++
    if (marker === 0xd9) return 'ended'
    if (at + 2 > file.length) return 'some'
    const segment = file.subarray(at + 2, at + file.readUInt16BE(at))
    at += file.readUInt16BE(at)
    if (at > file.length) return 'some'
    if (isFrame(marker)) {
      isProgressive = marker === 0xc2 || marker === 0xc6 || marker === 0xca || marker === 0xce
      for (let n = 6; n + 2 < segment.length; n += 3) missingBits.set(segment[n] ?? 0, new Uint8Array(64).fill(UNSEEN))
    }
    if (marker !== 0xda) continue
    noteScan(segment, missingBits, isProgressive)
    at = endOfScan(file, at)
  }
  const isEvery = [...missingBits.values()].every((bits) => bits.every((missing) => missing === 0))
  return missingBits.size > 0 && isEvery ? 'every' : 'some'
}

const UNSEEN = 255

const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function noteScan(segment: Buffer, missingBits: ReadonlyMap<number, Uint8Array>, isProgressive: boolean): void {
  const components = segment[0] ?? 0
  const [first = 0, last = 0, precision = 0] = segment.subarray(1 + 2 * components)
  for (let n = 0; n < components; n++) {
    const bits = missingBits.get(segment[1 + 2 * n] ?? -1)
    if (isProgressive) bits?.fill(precision & 15, first, last + 1)
    else bits?.fill(0)
  }
}

/** The position of the next marker outside the scan's data, or the end of the file. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1]
    const isData = next === 0 || next === 0xff || (next !== undefined && next >= 0xd0 && next <= 0xd7)
    if (!isData) return next === undefined ? file.length : at
  }
  return file.length
}

/** Adds or counts the padding byte after a WebP chunk of odd length, which some programs forget (RFC 9649, 2.3). */
function webpWithPadding(file: Buffer): Buffer[] {
  const HEADER = 12
  let at = HEADER
  while (at + 8 <= file.length) {
    const size = file.readUInt32LE(at + 4)
    if (at + 8 + size > file.length) return []
    at += 8 + size + (size & 1)
  }
  const mended = Buffer.concat([file, Buffer.alloc(Math.max(0, at - file.length))])
  if (at === HEADER || mended.length < at) return []
  mended.writeUInt32LE(at - 8, 4)
  return mended.equals(file) ? [] : [mended]
}
