import { expect, test } from 'vitest'
import { AppError, type ErrorCode } from '#core/errors.ts'
import { cell, docxFile, docxParts, paragraph, row, run, table, zipped } from '#tests/corpus/docx/docx-file.ts'
import { DOCUMENTS } from '#tests/corpus/docx/documents.ts'
import { withDirectory, type ZipRecord } from '#tests/corpus/docx/corrupt-zip.ts'
import { deepTest } from '#tests/support/deep-test.ts'
import { readDocx } from './read-docx.ts'

test.for(DOCUMENTS)('reads from a DOCX: $name', async ({ file, title, author, language, pageCount, content }) => {
  const read = await readDocx(docxFile(file))
  expect(read.content).toBe(content.normalize('NFC'))
  expect(read).toMatchObject({ title: title?.normalize('NFC') ?? null, author, language, pageCount })
})

const SMALL = { body: paragraph('Small text.') }
const MIB = 1024 * 1024

/** Returns the error code for a file; null if it is read without an error. */
async function refusalOf(file: Uint8Array): Promise<ErrorCode | null> {
  try {
    await readDocx(file)
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

/** A small document with this XML as its main part. */
function withMainPart(xml: string): Uint8Array {
  return zipped({ ...docxParts(SMALL), 'word/document.xml': Buffer.from(xml) })
}

test('rejects a DOCX without text', async () => {
  expect(await refusalOf(docxFile({ body: '' }))).toBe('document_empty')
  expect(await refusalOf(docxFile({ body: paragraph('<w:r><w:drawing/></w:r>') + paragraph(' &#160;') }))).toBe(
    'document_empty',
  )
})

test('rejects a truncated, corrupted or incomplete DOCX', async () => {
  const whole = docxFile({ body: paragraph('Some text, which will be changed.') })
  expect(await refusalOf(whole.subarray(0, whole.length - 100))).toBe('document_damaged')
  const changed = Buffer.from(whole)
  const middleOfText = changed.indexOf('word/document.xml') + 200
  changed.writeUInt8(changed.readUInt8(middleOfText) ^ 0xff, middleOfText)
  expect(await refusalOf(changed)).toBe('document_damaged')
  const { 'word/document.xml': _, ...others } = docxParts(SMALL)
  expect(await refusalOf(zipped(others))).toBe('document_damaged')
})

test.for<[string, string]>([
  ['cut off', '<w:document xmlns:w="W"><w:body><w:p>'],
  ['wrongly nested', '<w:document xmlns:w="W"><w:body></w:document></w:body>'],
  [
    'with a bare ampersand',
    '<w:document xmlns:w="W"><w:body><w:p><w:r><w:t>R&D</w:t></w:r></w:p></w:body></w:document>',
  ],
  ['with a prefix that means nothing', '<w:document xmlns:w="W"><w:body><x:p/></w:body></w:document>'],
  ['without a body', '<w:document xmlns:w="W"/>'],
  ['that is no XML', 'PK not at all'],
  ['that is empty', ''],
  ['of another format', '<workbook/>'],
])('rejects a DOCX with an invalid main part: %s', async ([, xml]) => {
  const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
  expect(await refusalOf(withMainPart(xml.replace('"W"', `"${namespace}"`)))).toBe('document_damaged')
})

test('rejects a DOCX whose XML defines external or nested entities', async () => {
  const text = (entity: string) =>
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>&${entity};</w:t></w:r></w:p></w:body></w:document>`
  const external = '<!DOCTYPE w:document [<!ENTITY secret SYSTEM "file:///etc/hostname">]>'
  expect(await refusalOf(withMainPart(external + text('secret')))).toBe('document_damaged')
  const laughs = '<!DOCTYPE d [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
  expect(await refusalOf(withMainPart(laughs + text('c')))).toBe('document_damaged')
  expect(await refusalOf(withMainPart(text('nbsp')))).toBe('document_damaged')
})

deepTest('rejects a DOCX part that decompresses to a hundred megabytes, whatever size it declares', async () => {
  const bomb = withMainPart(docxBody(' '.repeat(100 * MIB)))
  expect(bomb.length).toBeLessThan(MIB)
  expect(await refusalOf(bomb)).toBe('document_bomb')
  const lying = withDirectory(bomb, (records) => claiming(records, 1_000))
  expect(await refusalOf(lying)).toBe('document_bomb')
})

test('rejects a DOCX whose parts share the same data to exceed the size limit', async () => {
  const names = ['word/styles.xml', 'word/numbering.xml', 'word/footnotes.xml', 'word/endnotes.xml']
  const parts = docxParts({ ...SMALL, styles: '', numbering: '', footnotes: '', endnotes: '' })
  const file = zipped({ ...parts, 'word/document.xml': Buffer.from(docxBody(sparse(13 * MIB))) })
  expect(await refusalOf(file)).toBe('document_empty')
  const overlapping = withDirectory(file, (records) => {
    const main = records.find(({ name }) => name === 'word/document.xml')
    return records.map((record) => (main && names.includes(record.name) ? { ...main, name: record.name } : record))
  })
  expect(overlapping.length).toBeLessThan(2 * MIB)
  expect(await refusalOf(overlapping)).toBe('document_bomb')
})

test('rejects a DOCX with a wrong part size or duplicate part names', async () => {
  const wrong = withDirectory(docxFile(SMALL), (records) => claiming(records, 7))
  expect(await refusalOf(wrong)).toBe('document_damaged')
  const twice = withDirectory(docxFile(SMALL), (records) => [...records, ...records])
  expect(await refusalOf(twice)).toBe('document_damaged')
})

deepTest('rejects a DOCX archive of 40,000 entries', async () => {
  const none = new Uint8Array()
  const many = Object.fromEntries(Array.from({ length: 40_000 }, (_, index) => [`word/${index}.xml`, none]))
  expect(await refusalOf(zipped({ ...docxParts(SMALL), ...many }))).toBe('document_bomb')
})

deepTest('ignores harmful paths, nested archives and oversized pictures in a DOCX', async () => {
  const inside = zipped({ 'deep.bin': [new Uint8Array(70 * MIB), { level: 1 }] })
  const file = zipped({
    ...docxParts(SMALL),
    '../../etc/passwd': Buffer.from('root'),
    'C:\\Windows\\evil.dll': Buffer.from('MZ'),
    'word/embeddings/inside.docx': inside,
    'word/media/image1.png': [new Uint8Array(70 * MIB), { level: 1 }],
  })
  expect((await readDocx(file)).content).toBe('Small text.')
})

test('reads a DOCX with tables nested 60 deep, and rejects a DOCX with elements nested 100,000 deep', async () => {
  const nested = (depth: number): string =>
    table(row(cell((depth === 0 ? paragraph('Deep.') : nested(depth - 1)) + paragraph(''))))
  expect((await readDocx(docxFile({ body: nested(60) }))).content).toBe('Deep.')
  const deep = '<w:smartTag>'.repeat(100_000) + run('x') + '</w:smartTag>'.repeat(100_000)
  expect(await refusalOf(docxFile({ body: `<w:p>${deep}</w:p>` }))).toBe('document_damaged')
})

function claiming(records: ZipRecord[], sizeBytes: number): ZipRecord[] {
  return records.map((record) => (record.name === 'word/document.xml' ? { ...record, sizeBytes } : record))
}

function docxBody(space: string): string {
  return `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body/><!--${space}--></w:document>`
}

/** Makes text that compresses to about a hundredth, which is still allowed. */
function sparse(sizeBytes: number): string {
  return Array.from({ length: sizeBytes / 1024 }, (_, index) => `${index * 7919}`.padEnd(1024)).join('')
}
