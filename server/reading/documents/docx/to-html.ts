import { parseHTML } from 'linkedom'
import mammoth from 'mammoth'
import { AppError } from '#core/errors.ts'
import type { HtmlNode } from '../../html-tree.ts'
import { readNumbering } from './numbering.ts'
import type { DocxParts } from './parts.ts'
import { readStyles, type Style } from './styles.ts'
import { SIMPLE_LISTS, visibleContent, type Surroundings } from './visible-content.ts'
import { childrenOf, el, writeXml, type XmlElement } from './xml.ts'

export interface HtmlTree {
  body: HtmlNode
  querySelector(selector: string): HtmlNode | null
}

/** A document as HTML: headings, paragraphs, lists and tables, its notes as a numbered list at the end. @throws AppError */
export async function toHtml(parts: DocxParts): Promise<HtmlTree> {
  const { document } = parseHTML(`<html><body>${await converted(filesOf(parts))}</body></html>`)
  for (const list of document.querySelectorAll('ol')) {
    // Items have their numbers in their text, as Word wrote them; notes have none yet.
    if (!list.querySelector('li[id*="note-"]')) list.setAttribute('style', 'list-style: none')
  }
  for (const link of document.querySelectorAll('a[href*="note-ref-"]')) link.remove()
  return document
}

/** Mammoth opens neither the zip nor a file on disk: it gets what an opened zip is to it, which its types leave out. */
async function converted(files: ReadonlyMap<string, string>): Promise<string> {
  const file = { exists: (path: string) => files.has(path), read: async (path: string) => files.get(path) }
  try {
    const { value } = await mammoth.convertToHtml({ file } as never, { styleMap: STYLE_MAP })
    return value
  } catch (cause) {
    throw new AppError('document_damaged', { cause })
  }
}

const STYLE_MAP = ["p[style-name='Title'] => h1.title:fresh", 'p.Title => h1.title:fresh']

/** The parts as mammoth reads them best. */
function filesOf({ document, styles, numbering, footnotes, endnotes }: DocxParts): ReadonlyMap<string, string> {
  const styleById = readStyles(styles)
  const noteIds = { footnote: idsOf(footnotes, 'w:footnote'), endnote: idsOf(endnotes, 'w:endnote') }
  const surroundings: Surroundings = {
    styles: styleById,
    numbering: readNumbering(numbering, styleById),
    hasNote: (kind, id) => noteIds[kind].has(id),
  }
  const files = new Map([
    ['word/document.xml', writeXml(visibleContent(document, surroundings))],
    ['word/styles.xml', writeXml(namesOf(styleById))],
    ['word/numbering.xml', writeXml(SIMPLE_NUMBERING)],
  ])
  if (footnotes) files.set('word/footnotes.xml', writeXml(visibleContent(footnotes, surroundings)))
  if (endnotes) files.set('word/endnotes.xml', writeXml(visibleContent(endnotes, surroundings)))
  return files
}

function idsOf(notes: XmlElement | undefined, name: string): ReadonlySet<string | undefined> {
  return new Set(childrenOf(notes, name).map(({ attributes }) => attributes['w:id']))
}

/** By their names mammoth knows headings; all else of the styles is settled already. */
function namesOf(styles: ReadonlyMap<string, Style>): XmlElement {
  const named = [...styles.values()].map(({ id, name, kind }) =>
    el('w:style', { 'w:type': kind, 'w:styleId': id }, [el('w:name', { 'w:val': name })]),
  )
  return el('w:styles', {}, named)
}

/** The two lists that items are put under, as `word/numbering.xml`. */
const SIMPLE_NUMBERING = el('w:numbering', {}, [
  ...['bullet', 'decimal'].map((format, id) => el('w:abstractNum', { 'w:abstractNumId': `${id}` }, levelsOf(format))),
  ...[SIMPLE_LISTS.bullets, SIMPLE_LISTS.numbers].map((numId, id) =>
    el('w:num', { 'w:numId': numId }, [el('w:abstractNumId', { 'w:val': `${id}` })]),
  ),
])

function levelsOf(format: string): XmlElement[] {
  return Array.from({ length: SIMPLE_LISTS.deepestLevel + 1 }, (_, level) =>
    el('w:lvl', { 'w:ilvl': `${level}` }, [el('w:numFmt', { 'w:val': format })]),
  )
}
