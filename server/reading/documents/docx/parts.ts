import { AppError } from '#core/errors.ts'
import { childrenOf, parseXml, type XmlElement } from './xml.ts'
import type { ZipParts } from './zip-parts.ts'

/** The parts that we read. Headers, footers, comments and the glossary are excluded. */
export interface DocxParts {
  document: XmlElement
  styles?: XmlElement
  numbering?: XmlElement
  footnotes?: XmlElement
  endnotes?: XmlElement
  coreProperties?: XmlElement
  extendedProperties?: XmlElement
}

/** Finds the parts through their relationships, because paths and names vary. */
export async function readParts(zip: ZipParts): Promise<DocxParts> {
  const read = async (path: string | undefined) => {
    const bytes = path === undefined ? null : await zip.read(path)
    return bytes ? parseXml(bytes) : undefined
  }

  const ofPackage = targetsOf(await read('_rels/.rels'), '')
  const documentPath = ofPackage.get('officeDocument') ?? 'word/document.xml'
  const document = await read(documentPath)
  if (document?.name !== 'w:document') throw new AppError('document_damaged')

  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(documentPath) ?? []
  const ofDocument = targetsOf(await read(`${folder}_rels/${file}.rels`), folder)
  return {
    document,
    styles: await read(ofDocument.get('styles')),
    numbering: await read(ofDocument.get('numbering')),
    footnotes: await read(ofDocument.get('footnotes')),
    endnotes: await read(ofDocument.get('endnotes')),
    coreProperties: await read(ofPackage.get('core-properties')),
    extendedProperties: await read(ofPackage.get('extended-properties') ?? ofPackage.get('extendedProperties')),
  }
}

/** Paths by the last word of the relationship type, which strict and transitional files share. */
function targetsOf(relationships: XmlElement | undefined, folder: string): Map<string, string> {
  const targets = new Map<string, string>()
  for (const { attributes } of childrenOf(relationships, 'rel:Relationship')) {
    const type = attributes['Type']?.split('/').at(-1)
    const target = attributes['Target']
    if (!type || target === undefined || attributes['TargetMode'] === 'External' || targets.has(type)) continue
    const url = URL.parse(target, `file:///${folder}`)
    if (url) targets.set(type, unescaped(url.pathname.slice(1)))
  }
  return targets
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Documents and templates, with or without macros. Macros never run. */
const MAIN_TYPES = new Set([
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
  'application/vnd.ms-word.document.macroenabled.main+xml',
  'application/vnd.ms-word.template.macroenabledtemplate.main+xml',
])

/** @throws AppError document_damaged, document_bomb */
export async function hasTextDocument(zip: ZipParts): Promise<boolean> {
  const bytes = await zip.read('[Content_Types].xml')
  if (!bytes) return false
  const types = parseXml(bytes)
  return [...childrenOf(types, 'ct:Override'), ...childrenOf(types, 'ct:Default')].some(({ attributes }) =>
    MAIN_TYPES.has(attributes['ContentType']?.toLowerCase() ?? ''),
  )
}
