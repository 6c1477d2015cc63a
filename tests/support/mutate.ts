/** Returns a random number generator (mulberry32) from 0 to 1. The same seed gives the same numbers. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Values that often break parsers: limits of ranges, brackets, escapes and keywords. */
const TRICKY = [
  '\0',
  '\xff\xff\xff\xff',
  '\x7f\xff\xff\xff',
  '\x80\0\0\0',
  '-1',
  '99999999999',
  '1e309',
  'NaN',
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  '&#x110000;',
  '&amp;amp;',
  '<div>',
  '</p>',
  '<script>',
  '<table><tr>',
  '<template>',
  '<svg>',
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  '%',
  'endobj',
  'stream',
  'endstream',
  'obj',
  ' 0 R',
  '/Length 99999999',
  '/Kids [1 0 R]',
  '/Filter /FlateDecode',
  'xref',
  'trailer',
  'startxref',
  'PK\x03\x04',
  'PK\x01\x02',
  'PK\x05\x06',
  '<w:p>',
  '</w:p>',
  '<w:r><w:t>',
  '<!DOCTYPE x [<!ENTITY a "b">]>',
  '\u202e',
  '\ufeff',
  'ﷺ',
  'لا',
  '\ud83d',
].map((text) => Buffer.from(text, 'latin1'))

/** Returns a corrupted sample: bytes are changed, or parts are removed, repeated or taken from another sample. */
export function mutated(samples: readonly Uint8Array[], random: () => number): Uint8Array<ArrayBuffer> {
  const pick = (below: number) => Math.floor(random() * below)
  const sampleAt = () => Buffer.from(samples[pick(samples.length)] ?? [])
  let bytes: Buffer = sampleAt()
  for (let left = 1 + pick(8); left > 0; left--) {
    const at = pick(bytes.length + 1)
    const length = Math.min(bytes.length - at, 1 + pick(random() < 0.8 ? 64 : bytes.length))
    const rest = bytes.subarray(at + length)
    const cut = bytes.subarray(at, at + length)
    switch (pick(7)) {
      case 0: // Replaces some bytes.
        bytes = Buffer.from(bytes)
        for (let n = 0; n < 1 + pick(16); n++) bytes[pick(bytes.length)] = pick(256)
        break
      case 1: // Removes a part of the file.
        bytes = Buffer.concat([bytes.subarray(0, at), rest])
        break
      case 2: // Repeats a part of the file.
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          ...Array<Buffer>(1 + pick(random() < 0.9 ? 4 : Math.ceil(200_000 / (cut.length + 1)))).fill(cut),
          bytes.subarray(at),
        ])
        break
      case 3: // Inserts one of the values in TRICKY.
        bytes = Buffer.concat([
          bytes.subarray(0, at),
          TRICKY[pick(TRICKY.length)] ?? Buffer.alloc(0),
          bytes.subarray(at),
        ])
        break
      case 4: // Truncates the file.
        bytes = bytes.subarray(0, Math.max(1, at))
        break
      case 5: {
        // Inserts a part of another sample.
        const other = sampleAt()
        const from = pick(other.length)
        bytes = Buffer.concat([bytes.subarray(0, at), other.subarray(from, from + 1 + pick(2_000)), rest])
        break
      }
      default: // Changes a number.
        bytes = numberChanged(bytes, at, pick)
    }
  }
  return new Uint8Array(bytes.subarray(0, 4 * 1024 * 1024))
}

function numberChanged(bytes: Buffer, at: number, pick: (below: number) => number): Buffer {
  let from = at
  while (from < bytes.length && !isDigit(bytes[from])) from++
  let to = from
  while (to < bytes.length && isDigit(bytes[to])) to++
  const other = ['0', '1', '-1', '65536', '4294967295', '99999999999999999999'][pick(6)] ?? '0'
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(other), bytes.subarray(to)])
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39
