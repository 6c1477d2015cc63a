import type { ErrorCode } from '#core/errors.ts'
import { ARABIC_LINES, ENGLISH_LINES, LARGE_TABLE } from './lines.ts'
import * as texts from './texts.ts'
import type { Part, Text } from './texts.ts'

/**
 * A PDF of the corpus and its expected text, which was written from the printed text and not from the reader's output.
 */
interface ReadableFile {
  /** The file's name without its extension. */
  name: string
  /** The feature that makes this file difficult for the PDF reader. */
  about: string
  title: string | null
  author: string | null
  language: string | null
  direction: 'ltr' | 'rtl'
  pageCount: number
  /** The expected paragraphs, headings, list items and tables, in reading order. */
  blocks: string[]
}

interface RefusedFile {
  name: string
  about: string
  code: ErrorCode
}

/** A text that a browser or an office program printed. Browsers store its title; office programs also its author. */
function printed(name: string, about: string, text: Text, more: Partial<ReadableFile> = {}): ReadableFile {
  const { title, language, parts } = text
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return { name, about, title, author: null, language, direction, pageCount: 1, blocks: blocksOf(parts), ...more }
}

/** A handmade file with the usual three lines, which form one paragraph. */
function lines(name: string, about: string, more: Partial<ReadableFile> = {}): ReadableFile {
  const [text, language, direction] = name.startsWith('ar-')
    ? ([ARABIC_LINES, 'ar', 'rtl'] as const)
    : ([ENGLISH_LINES, 'en', 'ltr'] as const)
  return {
    name,
    about,
    title: null,
    author: null,
    language,
    direction,
    pageCount: 1,
    blocks: [text.join(' ')],
    ...more,
  }
}

/** The expected text blocks: a bullet before each item, a number before each step, and one line per table row. */
function blocksOf(parts: readonly Part[]): string[] {
  return parts.map((part, at) => {
    switch (part.kind) {
      case 'table':
        return part.rows.map((cells) => cells.join(' | ')).join('\n')
      case 'item':
        return `• ${part.text}`
      case 'step':
        return `${at - parts.findLastIndex(({ kind }, before) => before < at && kind !== 'step')}. ${part.text}`
      default:
        return part.text
    }
  })
}

const { ARABIC_NEWS, ARABIC_VOWELLED, ENGLISH_NEWS, ENGLISH_REPORT } = texts
const withoutNotes = ENGLISH_REPORT.parts.filter(({ kind }) => kind !== 'note')

/** The blocks of the report, with the footnote one paragraph later, because it is printed at the end of the page. */
const noteAtTheFoot = () => {
  const blocks = blocksOf(ENGLISH_REPORT.parts)
  const at = ENGLISH_REPORT.parts.findIndex(({ kind }) => kind === 'note')
  return [...blocks.slice(0, at), blocks[at + 1]!, blocks[at]!, ...blocks.slice(at + 2)]
}

export const READABLE: ReadableFile[] = [
  printed('ar-news-chromium', 'Arabic with figures, addresses and names in Latin letters', ARABIC_NEWS),
  printed('ar-news-amiri-chromium', 'Arabic type with sloping joins and ligatures', ARABIC_NEWS),
  printed('ar-news-libreoffice', 'Arabic from an office program', ARABIC_NEWS, { author: ARABIC_NEWS.author }),
  printed('ar-news-pango', 'justified Arabic without headings', ARABIC_NEWS, { title: null }),
  printed('ar-vowelled-chromium', 'Arabic with its vowels', ARABIC_VOWELLED),
  printed('ar-vowelled-amiri-chromium', 'vowel marks on sloping letters', ARABIC_VOWELLED),
  printed('ar-vowelled-libreoffice', 'letters spread to keep their vowel marks apart', ARABIC_VOWELLED, {
    author: ARABIC_VOWELLED.author,
  }),
  printed('ar-table-chromium', 'a table whose first column is on the right', texts.ARABIC_TABLE),
  printed('ar-list-chromium', 'bullets and numbers at the right edge', texts.ARABIC_LIST),
  printed('ar-list-upside-down', 'drawn bullets on an upside-down page', texts.ARABIC_LIST),
  printed('ar-list-libreoffice', 'numbers that touch the following Arabic', texts.ARABIC_LIST, {
    author: texts.ARABIC_LIST.author,
  }),
  printed('ar-columns-chromium', 'two columns, the right one first', texts.ARABIC_REPORT),
  printed('ar-report-chromium', 'Arabic paragraphs across pages with headers', texts.ARABIC_REPORT, {
    pageCount: 3,
  }),
  lines('ar-seen-order', 'Arabic drawn letter by letter in display order'),
  lines('ar-recognised', 'OCR Arabic behind a picture, in logical order'),
  lines('ar-recognised-mirrored', 'OCR Arabic with mirrored words'),
  printed('en-news-chromium', 'English with ligatures and addresses', ENGLISH_NEWS),
  printed('en-news-libreoffice', 'English from an office program', ENGLISH_NEWS, { author: ENGLISH_NEWS.author }),
  printed('en-news-pdfkit', 'English from a small library', ENGLISH_NEWS, { author: ENGLISH_NEWS.author }),
  printed('en-columns-chromium', 'two justified columns', texts.ENGLISH_ESSAY),
  printed('en-three-columns-chromium', 'three narrow columns', texts.ENGLISH_ESSAY),
  printed('en-table-chromium', 'a table between paragraphs', texts.ENGLISH_TABLE),
  printed('en-list-chromium', 'bullets and numbers', texts.ENGLISH_LIST),
  printed('en-report-chromium', 'headers, page numbers and paragraphs over four pages', ENGLISH_REPORT, {
    pageCount: 4,
    blocks: blocksOf(withoutNotes),
  }),
  printed('en-report-groff', 'split words, a footnote and headers from the second page', ENGLISH_REPORT, {
    pageCount: 3,
    blocks: noteAtTheFoot(),
  }),
  // The expected direction is left to right, because most letters of this file are Latin.
  printed('both-chromium', 'paragraphs in two directions', texts.BILINGUAL, { language: 'en', direction: 'ltr' }),
  printed('both-libreoffice', 'paragraphs in two directions from one edge', texts.BILINGUAL, {
    language: 'en',
    direction: 'ltr',
    author: texts.BILINGUAL.author,
  }),
  printed('object-streams-linearized', 'a linearised file with object streams', ARABIC_NEWS),
  printed('owner-password', 'a file with an owner password', ARABIC_NEWS),
  lines('scanned-and-text', 'a picture of a page before a page of text', { pageCount: 2 }),
  lines('turned', 'a rotated page with a line along its edge', {
    blocks: [ENGLISH_LINES.join(' '), 'Printed on the left edge'],
  }),
  lines('upside-down', 'an upside-down page'),
  lines('ar-upside-down', 'Arabic in letters of negative size'),
  lines('nested-page-tree', 'a page 300 levels deep'),
  lines('huge-page', 'a page of 700 km'),
  lines('large-table', 'a table of 12,000 cells on one page', {
    language: null,
    blocks: [LARGE_TABLE.map((row) => row.join(' | ')).join('\n')],
  }),
  lines('form-draws-itself', 'a form that contains itself'),
  lines('without-fonts', 'text without an embedded font'),
  lines('wrong-table', 'a file with a wrong cross-reference table'),
  lines('scripts-and-launches', 'a file with scripts, launch actions and forms'),
  lines('embedded-file', 'a file with an embedded program'),
]

export const REFUSED: RefusedFile[] = [
  { name: 'user-password', about: 'a file that needs a password', code: 'document_encrypted' },
  { name: 'scanned', about: 'a picture of a page', code: 'document_scanned' },
  { name: 'scanned-with-stamp', about: 'a picture of a page with a time stamp', code: 'document_scanned' },
  {
    name: 'letters-without-meaning',
    about: 'letters without a Unicode mapping',
    code: 'document_scanned',
  },
  { name: 'ar-news-distilled', about: 'Arabic with every third letter replaced by a sign', code: 'document_scanned' },
  { name: 'blank', about: 'an empty page', code: 'document_empty' },
  { name: 'no-pages', about: 'a file without pages', code: 'document_empty' },
  { name: 'many-blank-pages', about: 'a file of many empty pages', code: 'document_empty' },
  { name: 'cut-at-the-end', about: 'a file without its end', code: 'document_damaged' },
  { name: 'cut-in-the-middle', about: 'a file that ends inside its text', code: 'document_damaged' },
  { name: 'garbage-after-header', about: 'a header with garbage after it', code: 'document_damaged' },
  { name: 'not-a-pdf', about: 'a file of another kind', code: 'document_damaged' },
  { name: 'bomb-contents', about: 'a page that unpacks to 300 MB', code: 'document_bomb' },
  { name: 'bomb-object-stream', about: 'object streams that unpack to 300 MB', code: 'document_bomb' },
  { name: 'manyfold-page-tree', about: 'a page tree of ten billion pages', code: 'document_bomb' },
]
