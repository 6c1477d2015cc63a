import { choose, fraction, grouped, joinParts, prescripts, root, scripts, type FormulaPart } from './formula-text.ts'
import { attributeOf, type HtmlNode } from './html-tree.ts'

/** The deepest nesting of a formula. Deeper formulas are attacks, and Frogy reads their text without structure. */
const DEEPEST = 80

/** The name of a MathML element without the prefix that some pages write (`mml:mfrac`). */
const mathName = (element: HtmlNode): string => (element.localName ?? '').replace(/^(?:m|mml|math):/, '')

/**
 * Whether an element is a formula, or a part such as a fraction or power that a page shows without `<math>` around it.
 */
export const isFormula = (element: HtmlNode): boolean => FORMULAS.has(mathName(element))

/** Writes a formula on one line. Empty if the formula has no text. */
export function textOfMath(math: HtmlNode): string {
  const text = mathName(math) === 'math' ? rowText(math, 0) : partOf(math, 1, '').text
  return text.replace(/\s+/gu, ' ').trim()
}

function rowText(parent: HtmlNode, depth: number): string {
  const parts: FormulaPart[] = []
  for (let node = parent.firstChild; node; node = node.nextSibling) {
    if (node.nodeType === 3) parts.push({ text: (node.nodeValue ?? '').trim(), isStructure: false })
    else if (node.nodeType === 1) parts.push(partOf(node, depth + 1, lastOf(parts)))
  }
  return joinParts(parts)
}

const lastOf = (parts: readonly FormulaPart[]): string => parts.findLast(({ text }) => text !== '')?.text ?? ''

function partOf(element: HtmlNode, depth: number, before: string): FormulaPart {
  const structure = structureOf(element, depth)
  if (structure !== null) return { text: structure, isStructure: true }
  return { text: plainPart(element, depth, before), isStructure: isWrapper(element) && holdsStructure(element) }
}

function structureOf(element: HtmlNode, depth: number): string | null {
  if (depth > DEEPEST) return null
  if (mathName(element) === 'mmultiscripts') return multiscripts(element, depth)
  const [first = '', second = '', third = ''] = STRUCTURES.has(mathName(element))
    ? argumentsOf(element).map((argument) => partOf(argument, depth + 1, '').text)
    : []
  switch (mathName(element)) {
    case 'mfrac': {
      const isBinomial = /^0(?:\.0+)?(?:[a-z]+|%)?$/.test(attributeOf(element, 'linethickness') ?? '')
      return isBinomial ? choose(first, second) : fraction(first, second)
    }
    case 'msup':
    case 'mover':
      return ACCENTS.has(second) ? `${first}${ACCENTS.get(second)}` : scripts(first, '', second)
    case 'msub':
    case 'munder':
      return scripts(first, second, '')
    case 'msubsup':
    case 'munderover':
      return scripts(first, second, third)
    case 'mroot':
      return root(first, second)
    case 'msqrt':
      return root(rowText(element, depth), '')
    case 'menclose':
      return attributeOf(element, 'notation') === 'radical' ? root(rowText(element, depth), '') : null
    default:
      return null
  }
}

/**
 * Writes a base with several scripts. Scripts after `mprescripts` are before the base. They come in pairs of a lower
 * and an upper script.
 */
function multiscripts(element: HtmlNode, depth: number): string {
  const [base, ...others] = argumentsOf(element)
  const split = others.findIndex((each) => mathName(each) === 'mprescripts')
  const [after, before] = split < 0 ? [others, []] : [others.slice(0, split), others.slice(split + 1)]
  const textsAt = (place: 0 | 1, of: readonly HtmlNode[]) =>
    of
      .filter((_, at) => at % 2 === place)
      .map((each) => partOf(each, depth + 1, '').text)
      .filter((text) => text.trim() !== '')
      .join(' ')
  const inner = base ? partOf(base, depth + 1, '').text : ''
  const [lower, upper] = [textsAt(0, after), textsAt(1, after)]
  const text = lower + upper === '' ? inner : scripts(inner, lower, upper)
  return before.length === 0 ? text : prescripts(text, textsAt(0, before), textsAt(1, before))
}

const STRUCTURES = new Set('mfrac msup msub msubsup munder mover munderover mroot mmultiscripts'.split(' '))

const FORMULAS = new Set(['math', 'msqrt', 'menclose', 'mfenced', 'mphantom', ...STRUCTURES])

/** Whether a `menclose` strikes its content out. */
const isStruck = (element: HtmlNode): boolean =>
  /(?:^|\s)(?:(?:updiagonal|downdiagonal|vertical|horizontal)strike)(?:\s|$)/i.test(
    attributeOf(element, 'notation') ?? '',
  )

/** Signs that a formula draws above a letter, and the combining marks that look the same. */
const ACCENTS = new Map([
  ['¯', '\u0305'],
  ['‾', '\u0305'],
  ['→', '\u20D7'],
  ['^', '\u0302'],
  ['ˆ', '\u0302'],
  ['~', '\u0303'],
  ['˙', '\u0307'],
])

function plainPart(element: HtmlNode, depth: number, before: string): string {
  if (depth > DEEPEST) return flatText(element)
  switch (mathName(element)) {
    case 'mo':
      return operator(rowText(element, depth), before)
    case 'mi':
    case 'mn':
      return rowText(element, depth)
    case 'mtext':
      return ` ${rowText(element, depth)} `
    case 'mspace':
      return ' '
    case 'ms':
      return `“${rowText(element, depth)}”`
    case 'menclose':
      return isStruck(element) ? '' : rowText(element, depth)
    case 'mphantom':
    case 'annotation':
    case 'annotation-xml':
    case 'none':
    case 'mprescripts':
      return ''
    case 'semantics': {
      const [shown] = argumentsOf(element)
      return shown ? partOf(shown, depth + 1, before).text : ''
    }
    case 'mtable':
      return grouped(
        argumentsOf(element)
          .map((row) => rowText(row, depth))
          .join('; '),
      )
    case 'mtd':
      return `${before === '' ? '' : ', '}${rowText(element, depth)}`
    case 'mfenced': {
      const separators = attributeOf(element, 'separators') ?? ','
      const inside = argumentsOf(element).map((each) => partOf(each, depth + 1, '').text)
      const joined = inside.join(separators.trim() === '' ? '' : `${separators.trim().charAt(0)} `)
      return `${attributeOf(element, 'open') ?? '('}${joined}${attributeOf(element, 'close') ?? ')'}`
    }
    default:
      return rowText(element, depth)
  }
}

/** Writes an operator. Makes multiplication after a digit visible, and puts spaces around signs such as `=`. */
function operator(sign: string, before: string): string {
  if (sign === '\u2062') return /\p{N}$/u.test(before) ? '·' : ''
  if (sign === '\u2063') return ','
  if (sign === '\u2064') return ' '
  if (sign === '\u2061') return ''
  if (/^[=<>≤≥≈≠×÷→⇒±]$/u.test(sign)) return ` ${sign} `
  return /^[+−–-]$/u.test(sign) && /[\p{L}\p{N})\]]\s*$/u.test(before) ? ` ${sign} ` : sign
}

const WRAPPERS = new Set('mrow mstyle mpadded semantics menclose merror maction'.split(' '))

const isWrapper = (element: HtmlNode): boolean => WRAPPERS.has(mathName(element))

/** Whether the first or last piece of a row is a fraction, power, index or root. It must not touch its neighbours. */
function holdsStructure(element: HtmlNode): boolean {
  const MAX_STEPS = 20
  const isStructure = (node: HtmlNode | undefined) =>
    node !== undefined && (STRUCTURES.has(mathName(node)) || mathName(node) === 'msqrt')
  for (const end of [0, -1]) {
    let node: HtmlNode | undefined = element
    for (let step = 0; node && isWrapper(node) && step < MAX_STEPS; step++) node = argumentsOf(node).at(end)
    if (isStructure(node)) return true
  }
  return false
}

function argumentsOf(element: HtmlNode): HtmlNode[] {
  const found: HtmlNode[] = []
  for (let node = element.firstChild; node; node = node.nextSibling) if (node.nodeType === 1) found.push(node)
  return found
}

function flatText(element: HtmlNode): string {
  const pieces: string[] = []
  for (let node: HtmlNode | null = element.firstChild; node;) {
    if (node.nodeType === 3) pieces.push(node.nodeValue ?? '')
    let next: HtmlNode | null = node.firstChild ?? node.nextSibling
    for (let parent: HtmlNode | null = node.parentNode; !next && parent && parent !== element;) {
      next = parent.nextSibling
      parent = parent.parentNode
    }
    node = next
  }
  return pieces.join(' ')
}
