interface Pixels {
  width: number
  height: number
  /** Bytes from one row to the next. Decoders may pad rows. */
  rowBytes: number
  channels: 3 | 4
  /** The ICC profile of the colours; undefined for sRGB. */
  profile: Buffer | undefined
}

/** The numbers of TIFF tags (TIFF 6.0, and ICC.1 annex B for the profile). */
const TAG = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  stripOffset: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  extraSamples: 338,
  profile: 34675,
} as const

const SHORT = 3
const LONG = 4
const UNDEFINED = 7
const HEADER_BYTES = 8
const ENTRY_BYTES = 12

/**
 * Writes pixels with 8 bits per channel as an uncompressed TIFF, because `sharp` accepts a profile only with a file.
 */
export function tiffFrom(pixels: Uint8Array, { width, height, rowBytes, channels, profile }: Pixels): Buffer {
  const lineBytes = width * channels
  const count = 9 + (channels === 4 ? 1 : 0) + (profile ? 1 : 0)
  const bitsAt = HEADER_BYTES + 2 + count * ENTRY_BYTES + 4
  const profileAt = bitsAt + 2 * channels
  const pixelsAt = profileAt + (profile?.length ?? 0)
  const entries: (readonly [tag: number, type: number, count: number, value: number])[] = [
    [TAG.width, LONG, 1, width],
    [TAG.height, LONG, 1, height],
    [TAG.bitsPerSample, SHORT, channels, bitsAt],
    [TAG.compression, LONG, 1, 1],
    [TAG.photometric, LONG, 1, 2],
    [TAG.stripOffset, LONG, 1, pixelsAt],
    [TAG.samplesPerPixel, LONG, 1, channels],
    [TAG.rowsPerStrip, LONG, 1, height],
    [TAG.stripBytes, LONG, 1, lineBytes * height],
    // The value 2: the fourth channel is transparency, and the colours are not multiplied by it.
    ...(channels === 4 ? ([[TAG.extraSamples, LONG, 1, 2]] as const) : []),
    ...(profile ? ([[TAG.profile, UNDEFINED, profile.length, profileAt]] as const) : []),
  ]
  const file = Buffer.alloc(pixelsAt + lineBytes * height)
  file.write('II', 'latin1')
  file.writeUInt16LE(42, 2)
  file.writeUInt32LE(HEADER_BYTES, 4)
  let at = file.writeUInt16LE(count, HEADER_BYTES)
  for (const [tag, type, values, value] of entries) {
    file.writeUInt16LE(tag, at)
    file.writeUInt16LE(type, at + 2)
    file.writeUInt32LE(values, at + 4)
    file.writeUInt32LE(value, at + 8)
    at += ENTRY_BYTES
  }
  for (let channel = 0; channel < channels; channel++) file.writeUInt16LE(8, bitsAt + 2 * channel)
  if (profile) file.set(profile, profileAt)
  for (let row = 0; row < height; row++)
    file.set(pixels.subarray(row * rowBytes, row * rowBytes + lineBytes), pixelsAt + row * lineBytes)
  return file
}
