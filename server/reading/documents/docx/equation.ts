import { childOf, isElement, type XmlElement } from './xml.ts'

/** On one line, with fractions, powers, indices and roots: ½ must not become 12 (ECMA-376 part 1, 22.1). */
export function equationText(element: XmlElement): string {
  const inside = (name: string) => grouped(textOfAll(childOf(element, name)))
  switch (element.name) {
    case 'm:t':
      return element.children.filter((child) => !isElement(child)).join('')
    case 'm:f':
      return `${inside('m:num')}/${inside('m:den')}`
    case 'm:sSup':
      return `${inside('m:e')}^${inside('m:sup')}`
    case 'm:sSub':
      return `${inside('m:e')}_${inside('m:sub')}`
    case 'm:sSubSup':
      return `${inside('m:e')}_${inside('m:sub')}^${inside('m:sup')}`
    case 'm:rad':
      return `${textOfAll(childOf(element, 'm:deg'))}√${inside('m:e')}`
    case 'm:d':
      return `${signOf(element, 'm:begChr') ?? '('}${textOfAll(element)}${signOf(element, 'm:endChr') ?? ')'}`
    case 'm:nary':
      return `${signOf(element, 'm:chr') ?? '∫'}_${inside('m:sub')}^${inside('m:sup')} ${textOfAll(childOf(element, 'm:e'))}`
    default:
      return textOfAll(element)
  }
}

function textOfAll(element: XmlElement | undefined): string {
  return element?.children.filter(isElement).map(equationText).join('') ?? ''
}

function grouped(text: string): string {
  return /^[\p{L}\p{N}.,]*$/u.test(text) ? text : `(${text})`
}

function signOf(element: XmlElement, name: string): string | undefined {
  return childOf(element, `${element.name}Pr`, name)?.attributes['m:val']
}
