import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EVERYDAY } from '#tests/corpus/pdf/everyday/files.ts'
import { textOf } from '#tests/corpus/pdf/everyday/layout.ts'
import { wordOverlap } from '#tests/support/word-overlap.ts'
import { readPdf } from './read-pdf.ts'

const CORPUS = join(import.meta.dirname, '../../../tests/corpus/pdf/everyday')

test('tests at least 40 everyday PDFs in two languages from three or more programs', () => {
  expect(EVERYDAY.length).toBeGreaterThanOrEqual(40)
  expect(new Set(EVERYDAY.map(({ program }) => program)).size).toBeGreaterThanOrEqual(3)
  expect(new Set(EVERYDAY.map(({ layout }) => layout.language)).size).toBe(2)
})

test.for(EVERYDAY)(
  'reads the words of the PDF $name in order, without headers and footers',
  async ({ name, layout }) => {
    const { content } = await readPdf(await readFile(join(CORPUS, `${name}.pdf`)))
    const { kept, own } = wordOverlap(textOf(layout), content)
    expect(kept).toBeGreaterThanOrEqual(0.99)
    expect(own).toBeGreaterThanOrEqual(0.99)
  },
)
