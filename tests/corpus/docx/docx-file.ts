import { strToU8, zipSync, type Zippable } from 'fflate'

// Builds DOCX files from WordprocessingML. It shares no code with Frogy's DOCX reader, so a mistake in either makes a
// test fail.

/** The XML inside the root element of each document part. An undefined part is missing in the file. */
export interface DocxContent {
  body: string
  styles?: string
  numbering?: string
  footnotes?: string
  endnotes?: string
  /** The document properties: `<dc:title>` and similar elements. */
  core?: string
  /** The application's properties: `<Pages>` and similar elements. */
  app?: string
  /** More parts by path, each with the type of its relationship to the main part. */
  more?: Record<string, { xml: string; type?: string }>
  mainPart?: string
  mainType?: string
  /** Whether the XML uses the namespaces of ISO 29500 Strict. */
  isStrict?: boolean
  /** Whether the XML is in UTF-16 with a byte order mark. */
  isUtf16?: boolean
}

const OFFICE = 'http://schemas.openxmlformats.org'
const NAMESPACES = {
  w: `${OFFICE}/wordprocessingml/2006/main`,
  r: `${OFFICE}/officeDocument/2006/relationships`,
  m: `${OFFICE}/officeDocument/2006/math`,
  mc: `${OFFICE}/markup-compatibility/2006`,
  wp: `${OFFICE}/drawingml/2006/wordprocessingDrawing`,
  a: `${OFFICE}/drawingml/2006/main`,
  wps: 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
  wpg: 'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
  w14: 'http://schemas.microsoft.com/office/word/2010/wordml',
  v: 'urn:schemas-microsoft-com:vml',
}
const DOCUMENT_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** Returns the parts of a document by path before zipping, so that a test can corrupt them. */
export function docxParts(content: DocxContent): Record<string, Uint8Array> {
  const { body, core, app, more = {}, mainPart = 'word/document.xml', mainType = DOCUMENT_TYPE } = content
  const folder = mainPart.slice(0, mainPart.lastIndexOf('/') + 1)
  const file = mainPart.slice(folder.length)
  const parts: Record<string, string> = {
    [mainPart]: root('w:document', `<w:body>${body}<w:sectPr/></w:body>`),
  }
  const relationships = Object.entries(more).map(([path, { type }]) => ({ path, type }))
  for (const [path, { xml }] of Object.entries(more)) parts[path] = xml
  for (const name of ['styles', 'numbering', 'footnotes', 'endnotes'] as const) {
    const inside = content[name]
    if (inside === undefined) continue
    const path = `${folder}${name}.xml`
    parts[path] = root(`w:${name}`, inside)
    relationships.push({ path, type: `${NAMESPACES.r}/${name}` })
  }
  if (relationships.length > 0) parts[`${folder}_rels/${file}.rels`] = relationshipsPart(relationships)

  const ofPackage = [{ path: mainPart, type: `${NAMESPACES.r}/officeDocument` }]
  if (core !== undefined) {
    const properties = `${OFFICE}/package/2006/metadata/core-properties`
    const dublinCore = 'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"'
    parts['docProps/core.xml'] = `<cp:coreProperties xmlns:cp="${properties}" ${dublinCore}>${core}</cp:coreProperties>`
    ofPackage.push({ path: 'docProps/core.xml', type: `${OFFICE}/package/2006/relationships/metadata/core-properties` })
  }
  if (app !== undefined) {
    const properties = `${OFFICE}/officeDocument/2006/extended-properties`
    parts['docProps/app.xml'] = `<Properties xmlns="${properties}">${app}</Properties>`
    ofPackage.push({ path: 'docProps/app.xml', type: `${NAMESPACES.r}/extended-properties` })
  }
  parts['_rels/.rels'] = relationshipsPart(ofPackage)
  parts['[Content_Types].xml'] = contentTypes({ [`/${mainPart}`]: mainType })

  return Object.fromEntries(
    Object.entries(parts).map(([path, xml]) => {
      const declared = xml.startsWith('<?xml')
        ? xml
        : `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n${xml}`
      const named = content.isStrict ? strict(declared) : declared
      return [path, content.isUtf16 && path === mainPart ? utf16(named) : strToU8(named)]
    }),
  )
}

export function docxFile(content: DocxContent): Uint8Array {
  return zipped(docxParts(content))
}

export function zipped(parts: Zippable): Uint8Array {
  return zipSync(parts, { mtime: '2025-01-01' })
}

export function contentTypes(overrides: Record<string, string>): string {
  const parts = Object.entries(overrides).map(([path, type]) => `<Override PartName="${path}" ContentType="${type}"/>`)
  const xml = '<Default Extension="xml" ContentType="application/xml"/>'
  return `<Types xmlns="${OFFICE}/package/2006/content-types">${xml}${parts.join('')}</Types>`
}

function root(name: string, inside: string): string {
  const declarations = Object.entries(NAMESPACES).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  return `<${name}${declarations.join('')} mc:Ignorable="w14">${inside}</${name}>`
}

function relationshipsPart(relationships: { path: string; type?: string | undefined }[]): string {
  const each = relationships.map(({ path, type }, index) =>
    type === undefined ? '' : `<Relationship Id="rId${index + 1}" Type="${type}" Target="/${path}"/>`,
  )
  return `<Relationships xmlns="${OFFICE}/package/2006/relationships">${each.join('')}</Relationships>`
}

function strict(xml: string): string {
  return xml
    .replaceAll(
      `${OFFICE}/officeDocument/2006/extended-properties`,
      'http://purl.oclc.org/ooxml/officeDocument/extendedProperties',
    )
    .replaceAll(`${OFFICE}/wordprocessingml/2006/main`, 'http://purl.oclc.org/ooxml/wordprocessingml/main')
    .replaceAll(`${OFFICE}/officeDocument/2006/`, 'http://purl.oclc.org/ooxml/officeDocument/')
    .replaceAll(`${OFFICE}/drawingml/2006/`, 'http://purl.oclc.org/ooxml/drawingml/')
}

function utf16(xml: string): Uint8Array {
  return new Uint8Array(Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le'))
}

/** A run of text. `properties` is the content of `w:rPr`. */
export function run(text: string, properties = ''): string {
  return `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
}

/** A paragraph of text or runs. `properties` is the content of `w:pPr`. */
export function paragraph(content: string, properties = ''): string {
  const runs = content === '' || content.startsWith('<') ? content : run(content)
  return `<w:p w:rsidR="00A1B2C3">${properties && `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`
}

export function styled(styleId: string, content: string): string {
  return paragraph(content, `<w:pStyle w:val="${styleId}"/>`)
}

/** A list item. Levels start at 0. */
export function item(listId: number, level: number, content: string): string {
  return paragraph(content, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${listId}"/></w:numPr>`)
}

export function table(...rows: string[]): string {
  return `<w:tbl><w:tblPr/><w:tblGrid/>${rows.join('')}</w:tbl>`
}

/** A table row. Each cell is a text or the result of `cell`. */
export function row(...cells: string[]): string {
  return `<w:tr>${cells.map((each) => (each.startsWith('<w:tc>') ? each : cell(paragraph(each)))).join('')}</w:tr>`
}

export function headerRow(...cells: string[]): string {
  return row(...cells).replace('<w:tr>', '<w:tr><w:trPr><w:tblHeader/></w:trPr>')
}

export function cell(blocks: string, properties = ''): string {
  return `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/>${properties}</w:tcPr>${blocks}</w:tc>`
}

/** A complex field of Word, such as a page number: its code and the text that it displays. */
export function field(code: string, result: string): string {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const instruction = `<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>`
  return `${mark('begin')}${instruction}${mark('separate')}${result}${mark('end')}`
}

/** A list definition: its id, and the number format and text of each level. */
export function list(id: number, ...levels: [format: string, text: string, more?: string][]): string {
  const each = levels.map(
    ([format, text, more = ''], level) =>
      `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`,
  )
  return `<w:abstractNum w:abstractNumId="${id}">${each.join('')}</w:abstractNum>`
}

/**
 * A numbering instance, by which paragraphs refer to a list. The schema requires all numbering instances after all
 * lists.
 */
export function number(id: number, listId = id, more = ''): string {
  return `<w:num w:numId="${id}"><w:abstractNumId w:val="${listId}"/>${more}</w:num>`
}

export function style(kind: 'paragraph' | 'character' | 'numbering', id: string, name: string, more = ''): string {
  return `<w:style w:type="${kind}" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
}

/** The default languages and heading styles of a new Word document. */
export const USUAL_STYLES = [
  '<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="en-US" w:eastAsia="en-US" w:bidi="ar-SA"/></w:rPr></w:rPrDefault></w:docDefaults>',
  style('paragraph', 'Normal', 'Normal'),
  style('paragraph', 'Title', 'Title', '<w:basedOn w:val="Normal"/>'),
  style('paragraph', 'Heading1', 'heading 1', '<w:basedOn w:val="Normal"/>'),
  style('paragraph', 'Heading2', 'heading 2', '<w:basedOn w:val="Normal"/>'),
].join('')
