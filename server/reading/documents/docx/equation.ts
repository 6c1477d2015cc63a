import { choose, fraction, grouped, joinParts, prescripts, root, scripts } from '../../formula-text.ts'
import { childOf, childrenOf, isElement, switchOf, type XmlElement } from './xml.ts'

/**
 * Writes an equation on one line, with fractions, powers, indices and roots (ECMA-376 part 1, 22.1), so that ½ does not
 * become 12.
 */
export function equationText(element: XmlElement): string {
  return structureOf(element) ?? plainText(element)
}

function structureOf(element: XmlElement): string | null {
  const inside = (name: string) => textOfAll(childOf(element, name))
  const sign = (name: string) => childOf(element, `${element.name}Pr`, name)?.attributes['m:val']
  switch (element.name) {
    case 'm:f':
      return sign('m:type') === 'noBar'
        ? choose(inside('m:num'), inside('m:den'))
        : fraction(inside('m:num'), inside('m:den'))
    case 'm:sSup':
    case 'm:sSub':
    case 'm:sSubSup':
      return scripts(inside('m:e'), inside('m:sub'), inside('m:sup'))
    case 'm:sPre':
      return prescripts(inside('m:e'), inside('m:sub'), inside('m:sup'))
    case 'm:rad':
      return root(inside('m:e'), inside('m:deg'))
    case 'm:limLow':
      return scripts(inside('m:e'), inside('m:lim'), '')
    case 'm:limUpp':
      return scripts(inside('m:e'), '', inside('m:lim'))
    case 'm:nary':
      return `${scripts(sign('m:chr') ?? '∫', inside('m:sub'), inside('m:sup'))} ${inside('m:e')}`
    default:
      return null
  }
}

function plainText(element: XmlElement): string {
  const sign = (name: string) => childOf(element, `${element.name}Pr`, name)?.attributes['m:val']
  const elements = (separator: string) => childrenOf(element, 'm:e').map(textOfAll).join(separator)
  switch (element.name) {
    case 'm:t':
      return element.children.filter((child) => !isElement(child)).join('')
    case 'm:d':
      return `${sign('m:begChr') ?? '('}${elements(sign('m:sepChr') ?? '|')}${sign('m:endChr') ?? ')'}`
    case 'm:acc':
      return `${elements('')}${sign('m:chr') ?? '\u0302'}`
    case 'm:bar':
      return `${elements('')}\u0305`
    case 'm:m':
      return grouped(childrenOf(element, 'm:mr').map(cellsOf).join('; '))
    case 'm:eqArr':
      return elements('; ')
    case 'm:func':
      return `${textOfAll(childOf(element, 'm:fName'))} ${elements('')}`
    case 'm:phant':
      return ['0', 'off', 'false'].includes(sign('m:show') ?? '1') ? '' : textOfAll(element)
    case 'm:borderBox':
      return isCrossedOut(childOf(element, 'm:borderBoxPr')) ? '' : textOfAll(element)
    case 'm:groupChr': {
      // Ignore a brace or a bar, because it has no meaning. Keep an arrow, whose text is above or below it.
      const drawn = sign('m:chr') ?? ''
      return /^[\u2190-\u21FF]$/u.test(drawn) ? ` ${drawn} ${grouped(elements(''))} ` : elements('')
    }
    case 'm:r':
      return isGone(childOf(element, 'w:rPr')) ? '' : textOfAll(element)
    case 'w:del':
    case 'w:moveFrom':
      return ''
    default:
      return textOfAll(element)
  }
}

/** Whether a box strikes its content out (ECMA-376 part 1, 22.1.2.12). */
const isCrossedOut = (properties: XmlElement | undefined): boolean =>
  ['m:strikeH', 'm:strikeV', 'm:strikeBLTR', 'm:strikeTLBR'].some((name) => {
    const strike = childOf(properties, name)
    return strike !== undefined && !['0', 'false', 'off'].includes(strike.attributes['m:val'] ?? '1')
  })

const cellsOf = (row: XmlElement): string => childrenOf(row, 'm:e').map(textOfAll).join(', ')

const isGone = (properties: XmlElement | undefined): boolean =>
  ['w:vanish', 'w:strike', 'w:dstrike'].some((name) => switchOf(properties, name)) ||
  childOf(properties, 'w:del') !== undefined

function textOfAll(element: XmlElement | undefined): string {
  const parts = element?.children.filter(isElement).map((child) => {
    const structure = structureOf(child)
    return { text: structure ?? plainText(child), isStructure: structure !== null || holdsStructure(child) }
  })
  return joinParts(parts ?? [])
}

/** Elements around a part of an equation that draw nothing between it and its neighbours. */
const WRAPPERS = new Set('m:box m:borderBox m:groupChr m:phant m:e m:oMath w:ins w:moveTo w:smartTag'.split(' '))

/**
 * Whether the first or last piece inside a wrapper is a fraction, power, index or root, which must not touch its
 * neighbours.
 */
function holdsStructure(element: XmlElement): boolean {
  const MAX_STEPS = 20
  for (const end of [0, -1]) {
    let inner: XmlElement | undefined = element
    for (let step = 0; inner && WRAPPERS.has(inner.name) && step < MAX_STEPS; step++)
      inner = inner.children
        .filter(isElement)
        .filter(({ name }) => !name.endsWith('Pr'))
        .at(end)
    if (inner !== element && STRUCTURES.has(inner?.name ?? '')) return true
  }
  return false
}

const STRUCTURES = new Set('m:f m:sSup m:sSub m:sSubSup m:sPre m:rad m:limLow m:limUpp m:nary'.split(' '))
