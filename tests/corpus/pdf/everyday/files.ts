import * as ar from './arabic.ts'
import * as en from './english.ts'
import type { Layout } from './layout.ts'

type Program = 'chromium' | 'libreoffice' | 'weasyprint' | 'pdfkit' | 'groff'

const MADE: [name: string, layout: Layout, programs: Program[]][] = [
  ['en-slides', en.SLIDES_EN, ['chromium', 'libreoffice', 'pdfkit']],
  ['ar-slides', ar.SLIDES_AR, ['chromium', 'libreoffice']],
  ['en-invoice', en.INVOICE_EN, ['chromium', 'weasyprint', 'pdfkit']],
  ['ar-invoice', ar.INVOICE_AR, ['chromium', 'libreoffice']],
  ['en-invoices', en.INVOICES_EN, ['chromium', 'libreoffice', 'pdfkit']],
  ['en-form', en.FORM_EN, ['libreoffice', 'weasyprint']],
  ['ar-form', ar.FORM_AR, ['chromium', 'libreoffice']],
  ['en-monthly', en.MONTHLY_EN, ['chromium', 'libreoffice', 'pdfkit']],
  ['ar-monthly', ar.MONTHLY_AR, ['chromium', 'libreoffice']],
  ['en-contract', en.CONTRACT_EN, ['chromium', 'weasyprint', 'pdfkit']],
  ['ar-contract', ar.CONTRACT_AR, ['chromium']],
  ['en-minutes', en.MINUTES_EN, ['libreoffice', 'groff']],
  ['ar-story', ar.STORY_AR, ['chromium', 'libreoffice']],
  ['en-prices', en.PRICES_EN, ['libreoffice', 'weasyprint']],
  ['ar-prices', ar.PRICES_AR, ['chromium', 'libreoffice']],
  ['en-report', en.REPORT_EN, ['libreoffice', 'groff']],
  ['ar-report', ar.REPORT_AR, ['chromium', 'libreoffice']],
  ['en-quiz', en.QUIZ_EN, ['chromium', 'libreoffice']],
  ['ar-quiz', ar.QUIZ_AR, ['chromium', 'libreoffice']],
  ['en-certificates', en.CERTIFICATES_EN, ['chromium', 'pdfkit']],
  ['ar-certificates', ar.CERTIFICATES_AR, ['chromium', 'libreoffice']],
  ['en-columns', en.COLUMNS_EN, ['libreoffice', 'weasyprint']],
  ['ar-columns', ar.COLUMNS_AR, ['chromium', 'libreoffice']],
]

/** PDF files of everyday documents. Each is named after its layout and the program that made it. */
export const EVERYDAY: { name: string; layout: Layout; program: Program }[] = MADE.flatMap(([name, layout, programs]) =>
  programs.map((program) => ({ name: `${name}-${program}`, layout, program })),
)
