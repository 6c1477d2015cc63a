import { AppError } from '#core/errors.ts'
import { CONTENT_LIMIT } from '#core/reading/contract.ts'
import { languageOf } from '#core/reading/language-of.ts'
import type { ParsedText } from '../parsed-text.ts'
import type { Glyph } from './pdf/glyph.ts'
import { segmentsWithInitials } from './pdf/initials.ts'
import { withBullets } from './pdf/lines.ts'
import {
  glyphsOf,
  heightsOf,
  type DrawingList,
  type Font,
  type IsLayerRead,
  type PageGlyphs,
} from './pdf/page-glyphs.ts'
import { joinInDrawingOrder, isReversedArabic } from './pdf/reversed-arabic.ts'
import { blocksOf, contentOf, mainSizeOf, segmentsIn, type PageSegments } from './pdf/pages.ts'
import { isReadable } from './pdf/readable.ts'
import { metadataOf, refuseSlowPdf, withPdf, type Operators, type PdfDocument } from './pdf/open-pdf.ts'
import { hasEndlessRange } from './pdf/unclosed-objects.ts'
import { rewriteActualText, appendUpdate, type Rewritten } from './pdf/actual-text.ts'
import { streamsOf } from './pdf/streams.ts'
import { boxOf, struckAreas, type Annotation } from './pdf/struck.ts'
import { titleOf } from './pdf/title.ts'
import { withoutWatermarks } from './pdf/watermarks.ts'

const PAGE_LIMIT = 1_000

/** Stop reading after this many consecutive pages without text. */
const PAGES_WITHOUT_TEXT = 200

/** A page with this many drawings and no text may have letters drawn as outlines. */
const OUTLINES = 200

/** The minimum number of letters on a page with pictures. Fewer are a scanner's stamp and not the page's text. */
const STAMP_LETTERS = 40

/**
 * Reads a PDF. Of a long text, reads at least the first CONTENT_LIMIT UTF-16 units. Renders no page, runs no script and
 * requests no address.
 */
export async function readPdf(bytes: Uint8Array): Promise<ParsedText> {
  const { file, hasPictures, isBroken } = prepared(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return await withPdf(file, async (document, operators) => {
    const read = await pagesOf(document, operators)
    const { headings, content, mainSize } = textOf(withoutWatermarks(read.pages))
    const letters = content.match(/[\p{L}\p{N}]/gu)?.length ?? 0
    const isPictures = hasPictures || read.drawings > OUTLINES
    if (letters + read.unreadable === 0) {
      throw new AppError(isPictures ? 'document_scanned' : isBroken ? 'document_damaged' : 'document_empty')
    }
    if (hasPictures && letters < STAMP_LETTERS) throw new AppError('document_scanned')
    if (!isReadable(content, read.unreadable)) throw new AppError('document_scanned')

    const { info, metadata } = await metadataOf(document)
    return {
      title: titleOf([info.Title, metadata?.get('dc:title')], headings, mainSize),
      author: authorOf([info.Author, metadata?.get('dc:creator')]),
      content,
      language: languageOf(content, typeof info.Language === 'string' ? [info.Language] : []),
      pageCount: document.numPages,
    }
  })
}

function prepared(file: Buffer): { file: Buffer; hasPictures: boolean; isBroken: boolean } {
  refuseSlowPdf(file)
  let hasPictures = false
  let isBroken = false
  const rewritten: Rewritten[] = []
  for (const stream of streamsOf(file)) {
    hasPictures ||= stream.isPicture
    isBroken ||= stream.isBroken
    if (stream.unpacked && hasEndlessRange(stream.unpacked)) throw new AppError('document_damaged')
    const instructions = rewriteActualText(stream)
    if (instructions) rewritten.push(instructions)
  }
  return { file: appendUpdate(file, rewritten), hasPictures, isBroken }
}

interface Pages {
  pages: (Pick<PageGlyphs, 'glyphs' | 'dots'> & { top: number; bottom: number })[]
  unreadable: number
  drawings: number
}

async function pagesOf(document: PdfDocument, operators: Operators): Promise<Pages> {
  const read: Pages = { pages: [], unreadable: 0, drawings: 0 }
  const isLayerRead = await layersOf(document)
  let damage: unknown
  let length = 0
  let withoutText = 0
  for (let number = 1; number <= Math.min(document.numPages, PAGE_LIMIT) && length <= CONTENT_LIMIT; number++) {
    if (withoutText++ > PAGES_WITHOUT_TEXT) break
    try {
      const page = await document.getPage(number)
      const list: DrawingList = await page.getOperatorList({ annotationMode: 0 })
      const fontOf = (name: string) => page.commonObjs.get(name) as Font
      const struck = struckAreas((await page.getAnnotations().catch(() => [])) as Annotation[])
      const { glyphs, angle, dots, unreadable, drawings } = glyphsOf(
        list,
        operators,
        fontOf,
        isLayerRead,
        struck,
        boxOf(page.view),
      )
      read.pages.push({ glyphs, dots, ...heightsOf(page.view, angle) })
      read.unreadable += unreadable
      read.drawings += drawings
      length += glyphs.reduce((sum, some) => sum + some.length, 0)
      if (glyphs.length > 0) withoutText = 0
      page.cleanup()
    } catch (error) {
      // Continue with the next page, which may be intact.
      damage ??= error
      read.pages.push({ glyphs: [], dots: [], top: 0, bottom: 0 })
    }
  }
  if (damage !== undefined && length === 0) throw new AppError('document_damaged', { cause: damage })
  return read
}

/** Decides which layers to read: all that are on, except watermarks. */
async function layersOf(document: PdfDocument): Promise<IsLayerRead> {
  try {
    const layers = await document.getOptionalContentConfig({ intent: 'display' })
    return (layer) => {
      const { id } = (layer ?? {}) as { id?: string }
      const name = id === undefined ? undefined : (layers.getGroup(id) as { name?: unknown } | null)?.name
      if (typeof name === 'string' && /water\s?mark|علامة مائية/i.test(name)) return false
      return layers.isVisible(layer)
    }
  } catch {
    return () => true
  }
}

function textOf(pages: Pages['pages']) {
  const read = (arranged: (glyphs: readonly Glyph[]) => readonly Glyph[]) => {
    const arrangedPages = pages.map(({ glyphs, dots, top, bottom }): PageSegments => {
      const [level = [], ...turned] = glyphs.map((some) => segmentsWithInitials(arranged(some)))
      return { segments: withBullets(level, dots), turned, top, bottom }
    })
    const blocks = blocksOf(arrangedPages)
    // Rotated text along a page's edge, such as an archive's stamp, cannot be the title.
    const isTurned = arrangedPages.some(({ turned }) => turned.length > 0)
    const headings = isTurned ? blocksOf(arrangedPages.map((page) => ({ ...page, turned: [] }))) : blocks
    return { headings, content: contentOf(blocks), mainSize: mainSizeOf(segmentsIn(arrangedPages)) }
  }
  const text = read((glyphs) => glyphs)
  return isReversedArabic(text.content) ? read(joinInDrawingOrder) : text
}

function authorOf(named: readonly unknown[]): string | null {
  for (const author of named.flat()) {
    const name = typeof author === 'string' ? author.replace(/[\p{Cc}\s]+/gu, ' ').trim() : ''
    if (name.length > 1 && name.length < 200 && !/^(?:unknown|anonymous|user|admin\w*|author|root)$/i.test(name))
      return name
  }
  return null
}
