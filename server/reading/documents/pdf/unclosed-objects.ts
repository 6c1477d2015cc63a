// pdf.js reads an unclosed dictionary, array or string to the end of the file. With thousands of them, even a small
// file takes minutes.

/** How many bytes pdf.js may read in search of missing ends: about two seconds of work. */
const REREAD_LIMIT_BYTES = 50 * 1024 * 1024

/** The largest range of character codes. pdf.js stores every code in a range, and no font has more codes than this. */
const CODES_LIMIT = 0x2_0000

/** Whether pdf.js would take far longer than the file's size suggests. */
export function isSlowForPdfjs(file: Buffer): boolean {
  let rereadBytes = 0
  let from = 0
  for (;;) {
    const end = file.indexOf('endobj', from)
    if (end < 0) return false
    if (!isClosed(file, from, streamIn(file, from, end))) rereadBytes += file.length - end
    if (rereadBytes > REREAD_LIMIT_BYTES) return true
    from = end + 'endobj'.length
  }
}

function streamIn(file: Buffer, from: number, end: number): number {
  const object = file.subarray(from, end)
  for (let at = object.indexOf('stream'); at >= 0; at = object.indexOf('stream', at + 1)) {
    const next = object[at + 'stream'.length]
    if (next === 10 || next === 13) return from + at
  }
  return end
}

const [PERCENT, OPEN, CLOSE, LESS, MORE, ARRAY, ARRAY_END, BACKSLASH] = [...Buffer.from('%()<>[]\\')]

/** Whether all brackets and strings between two positions are closed. */
function isClosed(file: Buffer, from: number, end: number): boolean {
  let depth = 0
  let inString = 0
  for (let at = from; at < end; at++) {
    const byte = file[at]
    if (inString > 0) {
      if (byte === BACKSLASH) at++
      else if (byte === OPEN) inString++
      else if (byte === CLOSE) inString--
    } else if (byte === OPEN) inString = 1
    else if (byte === ARRAY) depth++
    else if (byte === ARRAY_END) depth--
    else if (byte === LESS && file[at + 1] === LESS) [depth, at] = [depth + 1, at + 1]
    else if (byte === MORE && file[at + 1] === MORE) [depth, at] = [depth - 1, at + 1]
    else if (byte === PERCENT) while (at < end && file[at] !== 10 && file[at] !== 13) at++
  }
  return inString === 0 && depth <= 0
}

/**
 * Whether a character map has a range with more codes than any font. Other pairs of its numbers are no ranges: a
 * ligature such as لا maps one code to several letters.
 */
export function hasEndlessRange(unpacked: Buffer): boolean {
  if (!unpacked.includes('beginbfrange') && !unpacked.includes('begincidrange')) return false
  const sections = unpacked
    .toString('latin1')
    .split(/begin(?:bf|cid)range/)
    .slice(1)
  return sections.some((section) => {
    const [ranges = ''] = section.split(/end(?:bf|cid)range/, 1)
    return ranges
      .replaceAll(/\[[^[\]]*\]/g, '[]')
      .matchAll(RANGE)
      .some(([, low = '', high = '']) => Number.parseInt(high, 16) - Number.parseInt(low, 16) > CODES_LIMIT)
  })
}

/** The first and last code of a range, and what it maps to: characters, a number, or a list without its content. */
const RANGE = /<\s*([\da-f]{1,16})\s*>\s*<\s*([\da-f]{1,16})\s*>\s*(?:<[^<>]*>|\[\]|\d+)?/gi
