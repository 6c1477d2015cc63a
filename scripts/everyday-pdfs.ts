/**
 * Makes the PDFs of tests/corpus/pdf/everyday from its texts: `node scripts/everyday-pdfs.ts [name …]`. Needs chromium,
 * soffice with Writer and Impress, weasyprint, groff and gs, and the fonts Noto Naskh Arabic and Liberation.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { EVERYDAY, type Program } from '#tests/corpus/pdf/everyday/files.ts'
import type { Layout } from '#tests/corpus/pdf/everyday/layout.ts'
import { everydayHtml } from './pdf-corpus/everyday-html.ts'
import { everydayImpress, everydayWriter } from './pdf-corpus/everyday-office.ts'
import { everydayGroff, everydayPdfkit } from './pdf-corpus/everyday-other.ts'
import { chromium, groff, impress, weasyPrint, writer } from './pdf-corpus/programs.ts'

const MAKERS: Record<Program, (layout: Layout) => Promise<Buffer>> = {
  chromium: (layout) => chromium(everydayHtml(layout)),
  weasyprint: (layout) => weasyPrint(everydayHtml(layout)),
  libreoffice: (layout) =>
    layout.kind === 'slides' ? impress(everydayImpress(layout)) : writer(everydayWriter(layout)),
  pdfkit: everydayPdfkit,
  groff: (layout) => groff(everydayGroff(layout)),
}

const folder = new URL('../tests/corpus/pdf/everyday/', import.meta.url)
await mkdir(folder, { recursive: true })
const wanted = process.argv.slice(2)
for (const { name, layout, program } of EVERYDAY) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const file = await MAKERS[program](layout)
  await writeFile(new URL(`${name}.pdf`, folder), file)
  console.log(`${name} ${(file.length / 1024).toFixed(1)} KB`)
}
