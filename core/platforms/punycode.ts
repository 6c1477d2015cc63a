const LONGEST_LABEL = 63

/**
 * Whether a label (one part of a domain name) has at most 63 characters (RFC 1035). A label with non-ASCII letters is
 * measured as Punycode, with `xn--` (RFC 3492).
 */
export function isDomainLabel(label: string): boolean {
  // Do not convert very long labels: at most two UTF-16 units become one Punycode character.
  return label.length <= 2 * LONGEST_LABEL && punycodeLength(label) <= LONGEST_LABEL
}

function punycodeLength(label: string): number {
  // The full stops of Chinese and Japanese separate labels too.
  const parts = label.split(/[.\u3002\uFF0E\uFF61]/)
  return parts.reduce((length, part) => length + partLength(part), parts.length - 1)
}

const BASE = 36
const FIRST_THRESHOLD = 1
const LAST_THRESHOLD = 26
const SKEW = 38
const DAMP = 700
const FIRST_BIAS = 72
const FIRST_CODE_POINT = 128

function partLength(part: string): number {
  const codePoints = Array.from(part, (character) => character.codePointAt(0) ?? 0)
  const basicCount = codePoints.filter((codePoint) => codePoint < FIRST_CODE_POINT).length
  if (basicCount === codePoints.length) return part.length
  let length = 'xn--'.length + basicCount + (basicCount > 0 ? 1 : 0)
  let codePoint = FIRST_CODE_POINT
  let delta = 0
  let bias = FIRST_BIAS
  for (let handled = basicCount; handled < codePoints.length;) {
    const next = codePoints.reduce((least, each) => (each >= codePoint && each < least ? each : least), Infinity)
    delta += (next - codePoint) * (handled + 1)
    codePoint = next
    for (const each of codePoints) {
      if (each < codePoint) delta++
      if (each !== codePoint) continue
      length += digitsOf(delta, bias)
      bias = adaptBias(delta, handled + 1, handled === basicCount)
      delta = 0
      handled++
    }
    delta++
    codePoint++
  }
  return length
}

function digitsOf(delta: number, bias: number): number {
  let digits = 1
  let rest = delta
  for (let k = BASE; ; k += BASE) {
    const threshold = Math.min(Math.max(k - bias, FIRST_THRESHOLD), LAST_THRESHOLD)
    if (rest < threshold) return digits
    rest = Math.floor((rest - threshold) / (BASE - threshold))
    digits++
  }
}

function adaptBias(delta: number, handled: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? DAMP : 2))
  rest += Math.floor(rest / handled)
  let k = 0
  for (; rest > ((BASE - FIRST_THRESHOLD) * LAST_THRESHOLD) >> 1; k += BASE)
    rest = Math.floor(rest / (BASE - FIRST_THRESHOLD))
  return Math.floor(k + ((BASE - FIRST_THRESHOLD + 1) * rest) / (rest + SKEW))
}
