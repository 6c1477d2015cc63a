import { hasTextDocument } from './docx/parts.ts'
import { openZip } from './docx/zip-parts.ts'

export type DocumentKind = 'pdf' | 'docx' | 'encrypted-office'

/** What a file is by its content; null for whatever is not read here. Never by its name or by what a browser calls it. */
export async function kindOf(bytes: Uint8Array): Promise<DocumentKind | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.indexOf(COMPOUND_FILE) === 0) return hasEncryptedPackage(buffer) ? 'encrypted-office' : null
  if (buffer.indexOf(ZIP_ENTRY) === 0) return (await isDocx(buffer)) ? 'docx' : null
  // Readers of PDF look for the mark in the first 1,024 bytes (ISO 32000-1, annex H, note 13).
  return buffer.subarray(0, 1_024).includes('%PDF-') ? 'pdf' : null
}

const ZIP_ENTRY = Buffer.from('504b0304', 'hex')
/** The box of Office before 2007, in which later files are put when they get a password ([MS-CFB] 2.2, [MS-OFFCRYPTO] 2.3). */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function isDocx(buffer: Buffer): Promise<boolean> {
  try {
    return await hasTextDocument(await openZip(buffer))
  } catch {
    // Its names are not packed: a DOCX that is cut off or hostile is still one, and its reader says what is wrong.
    return buffer.includes('word/document.xml')
  }
}

/** An entry of the box's directory has 128 bytes: 64 for its name, 2 for the name's length, 1 for its kind ([MS-CFB] 2.6). */
function hasEncryptedPackage(buffer: Buffer): boolean {
  const name = Buffer.from('EncryptedPackage\0', 'utf16le')
  for (let at = buffer.indexOf(name); at >= 0; at = buffer.indexOf(name, at + 1)) {
    if (at % 128 === 0 && at + 67 <= buffer.length && buffer.readUInt16LE(at + 64) === name.length) return true
  }
  return false
}
