/**
 * Makes the PDFs of tests/corpus/pdf from its texts: `node scripts/pdf-corpus.ts [name …]`. Needs chromium, pango-view,
 * soffice, groff, gs and qpdf, and the fonts Noto Naskh Arabic, Amiri and Liberation. The tests read what it made.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import * as texts from '#tests/corpus/pdf/texts.ts'
import { handmade } from './pdf-corpus/handmade.ts'
import { htmlOf, simpleHtmlOf, type Look } from './pdf-corpus/html.ts'
import { groffOf, pdfkitOf, plainOf } from './pdf-corpus/other-forms.ts'
import { chromium, ghostscript, groff, libreOffice, pango, qpdf } from './pdf-corpus/programs.ts'

const NASKH: Look = { font: "'Noto Naskh Arabic'" }
const AMIRI: Look = { font: 'Amiri' }
const SERIF: Look = { font: "'Liberation Serif'" }

const headersAndFooters = (header: string) => `
  @page { size: 110mm 160mm; @top-center { content: '${header}'; font: 8pt 'Noto Naskh Arabic', 'Liberation Serif' }
          @bottom-center { content: counter(page) ' / ' counter(pages); font: 8pt 'Liberation Serif' } }`

const FILES: Record<string, () => Promise<Buffer>> = {
  'ar-news-chromium': () => chromium(htmlOf(texts.ARABIC_NEWS, NASKH)),
  'ar-news-amiri-chromium': () => chromium(htmlOf(texts.ARABIC_NEWS, AMIRI)),
  'ar-news-libreoffice': () => libreOffice(simpleHtmlOf(texts.ARABIC_NEWS, NASKH.font)),
  'ar-news-pango': () => pango(plainOf(texts.ARABIC_NEWS), 'Noto Naskh Arabic 11'),
  'ar-vowelled-chromium': () => chromium(htmlOf(texts.ARABIC_VOWELLED, NASKH)),
  'ar-vowelled-amiri-chromium': () => chromium(htmlOf(texts.ARABIC_VOWELLED, AMIRI)),
  'ar-vowelled-libreoffice': () => libreOffice(simpleHtmlOf(texts.ARABIC_VOWELLED, AMIRI.font)),
  'ar-table-chromium': () => chromium(htmlOf(texts.ARABIC_TABLE, NASKH)),
  'ar-list-chromium': () => chromium(htmlOf(texts.ARABIC_LIST, NASKH)),
  'ar-list-upside-down': () =>
    chromium(htmlOf(texts.ARABIC_LIST, { ...NASKH, css: 'body { transform: rotate(180deg) }' })),
  'ar-list-libreoffice': () => libreOffice(simpleHtmlOf(texts.ARABIC_LIST, NASKH.font)),
  // Its distiller loses which letters the joined ones stand for.
  'ar-news-distilled': async () => ghostscript(await chromium(htmlOf(texts.ARABIC_NEWS, AMIRI))),
  'ar-columns-chromium': () =>
    chromium(htmlOf(texts.ARABIC_REPORT, { ...NASKH, columns: 2, css: '@page { size: A4 }' })),
  'ar-report-chromium': () =>
    chromium(htmlOf(texts.ARABIC_REPORT, { ...NASKH, css: headersAndFooters(texts.ARABIC_REPORT.author) })),
  'en-news-chromium': () => chromium(htmlOf(texts.ENGLISH_NEWS, SERIF)),
  'en-news-libreoffice': () => libreOffice(simpleHtmlOf(texts.ENGLISH_NEWS, SERIF.font)),
  'en-news-pdfkit': () => pdfkitOf(texts.ENGLISH_NEWS),
  'en-columns-chromium': () =>
    chromium(
      htmlOf(texts.ENGLISH_ESSAY, {
        ...SERIF,
        columns: 2,
        css: 'p { hyphens: auto; text-align: justify; font-size: 9pt }',
      }),
    ),
  'en-three-columns-chromium': () =>
    chromium(htmlOf(texts.ENGLISH_ESSAY, { ...SERIF, columns: 3, css: '@page { size: A4 } p { font-size: 9pt }' })),
  'en-table-chromium': () => chromium(htmlOf(texts.ENGLISH_TABLE, SERIF)),
  'en-list-chromium': () => chromium(htmlOf(texts.ENGLISH_LIST, SERIF)),
  'en-report-chromium': () =>
    chromium(
      htmlOf(
        { ...texts.ENGLISH_REPORT, parts: texts.ENGLISH_REPORT.parts.filter(({ kind }) => kind !== 'note') },
        { ...SERIF, css: headersAndFooters(texts.ENGLISH_REPORT.author) },
      ),
    ),
  'en-report-groff': () => groff(groffOf(texts.ENGLISH_REPORT)),
  'both-chromium': () => chromium(htmlOf(texts.BILINGUAL, NASKH)),
  'both-libreoffice': () => libreOffice(simpleHtmlOf(texts.BILINGUAL, NASKH.font)),
  'object-streams-linearized': async () =>
    qpdf(await chromium(htmlOf(texts.ARABIC_NEWS, AMIRI)), '--object-streams=generate', '--linearize'),
  'owner-password': async () =>
    qpdf(
      await chromium(htmlOf(texts.ARABIC_NEWS, NASKH)),
      '--encrypt',
      '',
      'garden',
      '256',
      '--extract=n',
      '--print=none',
      '--',
    ),
  'user-password': async () =>
    qpdf(await chromium(htmlOf(texts.ENGLISH_NEWS, SERIF)), '--encrypt', 'tulip', 'garden', '256', '--'),
  ...handmade,
}

const folder = new URL('../tests/corpus/pdf/', import.meta.url)
await mkdir(folder, { recursive: true })
const wanted = process.argv.slice(2)
for (const [name, make] of Object.entries(FILES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const file = await make()
  await writeFile(new URL(`${name}.pdf`, folder), file)
  console.log(`${name} ${(file.length / 1024).toFixed(1)} KB`)
}
