import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { READABLE } from '#tests/corpus/pdf/files.ts'
import { pdfFile } from '#tests/support/documents.ts'
import { readPdfFacts } from './pdf-facts.ts'

const CORPUS = join(import.meta.dirname, '../../../tests/corpus/pdf')
const fileOf = (name: string) => readFile(join(CORPUS, `${name}.pdf`))

test('counts the pages of every readable PDF in the corpus', async () => {
  for (const { name, pageCount } of READABLE) {
    if (name === 'owner-password') continue
    expect({ name, ...(await readPdfFacts(await fileOf(name))) }).toMatchObject({ name, pages: pageCount })
  }
})

test('reads the title and the page size of a PDF', async () => {
  const file = pdfFile({ pages: 12, title: 'Frogs at dawn، ضفادع' })
  expect(await readPdfFacts(file)).toEqual({ pages: 12, width: 810, height: 1013, title: 'Frogs at dawn، ضفادع' })
  expect(await readPdfFacts(pdfFile({ title: 'Microsoft Word - Document1' }))).toMatchObject({ title: null })
})

test('counts the pages of scanned and empty PDFs', async () => {
  expect(await readPdfFacts(await fileOf('scanned'))).toMatchObject({ pages: 1 })
  expect(await readPdfFacts(await fileOf('blank'))).toMatchObject({ pages: 1 })
})

test.for([
  ['user-password', 'document_encrypted'],
  ['owner-password', 'document_encrypted'],
  ['no-pages', 'document_damaged'],
  ['cut-at-the-end', 'document_damaged'],
  ['cut-in-the-middle', 'document_damaged'],
  ['garbage-after-header', 'document_damaged'],
  ['not-a-pdf', 'document_damaged'],
  ['manyfold-page-tree', 'document_bomb'],
] as const)('rejects the PDF %s with the error %s', async ([name, code]) => {
  await expect(readPdfFacts(await fileOf(name))).rejects.toMatchObject({ code })
})

test('limits the page size of a PDF that declares an impossible size', async () => {
  const file = pdfFile()
    .toString('latin1')
    .replaceAll('1012.5]', `${'9'.repeat(400)}]`)
  const { width, height } = await readPdfFacts(Buffer.from(file, 'latin1'))
  expect(width).toBeLessThanOrEqual(100_000)
  expect(height).toBeLessThanOrEqual(100_000)
})
