import { fraction, joinParts, root, scripts, type FormulaPart } from '../../formula-text.ts'

/** The deepest nesting of a formula in a field. */
const DEEPEST = 20

/** Writes the formula of an `EQ` field on one line, such as `EQ \f(3,4)`. Null for other fields. */
export function textOfEqField(code: string): string | null {
  const formula = /^\s*EQ\s+(.+)$/is.exec(code.slice(0, 2_000))?.[1]
  return formula === undefined ? null : joinParts(partsOf(formula.trim(), 0))
}

function partsOf(formula: string, depth: number): FormulaPart[] {
  const parts: FormulaPart[] = []
  let at = 0
  while (at < formula.length) {
    const [command = '', name = '', options = ''] =
      /^\\([a-z]{1,2})((?:\s*\\[a-z]{2}\d*)*)\s*\(/i.exec(formula.slice(at, at + 100)) ?? []
    if (command === '' || depth >= DEEPEST) {
      const next = formula.indexOf('\\', at + 1)
      const text = formula.slice(at, next < 0 ? undefined : next)
      parts.push({ text: text.replace(/^\\(.)/, '$1'), isStructure: false })
      at += text.length
      continue
    }
    const end = closingOf(formula, at + command.length)
    const inside = argumentsOf(formula.slice(at + command.length, end)).map((each) =>
      joinParts(partsOf(each, depth + 1)),
    )
    parts.push(partOf(name.toLowerCase(), options, inside))
    at = end + 1
  }
  return parts
}

function partOf(name: string, options: string, [first = '', second = '', ...more]: string[]): FormulaPart {
  const before = (): FormulaPart => ({ text: [first, second, ...more].filter(Boolean).join(', '), isStructure: false })
  if (name === 'f') return { text: fraction(first, second), isStructure: true }
  if (name === 'r') return { text: second === '' ? root(first, '') : root(second, first), isStructure: true }
  if (name === 's') {
    const text = /\\do/i.test(options) ? scripts('', first, '') : scripts('', '', first)
    return { text: text.replace('()', ''), isStructure: true }
  }
  return name === 'b' ? { text: `(${before().text})`, isStructure: false } : before()
}

/** The position of the bracket that closes the bracket before `from`. The formula's end if no bracket closes it. */
function closingOf(formula: string, from: number): number {
  let depth = 1
  for (let at = from; at < formula.length; at++) {
    if (formula[at] === '\\') at++
    else if (formula[at] === '(') depth++
    else if (formula[at] === ')' && --depth === 0) return at
  }
  return formula.length
}

/** Divides a formula's arguments at the commas or semicolons outside of brackets. */
function argumentsOf(inside: string): string[] {
  const found: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < inside.length; at++) {
    const sign = inside[at]
    if (sign === '\\') at++
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    else if ((sign === ',' || sign === ';') && depth === 0) {
      found.push(inside.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...found, inside.slice(start).trim()]
}
