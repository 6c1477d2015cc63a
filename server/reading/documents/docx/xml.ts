import { AppError } from '#core/errors.ts'

/**
 * An element of a part. Its name has Frogy's prefix, such as `w:p`, even if the file declares another one. `?:p` means
 * an unknown namespace.
 */
export interface XmlElement {
  name: string
  attributes: Readonly<Record<string, string>>
  children: XmlNode[]
}
export type XmlNode = XmlElement | string

/** The namespaces of ECMA-376, in both variants (transitional and strict), with their usual prefixes. */
const PREFIXES = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.openxmlformats.org/package/2006/content-types', 'ct'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/extended-properties', 'ep'],
  ['http://purl.oclc.org/ooxml/officeDocument/extendedProperties', 'ep'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
  ['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
  ['http://schemas.openxmlformats.org/drawingml/2006/diagram', 'dgm'],
  ['http://purl.oclc.org/ooxml/drawingml/diagram', 'dgm'],
  ['http://schemas.openxmlformats.org/drawingml/2006/chart', 'c'],
  ['http://purl.oclc.org/ooxml/drawingml/chart', 'c'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['http://purl.org/dc/elements/1.1/', 'dc'],
  ['http://www.w3.org/XML/1998/namespace', 'xml'],
])

/** The deepest nesting of elements. Real documents nest less, and recursive functions can still handle it. */
const MAX_DEPTH = 300
/** The maximum number of elements in a part, three times those of a document of a thousand pages. */
const MAX_ELEMENTS = 1_500_000

/**
 * Parses a part. Rejects a truncated part, and a DOCTYPE (ECMA-376 part 2, 6.2.5), so that only predefined entities
 * work.
 */
export function parseXml(bytes: Uint8Array): XmlElement {
  const xml = decoded(bytes)
  const open: { element: XmlElement; tag: string; prefixes: ReadonlyMap<string, string> }[] = []
  let root: XmlElement | undefined
  let elements = 0
  let at = 0

  const after = (end: string, from: number) => {
    const found = xml.indexOf(end, from)
    if (found < 0) throw damaged(`No ${end} after ${from}`)
    return found + end.length
  }

  function addText(text: string): void {
    const parent = open.at(-1)
    if (parent && text !== '') parent.element.children.push(text)
    else if (text.trim() !== '') throw damaged('Text outside of the root')
  }

  function closeTag(tag: string): void {
    if (open.pop()?.tag !== tag) throw damaged(`</${tag}> closes nothing`)
  }

  function openTag(from: number): number {
    const tag = matchAt(NAME, xml, from)?.[0]
    if (!tag) throw damaged(`No name after < at ${from}`)
    const parent = open.at(-1)
    if (!parent && root) throw damaged('Two roots')
    if (++elements > MAX_ELEMENTS) throw new AppError('document_bomb')
    if (open.length >= MAX_DEPTH) throw damaged('Nested too deep')

    let end = from + tag.length
    const given: [string, string][] = []
    for (let match = matchAt(ATTRIBUTE, xml, end); match; match = matchAt(ATTRIBUTE, xml, end)) {
      given.push([match[1] ?? '', withEntities(match[2] ?? match[3] ?? '')])
      end += match[0].length
    }
    const close = matchAt(TAG_END, xml, end)
    if (!close) throw damaged(`<${tag}> does not end`)

    const prefixes = prefixesOf(given, parent?.prefixes ?? OUTERMOST)
    const element = { name: nameOf(tag, prefixes, ''), attributes: attributesOf(given, prefixes), children: [] }
    if (parent) parent.element.children.push(element)
    else root = element
    if (close[1] === '') open.push({ element, tag, prefixes })
    return end + close[0].length
  }

  while (at < xml.length) {
    const next = xml.indexOf('<', at)
    addText(withEntities(xml.slice(at, next < 0 ? undefined : next)))
    if (next < 0) break
    if (xml.startsWith('</', next)) {
      at = after('>', next)
      closeTag(xml.slice(next + 2, at - 1).trimEnd())
    } else if (xml.startsWith('<?', next)) at = after('?>', next)
    else if (xml.startsWith('<!--', next)) at = after('-->', next + 4)
    else if (xml.startsWith('<![CDATA[', next)) {
      at = after(']]>', next)
      addText(xml.slice(next + 9, at - 3))
    } else at = openTag(next + 1)
  }
  if (!root || open.length > 0) throw damaged('The part is cut off')
  return root
}

const NAME = /[^\s/>=<"'&!?]+/y
const ATTRIBUTE = /\s+([^\s/>=<"'&]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y
const TAG_END = /\s*(\/?)>/y

function matchAt(pattern: RegExp, xml: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(xml)
}

const OUTERMOST: ReadonlyMap<string, string> = new Map([['xml', 'xml']])

function prefixesOf(given: [string, string][], outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const declared = given.filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'))
  if (declared.length === 0) return outer
  return new Map([...outer, ...declared.map(([name, uri]) => [name.slice(6), PREFIXES.get(uri) ?? '?'] as const)])
}

function nameOf(tag: string, prefixes: ReadonlyMap<string, string>, whereNone: string): string {
  const colon = tag.indexOf(':')
  const given = colon < 0 ? whereNone : tag.slice(0, colon)
  const prefix = prefixes.get(given)
  if (prefix === undefined && given !== '') throw damaged(`The prefix ${given} is not defined`)
  return `${prefix ?? '?'}:${tag.slice(colon + 1)}`
}

const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

function attributesOf(given: [string, string][], prefixes: ReadonlyMap<string, string>) {
  const own = given.filter(([name]) => name !== 'xmlns' && !name.startsWith('xmlns:'))
  if (own.length === 0) return NO_ATTRIBUTES
  return Object.fromEntries(own.map(([name, value]) => [name.includes(':') ? nameOf(name, prefixes, '') : name, value]))
}

const ENTITIES = new Map(Object.entries({ lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }))

function withEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&([^;&\s]{0,12})(;?)/g, (_, name: string, end: string) => {
    const character = name.startsWith('#') ? characterOf(name.slice(1)) : ENTITIES.get(name)
    if (character === undefined || end === '') throw damaged(`&${name} is no entity`)
    return character
  })
}

function characterOf(reference: string): string | undefined {
  const code = /^x[\da-f]+$/i.test(reference)
    ? Number(`0${reference}`)
    : /^\d+$/.test(reference)
      ? Number(reference)
      : -1
  if (code < 0 || code > 0x10ffff) return undefined
  return code === 0 || (code >= 0xd800 && code <= 0xdfff) ? '\uFFFD' : String.fromCodePoint(code)
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) {
    return new TextDecoder('utf-16le').decode(bytes)
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) {
    return new TextDecoder('utf-16be').decode(bytes)
  }
  return new TextDecoder().decode(bytes)
}

function damaged(why: string): AppError {
  return new AppError('document_damaged', { cause: new Error(why) })
}

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string'
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element ? element.children.filter((child) => isElement(child) && child.name === name).filter(isElement) : []
}

export function childOf(element: XmlElement | undefined, ...names: string[]): XmlElement | undefined {
  let found = element
  for (const name of names) found = found?.children.filter(isElement).find((child) => child.name === name)
  return found
}

export function valueOf(element: XmlElement | undefined, ...names: string[]): string | undefined {
  return childOf(element, ...names)?.attributes['w:val']
}

/**
 * Whether a property is on: present, without a value that means false (ECMA-376 part 1, 22.9.2.7). Undefined if
 * missing.
 */
export function switchOf(element: XmlElement | undefined, name: string): boolean | undefined {
  const property = childOf(element, name)
  return property && !['0', 'false', 'off'].includes(property.attributes['w:val'] ?? '1')
}

export function textOf(element: XmlElement | undefined): string {
  return element?.children.map((child) => (isElement(child) ? textOf(child) : child)).join('') ?? ''
}

export function el(name: string, attributes: Record<string, string> = {}, children: XmlNode[] = []): XmlElement {
  return { name, attributes, children }
}

export function writeHtml(node: XmlNode): string {
  if (!isElement(node)) return escaped(node)
  if (node.name === 'br') return '<br>'
  // Do not escape an inserted file, because it is already HTML.
  if (node.name === 'chunk') return `<div>${node.attributes['html'] ?? ''}</div>`
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<${node.name}${attributes.join('')}>${node.children.map(writeHtml).join('')}</${node.name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
