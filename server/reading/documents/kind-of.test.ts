import { expect, test } from 'vitest'
import { contentTypes, docxFile, docxParts, paragraph, zipped } from '#tests/corpus/docx/docx-file.ts'
import { kindOf } from './kind-of.ts'
import { readDocument } from './read-document.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const WORD = 'application/vnd.ms-word'
const SMALL = { body: paragraph('Small text.') }

test.for([
  `${OFFICE}.wordprocessingml.document.main+xml`,
  `${OFFICE}.wordprocessingml.template.main+xml`,
  `${WORD}.document.macroEnabled.main+xml`,
  `${WORD}.template.macroEnabledTemplate.main+xml`,
])('detects a DOCX with the main part %s', async (mainType) => {
  expect(await kindOf(docxFile({ ...SMALL, mainType }))).toBe('docx')
})

test('does not accept spreadsheets, presentations, books and plain archives as DOCX', async () => {
  const xml = Buffer.from('<x/>')
  const office = (path: string, type: string) =>
    zipped({ '[Content_Types].xml': Buffer.from(contentTypes({ [path]: type })), [path.slice(1)]: xml })
  expect(await kindOf(office('/xl/workbook.xml', `${OFFICE}.spreadsheetml.sheet.main+xml`))).toBe(null)
  expect(await kindOf(office('/ppt/presentation.xml', `${OFFICE}.presentationml.presentation.main+xml`))).toBe(null)
  expect(await kindOf(zipped({ mimetype: Buffer.from('application/epub+zip'), 'content.opf': xml }))).toBe(null)
  expect(await kindOf(zipped({ mimetype: Buffer.from('application/vnd.oasis.opendocument.text') }))).toBe(null)
  expect(await kindOf(zipped({ 'report.docx': docxFile(SMALL) }))).toBe(null)
})

test('detects a PDF by the mark %PDF, even after other bytes', async () => {
  const behind = (bytes: number) => Buffer.concat([Buffer.alloc(bytes, '\n'), Buffer.from('%PDF-1.7\n')])
  expect(await kindOf(behind(0))).toBe('pdf')
  expect(await kindOf(behind(1_019))).toBe('pdf')
  expect(await kindOf(behind(1_024))).toBe(null)
})

test('detects a truncated or hostile DOCX as DOCX, so that the error describes the problem', async () => {
  const whole = docxFile(SMALL)
  expect(await kindOf(whole.subarray(0, whole.length - 50))).toBe('docx')
  expect(await kindOf(zipped({ ...docxParts(SMALL), '[Content_Types].xml': Buffer.from('<Types') }))).toBe('docx')
  expect(await kindOf(zipped({ 'notes.txt': Buffer.from('notes') }).subarray(0, 40))).toBe(null)
})

test('distinguishes an Office file with a password from a file in the format before 2007', async () => {
  const encrypted = compoundFile('Root Entry', 'EncryptionInfo', 'EncryptedPackage')
  const old = compoundFile('Root Entry', 'WordDocument', 'EncryptedPackageNotes')
  expect(await kindOf(encrypted)).toBe('encrypted-office')
  expect(await kindOf(old)).toBe(null)
  await expect(readDocument(encrypted)).rejects.toMatchObject({ code: 'document_encrypted' })
  await expect(readDocument(old)).rejects.toMatchObject({ code: 'document_type' })
})

test('detects no format in a file that is neither PDF nor DOCX', async () => {
  const bytes = [
    '',
    'PK',
    'Only text about %PDF and word/document.xml',
    '<html></html>',
    '\u00FF\u00D8\u00FF\u00E0 JFIF',
  ]
  for (const text of bytes) expect(await kindOf(Buffer.from(text, 'latin1'))).toBe(null)
})

/** Makes a file like old Office programs: a header, then directory entries of 128 bytes with these names. */
function compoundFile(...names: string[]): Uint8Array {
  const header = Buffer.alloc(512)
  header.write('d0cf11e0a1b11ae1', 'hex')
  const entries = names.map((name) => {
    const entry = Buffer.alloc(128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE((name.length + 1) * 2, 64)
    entry.writeUInt8(2, 66)
    return entry
  })
  return Buffer.concat([header, ...entries])
}
