import { isElement, type XmlElement } from './xml.ts'

/** Complex fields (ECMA-376 part 1, 17.16.18): marks start their code and result, and may end them much later. */
export class Fields {
  #open: { code: string; isResult: boolean }[] = []
  #ending: ReadonlySet<XmlElement>

  constructor(part: XmlElement) {
    this.#ending = fieldsThatEnd(part)
  }

  /** Whether text at this position is visible: outside field codes and generated lists. */
  get isShown(): boolean {
    return this.#open.every(({ code, isResult }) => isResult && !isGeneratedField(code))
  }

  mark(element: XmlElement): void {
    const type = element.attributes['w:fldCharType']
    const field = this.#open.at(-1)
    if (type === 'begin' && this.#ending.has(element)) this.#open.push({ code: '', isResult: false })
    else if (type === 'separate' && field) field.isResult = true
    else if (type === 'end') this.#open.pop()
  }

  addCode(code: string): void {
    const field = this.#open.at(-1)
    if (field && !field.isResult) field.code += code
  }
}

/** Tables of contents, figures and authorities, and indexes. */
export function isGeneratedField(code: string): boolean {
  return /^\s*(?:TOC|TOA|INDEX)\b/i.test(code)
}

/** Starts of fields that have an end. Without its end, a field would swallow the rest of the document. */
function fieldsThatEnd(part: XmlElement): ReadonlySet<XmlElement> {
  const ending = new Set<XmlElement>()
  const open: XmlElement[] = []
  const look = (element: XmlElement): void => {
    if (element.name === 'w:del' || element.name === 'w:moveFrom') return
    const type = element.name === 'w:fldChar' ? element.attributes['w:fldCharType'] : undefined
    if (type === 'begin') open.push(element)
    const begin = type === 'end' ? open.pop() : undefined
    if (begin) ending.add(begin)
    element.children.filter(isElement).forEach(look)
  }
  look(part)
  return ending
}
