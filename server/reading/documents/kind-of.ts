import { hasTextDocument } from './docx/parts.ts'
import { openZip } from './docx/zip-parts.ts'

export type DocumentKind = 'pdf' | 'docx' | 'encrypted-office'

/** Detects the format from the content, never from the name or the declared type. Null for an unsupported format. */
export async function kindOf(bytes: Uint8Array): Promise<DocumentKind | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.indexOf(COMPOUND_FILE) === 0) return hasEncryptedPackage(buffer) ? 'encrypted-office' : null
  if (buffer.indexOf(ZIP_ENTRY) === 0) return (await isDocx(buffer)) ? 'docx' : null
  // PDF readers search for the mark in the first 1,024 bytes (ISO 32000-1, annex H, note 13).
  return buffer.subarray(0, 1_024).includes('%PDF-') ? 'pdf' : null
}

const ZIP_ENTRY = Buffer.from('504b0304', 'hex')
/** Office before 2007, and later files with a password ([MS-CFB] 2.2, [MS-OFFCRYPTO] 2.3). */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function isDocx(buffer: Buffer): Promise<boolean> {
  try {
    return await hasTextDocument(await openZip(buffer))
  } catch {
    // Names in a zip are not compressed, so this also detects damaged DOCX files. Their reader reports the damage.
    return buffer.includes('word/document.xml')
  }
}

/** A directory entry has 128 bytes: 64 for the name, 2 for its length, 1 for its kind ([MS-CFB] 2.6). */
function hasEncryptedPackage(buffer: Buffer): boolean {
  const name = Buffer.from('EncryptedPackage\0', 'utf16le')
  for (let at = buffer.indexOf(name); at >= 0; at = buffer.indexOf(name, at + 1)) {
    if (at % 128 === 0 && at + 67 <= buffer.length && buffer.readUInt16LE(at + 64) === name.length) return true
  }
  return false
}
