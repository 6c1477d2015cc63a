import { isElement, type XmlElement } from './xml.ts'

/**
 * Tracks fields such as page numbers (ECMA-376 part 1, 17.16.18). Separate marks start the field's code, start its
 * result and end the field, possibly far apart.
 */
export class Fields {
  #open: { code: string; isResult: boolean }[] = []
  #ending: ReadonlySet<XmlElement>

  constructor(part: XmlElement) {
    this.#ending = fieldsThatEnd(part)
  }

  /** Whether a text at the current position is visible: neither in a field's code nor in a generated list. */
  get isShown(): boolean {
    return this.#open.every(({ code, isResult }) => isResult && !isGeneratedField(code))
  }

  /** Updates the open fields at a mark. Returns the code of a field that ends at this mark without a result. */
  mark(element: XmlElement): string | null {
    const type = element.attributes['w:fldCharType']
    const field = this.#open.at(-1)
    if (type === 'begin' && this.#ending.has(element)) this.#open.push({ code: '', isResult: false })
    else if (type === 'separate' && field) field.isResult = true
    else if (type === 'end') {
      const ended = this.#open.pop()
      return ended && !ended.isResult ? ended.code : null
    }
    return null
  }

  addCode(code: string): void {
    const field = this.#open.at(-1)
    if (field && !field.isResult) field.code += code
  }
}

/** Whether a field generates a table of contents, figures or authorities, or an index. */
export function isGeneratedField(code: string): boolean {
  return /^\s*(?:TOC|TOA|INDEX)\b/i.test(code)
}

/**
 * Finds the start marks of fields that have an end mark. Fields without one are ignored, because they would hide the
 * rest of the document.
 */
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
