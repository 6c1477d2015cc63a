import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { READABLE, REFUSED } from '#tests/corpus/pdf/files.ts'
import { measureText } from '../measure-text.ts'
import { readPdf } from './read-pdf.ts'

const CORPUS = join(import.meta.dirname, '../../../tests/corpus/pdf')
const fileOf = (name: string) => readFile(join(CORPUS, `${name}.pdf`))

test.for(READABLE)('reads from the PDF $name: $about', async (file) => {
  const read = measureText(await readPdf(await fileOf(file.name)))
  expect(read.content.split('\n\n')).toEqual(file.blocks.map((block) => block.normalize('NFC')))
  const { title, author, language, direction, pageCount } = file
  expect(read).toMatchObject({ title, author, language, direction, pageCount })
})

test.for(REFUSED)('rejects the PDF $name: $about', async ({ name, code }) => {
  await expect(readPdf(await fileOf(name))).rejects.toMatchObject({ code })
})

test('finds an expected result for every PDF of the test corpus', async () => {
  const files = (await readdir(CORPUS)).filter((name) => name.endsWith('.pdf')).map((name) => name.slice(0, -4))
  expect([...READABLE, ...REFUSED].map(({ name }) => name).toSorted()).toEqual(files.toSorted())
})
