/** A piece of a formula on one line. Fractions, powers, indices and roots are structures. */
export interface FormulaPart {
  text: string
  isStructure: boolean
}

/**
 * Joins the pieces of a formula. Adds a space where a structure would touch a letter or digit, so that 2¾ does not
 * become 23/4.
 */
export function joinParts(parts: readonly FormulaPart[]): string {
  let line = ''
  let isAfterStructure = false
  for (const { text, isStructure } of parts) {
    if (text === '') continue
    const isTouching = /[\p{L}\p{N}]$/u.test(line) && /^[\p{L}\p{N}]/u.test(text)
    line += isTouching && (isStructure || isAfterStructure) ? ` ${text}` : text
    isAfterStructure = isStructure
  }
  return line
}

export const fraction = (over: string, under: string): string => `${grouped(over)}/${grouped(under)}`

export const choose = (over: string, under: string): string => `(${over} choose ${under})`

export function scripts(base: string, lower: string, upper: string): string {
  const low = lower.trim() === '' ? '' : `_${grouped(lower)}`
  // Primes and degree signs are not powers, so they stay as they are: 30°, f′.
  if (/^[′″‴°∘*†]+$/u.test(upper.trim())) return `${grouped(base)}${low}${upper.trim().replaceAll('∘', '°')}`
  const high = upper.trim() === '' ? '' : `^${grouped(upper)}`
  return `${/^[∑∏∫⋃⋂]$/u.test(base.trim()) ? base.trim() : grouped(base)}${low}${high}`
}

/** Writes a base with scripts before it, as in ¹⁴C. */
export function prescripts(base: string, lower: string, upper: string): string {
  const [low, high] = [lower.trim(), upper.trim()]
  const alone = low === '' ? raisedDigits(high) : high === '' ? loweredDigits(low) : null
  if (alone !== null || (low === '' && high === '')) return `${alone ?? ''}${grouped(base)}`
  return `${high && `^${grouped(high)}`}${low && `_${grouped(low)}`} ${grouped(base)}`
}

/** Writes a root with a raised degree. The third root of 8 is `³√8`, because `3√8` means 3 times a root. */
export function root(inside: string, degree: string): string {
  const digits = degree.trim()
  if (digits === '') return `√${grouped(inside)}`
  return `${raisedDigits(digits) ?? `(${digits})`}√${grouped(inside)}`
}

export function grouped(text: string): string {
  const inside = text.trim()
  return /^[\p{L}\p{N}\p{M}.,٫٬]*$/u.test(inside) || isOneGroup(inside) ? inside : `(${inside})`
}

function isOneGroup(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false
  let depth = 0
  for (const [at, sign] of [...text].entries()) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0
    if (depth === 0 && at < [...text].length - 1) return false
  }
  return true
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const LOWERED = '₀₁₂₃₄₅₆₇₈₉'
/** The digit zero in ASCII, Arabic, Persian and Devanagari digits. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966]

/** Converts digits of any script, and signs, to superscript. Null for other text. */
export function raisedDigits(text: string): string | null {
  return /^[+−–-]?\p{Nd}+(?:[–-]\p{Nd}+)?$/u.test(text)
    ? replaceDigits(text, RAISED).replaceAll(/[−–-]/g, '⁻').replace('+', '⁺')
    : null
}

export function loweredDigits(text: string): string | null {
  return /^\p{Nd}+$/u.test(text) ? replaceDigits(text, LOWERED) : null
}

function replaceDigits(text: string, digits: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = ZEROS.find((candidate) => code >= candidate && code < candidate + 10)
    return zero === undefined ? digit : digits.charAt(code - zero)
  })
}
