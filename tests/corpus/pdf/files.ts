import type { ErrorCode } from '#core/errors.ts'
import { ARABIC_LINES, ENGLISH_LINES, LARGE_TABLE } from './lines.ts'
import * as texts from './texts.ts'
import type { Part, Text } from './texts.ts'

/** A file of the corpus, and what a person reads on its pages: written from what was printed, not from what was read. */
export interface ReadableFile {
  /** Without its ending. */
  name: string
  /** What is easily got wrong about it. */
  about: string
  title: string | null
  author: string | null
  language: string | null
  direction: 'ltr' | 'rtl'
  pageCount: number
  /** Paragraphs, headings, items and tables, in reading order. */
  blocks: string[]
}

export interface RefusedFile {
  name: string
  about: string
  code: ErrorCode
}

/** A printed text. Browsers keep its title, office programs its author as well. */
function printed(name: string, about: string, text: Text, more: Partial<ReadableFile> = {}): ReadableFile {
  const { title, language, parts } = text
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  return { name, about, title, author: null, language, direction, pageCount: 1, blocks: blocksOf(parts), ...more }
}

/** The three lines that stand in most of the files that are made by hand: a paragraph that names nobody. */
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

/** As a person would copy it out: items begin with a bullet, steps with their number, a table has a line for each row. */
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

/** A footnote stands at the foot of its page: there, behind the paragraph after its own. */
const noteAtTheFoot = () => {
  const blocks = blocksOf(ENGLISH_REPORT.parts)
  const at = ENGLISH_REPORT.parts.findIndex(({ kind }) => kind === 'note')
  return [...blocks.slice(0, at), blocks[at + 1]!, blocks[at]!, ...blocks.slice(at + 2)]
}

export const READABLE: ReadableFile[] = [
  printed('ar-news-chromium', 'Arabic with figures, addresses and names in Latin letters', ARABIC_NEWS),
  printed('ar-news-amiri-chromium', 'a face whose letters are joined in slopes and ligatures', ARABIC_NEWS),
  printed('ar-news-libreoffice', 'Arabic of an office program', ARABIC_NEWS, { author: ARABIC_NEWS.author }),
  printed('ar-news-pango', 'justified Arabic without headings', ARABIC_NEWS, { title: null }),
  printed('ar-vowelled-chromium', 'Arabic with its vowels', ARABIC_VOWELLED),
  printed('ar-vowelled-amiri-chromium', 'vowels above and below sloping letters', ARABIC_VOWELLED),
  printed('ar-vowelled-libreoffice', 'letters that are set apart so that their vowels do not touch', ARABIC_VOWELLED, {
    author: ARABIC_VOWELLED.author,
  }),
  printed('ar-table-chromium', 'a table whose first column is on the right', texts.ARABIC_TABLE),
  printed('ar-list-chromium', 'bullets and numbers at the right edge', texts.ARABIC_LIST),
  printed('ar-list-upside-down', 'bullets that are drawn on a page that stands on its head', texts.ARABIC_LIST),
  printed('ar-list-libreoffice', 'numbers that touch the Arabic behind them', texts.ARABIC_LIST, {
    author: texts.ARABIC_LIST.author,
  }),
  printed('ar-columns-chromium', 'two columns, the right one first', texts.ARABIC_REPORT),
  printed('ar-report-chromium', 'Arabic paragraphs that run over pages with headers', texts.ARABIC_REPORT, {
    pageCount: 3,
  }),
  lines('ar-seen-order', 'Arabic drawn from left to right, letter by letter as it is seen'),
  lines('ar-recognised', 'recognised Arabic behind a picture, each word put down from its first letter'),
  lines('ar-recognised-mirrored', 'recognised Arabic whose words are put down mirrored'),
  printed('en-news-chromium', 'English with ligatures and addresses', ENGLISH_NEWS),
  printed('en-news-libreoffice', 'English of an office program', ENGLISH_NEWS, { author: ENGLISH_NEWS.author }),
  printed('en-news-pdfkit', 'English of a small library', ENGLISH_NEWS, { author: ENGLISH_NEWS.author }),
  printed('en-columns-chromium', 'two justified columns', texts.ENGLISH_ESSAY),
  printed('en-three-columns-chromium', 'three narrow columns', texts.ENGLISH_ESSAY),
  printed('en-table-chromium', 'a table between paragraphs', texts.ENGLISH_TABLE),
  printed('en-list-chromium', 'bullets and numbers', texts.ENGLISH_LIST),
  printed('en-report-chromium', 'headers, page numbers and paragraphs over four pages', ENGLISH_REPORT, {
    pageCount: 4,
    blocks: blocksOf(withoutNotes),
  }),
  printed('en-report-groff', 'parted words, a footnote and headers that begin on the second page', ENGLISH_REPORT, {
    pageCount: 3,
    blocks: noteAtTheFoot(),
  }),
  // More of its letters are Latin ones.
  printed('both-chromium', 'paragraphs in two directions', texts.BILINGUAL, { language: 'en', direction: 'ltr' }),
  printed('both-libreoffice', 'paragraphs in two directions from one edge', texts.BILINGUAL, {
    language: 'en',
    direction: 'ltr',
    author: texts.BILINGUAL.author,
  }),
  printed('object-streams-linearized', 'objects packed in streams, made to be shown before it is loaded', ARABIC_NEWS),
  printed('owner-password', 'everybody may open it, though not print it', ARABIC_NEWS),
  lines('scanned-and-text', 'a picture of a page before a page of text', { pageCount: 2 }),
  lines('turned', 'a page put on its side with a line along its edge', {
    blocks: [ENGLISH_LINES.join(' '), 'Printed on the left edge'],
  }),
  lines('upside-down', 'a page that was put in the wrong way round'),
  lines('ar-upside-down', 'Arabic in letters that are turned by a size below nothing'),
  lines('nested-page-tree', 'a page 300 levels deep'),
  lines('huge-page', 'a page of 700 km'),
  lines('large-table', 'a table of 12,000 cells on one page', {
    language: null,
    blocks: [LARGE_TABLE.map((row) => row.join(' | ')).join('\n')],
  }),
  lines('form-draws-itself', 'a drawing that contains itself'),
  lines('without-fonts', 'letters in a font that the file does not have'),
  lines('wrong-table', 'a file whose table of contents is nowhere'),
  lines('scripts-and-launches', 'scripts that nobody runs, programs that nobody starts, forms that nobody fills in'),
  lines('embedded-file', 'a program inside that stays where it is'),
]

export const REFUSED: RefusedFile[] = [
  { name: 'user-password', about: 'what only opens with a password', code: 'document_encrypted' },
  { name: 'scanned', about: 'a picture of a page', code: 'document_scanned' },
  { name: 'scanned-with-stamp', about: 'a picture of a page with the time it was taken', code: 'document_scanned' },
  {
    name: 'letters-without-meaning',
    about: 'letters of which the file only tells the shape',
    code: 'document_scanned',
  },
  { name: 'ar-news-distilled', about: 'Arabic of which every third letter became a sign', code: 'document_scanned' },
  { name: 'blank', about: 'an empty page', code: 'document_empty' },
  { name: 'no-pages', about: 'a file without pages', code: 'document_empty' },
  { name: 'many-blank-pages', about: 'very many empty pages', code: 'document_empty' },
  { name: 'cut-at-the-end', about: 'a file whose end is missing', code: 'document_damaged' },
  { name: 'cut-in-the-middle', about: 'a file that ends in the midst of its text', code: 'document_damaged' },
  { name: 'garbage-after-header', about: 'a first line with nothing behind it', code: 'document_damaged' },
  { name: 'not-a-pdf', about: 'another kind of file', code: 'document_damaged' },
  { name: 'bomb-contents', about: 'a page that unpacks to 300 MB', code: 'document_bomb' },
  { name: 'bomb-object-stream', about: 'objects that unpack to 300 MB', code: 'document_bomb' },
  { name: 'manyfold-page-tree', about: 'ten thousand million pages', code: 'document_bomb' },
]
