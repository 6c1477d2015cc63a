import { AppError } from '#core/errors.ts'
import { childrenOf, parseXml, type XmlElement } from './xml.ts'
import type { ZipParts } from './zip-parts.ts'

/** The parts of a DOCX that Frogy reads. Headers, footers, comments and the glossary are not read. */
export interface DocxParts {
  document: XmlElement
  styles?: XmlElement
  numbering?: XmlElement
  footnotes?: XmlElement
  endnotes?: XmlElement
  coreProperties?: XmlElement
  extendedProperties?: XmlElement
  /** Inserted files, converted to HTML, by the id of their relationship to the document. */
  chunks: ReadonlyMap<string, string>
  /** Diagrams and charts, by the id of their relationship to the document. */
  drawings: ReadonlyMap<string, XmlElement>
  /** XML data inside the document, which content controls show. */
  stores: readonly XmlElement[]
}

/** Finds the parts by their relationships, because their paths and names vary. */
export async function readParts(
  zip: ZipParts,
  readChunk: (bytes: Uint8Array, path: string) => Promise<string>,
): Promise<DocxParts> {
  const read = async (path: string | undefined) => {
    const bytes = path === undefined ? null : await zip.read(path)
    return bytes ? parseXml(bytes) : undefined
  }

  const ofPackage = targetsOf(await read('_rels/.rels'), '')
  const documentPath = ofPackage.get('officeDocument') ?? 'word/document.xml'
  const document = await read(documentPath)
  if (document?.name !== 'w:document') throw new AppError('document_damaged')

  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(documentPath) ?? []
  const relationships = relationshipsOf(await read(`${folder}_rels/${file}.rels`), folder)
  const ofDocument = firstOfEach(relationships)
  const ofTypes = (...types: string[]) => relationships.filter(({ type }) => types.includes(type)).slice(0, MAX_RELATED)

  const chunks = new Map<string, string>()
  for (const { id, path } of ofTypes('aFChunk')) {
    const bytes = await zip.read(path)
    const html = bytes && (await unlessDamaged(() => readChunk(bytes, path)))
    if (html) chunks.set(id, html)
  }
  const drawings = new Map<string, XmlElement>()
  for (const { id, path } of ofTypes('diagramData', 'chart')) {
    const drawing = await readIfWhole(zip, path)
    if (drawing) drawings.set(id, drawing)
  }
  const coreProperties = await read(ofPackage.get('core-properties'))
  const extendedProperties = await read(ofPackage.get('extended-properties') ?? ofPackage.get('extendedProperties'))
  const stores = [coreProperties, extendedProperties]
  if (chunks.size + drawings.size < MAX_RELATED)
    for (const { path } of ofTypes('customXml')) stores.push(await readIfWhole(zip, path))
  return {
    document,
    styles: await read(ofDocument.get('styles')),
    numbering: await read(ofDocument.get('numbering')),
    footnotes: await read(ofDocument.get('footnotes')),
    endnotes: await read(ofDocument.get('endnotes')),
    coreProperties,
    extendedProperties,
    chunks,
    drawings,
    stores: stores.filter((store) => store !== undefined),
  }
}

/** The maximum number of inserted files, drawings or data parts to read. Documents have only a few. */
const MAX_RELATED = 50

async function readIfWhole(zip: ZipParts, path: string): Promise<XmlElement | undefined> {
  const bytes = await zip.read(path)
  return bytes ? await unlessDamaged(() => parseXml(bytes)) : undefined
}

/** Reads a part. Undefined if it is damaged, because the text is readable without a broken diagram or inserted file. */
async function unlessDamaged<T>(read: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'document_bomb') throw error
    return undefined
  }
}

interface Relationship {
  id: string
  /**
   * The last word of the relationship's type, which is the same in both variants of the format (strict and
   * transitional).
   */
  type: string
  path: string
}

function relationshipsOf(part: XmlElement | undefined, folder: string): Relationship[] {
  return childrenOf(part, 'rel:Relationship').flatMap(({ attributes }) => {
    const { Id: id = '', Target: target, Type: kind = '' } = attributes
    const type = kind.split('/').at(-1)
    if (!type || target === undefined || attributes['TargetMode'] === 'External') return []
    const url = URL.parse(target, `file:///${folder}`)
    return url ? [{ id, type, path: unescaped(url.pathname.slice(1)) }] : []
  })
}

const firstOfEach = (relationships: readonly Relationship[]): Map<string, string> =>
  new Map(relationships.toReversed().map(({ type, path }) => [type, path]))

const targetsOf = (part: XmlElement | undefined, folder: string): Map<string, string> =>
  firstOfEach(relationshipsOf(part, folder))

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Content types of documents and templates, with or without macros. Frogy never runs macros. */
const MAIN_TYPES = new Set([
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
  'application/vnd.ms-word.document.macroenabled.main+xml',
  'application/vnd.ms-word.template.macroenabledtemplate.main+xml',
])

/** Whether an Office file is a text document. @throws AppError document_damaged, document_bomb */
export async function hasTextDocument(zip: ZipParts): Promise<boolean> {
  const bytes = await zip.read('[Content_Types].xml')
  if (!bytes) return false
  const types = parseXml(bytes)
  return [...childrenOf(types, 'ct:Override'), ...childrenOf(types, 'ct:Default')].some(({ attributes }) =>
    MAIN_TYPES.has(attributes['ContentType']?.toLowerCase() ?? ''),
  )
}
