import { z } from 'zod'
import type { UploadRule } from '../endpoint.ts'
import { LANGUAGES } from '../language.ts'

/** The largest document that is taken in, and what of a page is read at most, in bytes. */
export const DOCUMENT_LIMIT_BYTES = 10 * 1024 * 1024
export const PAGE_LIMIT_BYTES = 5 * 1024 * 1024
/** Longer texts are cut at a paragraph: a model reads far less of them. In UTF-16 units, as `sourceContent` of a draft is. */
export const CONTENT_LIMIT = 200_000

export const SOURCE_FORMATS = ['article', 'pdf', 'docx'] as const

/** What every source is, wherever it came from. */
const SourceText = {
  title: z.string(),
  /** Paragraphs, headings and list items, a blank line between blocks; table rows on lines of their own. */
  content: z.string(),
  /** As a reader of its language counts, Arabic and languages without spaces included. */
  wordCount: z.number().int(),
  /** A BCP 47 tag, mostly its first part only (`en`, `ar`); null where it cannot be told. */
  language: z.string().nullable(),
  direction: z.enum(['ltr', 'rtl']),
  /** Null where the file does not tell, as most DOCX do not until they are laid out. */
  pageCount: z.number().int().nullable(),
}

export const Article = z.object({
  ...SourceText,
  description: z.string().nullable(),
  author: z.string().nullable(),
  siteName: z.string().nullable(),
  /** The canonical address where the page names one of its own site, else the one that was read in the end. */
  url: z.string(),
  /** An address may lead to a document, which is then read as one. */
  format: z.enum(SOURCE_FORMATS),
})
export type Article = z.infer<typeof Article>

export const SourceDocument = z.object({
  ...SourceText,
  /** In bytes. */
  fileSize: z.number().int(),
  format: z.enum(['pdf', 'docx']),
})
export type SourceDocument = z.infer<typeof SourceDocument>

/** What a network shows of the page that a post leads to. */
export const LinkCard = z.object({
  title: z.string(),
  description: z.string().nullable(),
  /** As people write it: `مثال.إختبار`, and without `www.` */
  host: z.string(),
  /** As a `data:` address: nobody's browser visits the page for a preview. */
  picture: z.string().nullable(),
})
export type LinkCard = z.infer<typeof LinkCard>

const Address = z.strictObject({ url: z.string().trim().max(4_000) })

/** Why an address gave no text. */
export const PAGE_ERRORS = [
  'url_invalid',
  'url_forbidden',
  'page_unreachable',
  'page_timed_out',
  'page_refused',
  'page_redirects',
  'page_too_large',
  'page_too_complex',
  'page_type',
  'page_no_article',
  'page_login',
  'page_script',
  'page_paywall',
] as const

/** Why a file gave no text. */
export const DOCUMENT_ERRORS = [
  'document_type',
  'document_too_large',
  'document_encrypted',
  'document_scanned',
  'document_damaged',
  'document_empty',
  'document_bomb',
  'document_timed_out',
] as const

export const sourceEndpoints = {
  'POST /api/content/validate-url': {
    summary: 'Looks whether an address holds a text that can be read, and gives its title or the reason.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    perHour: 300,
    isHeavy: true,
    body: Address,
    answer: z.object({
      valid: z.boolean(),
      title: z.string().optional(),
      error: z.string().optional(),
      /** What the error is said from, as in an error's body. */
      code: z.string().optional(),
      values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
    }),
    errors: ['parser_busy'],
  },
  'POST /api/content/extract-url': {
    summary: 'The text of an article, or of the PDF or DOCX that an address leads to.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    perHour: 300,
    isHeavy: true,
    body: Address,
    answer: z.object({ data: Article }),
    errors: [...PAGE_ERRORS, ...DOCUMENT_ERRORS, 'parser_busy'],
  },
  'POST /api/content/link-card': {
    summary: 'The card that a network shows for an address in a post; null where its page gives none.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    perHour: 300,
    isHeavy: true,
    body: Address.extend({ language: z.enum(LANGUAGES) }),
    answer: z.object({ card: LinkCard.nullable() }),
    errors: ['parser_busy'],
  },
  'POST /api/content/upload-document': {
    summary: 'The text of a PDF or DOCX. It is read and not kept.',
    access: 'user',
    scope: 'generate',
    takesNoKey: true,
    files: {
      field: 'document',
      maxFiles: 1,
      maxBytes: DOCUMENT_LIMIT_BYTES,
      tooLarge: 'document_too_large',
    } satisfies UploadRule,
    perHour: 60,
    isHeavy: true,
    answer: z.object({ success: z.literal(true), data: SourceDocument }),
    errors: [...DOCUMENT_ERRORS, 'parser_busy'],
  },
} as const
