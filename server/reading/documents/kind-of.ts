import { hasTextDocument } from './docx/parts.ts'
import { openZip } from './docx/zip-parts.ts'

type DocumentKind = 'pdf' | 'docx' | 'encrypted-office'

/** Detects the format by the content, never by the name or declared type. Null for an unsupported format. */
export async function kindOf(bytes: Uint8Array): Promise<DocumentKind | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.indexOf(COMPOUND_FILE) === 0) return hasEncryptedPackage(buffer) ? 'encrypted-office' : null
  if (buffer.indexOf(ZIP_ENTRY) === 0) return (await isDocx(buffer)) ? 'docx' : null
  // Like other PDF readers, search for the mark in the first 1,024 bytes (ISO 32000-1, annex H, note 13).
  return buffer.subarray(0, 1_024).includes('%PDF-') ? 'pdf' : null
}

const ZIP_ENTRY = Buffer.from('504b0304', 'hex')
/**
 * The first bytes of Office files from before 2007, and of later ones with a password ([MS-CFB] 2.2, [MS-OFFCRYPTO]
 * 2.3).
 */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex')

async function isDocx(buffer: Buffer): Promise<boolean> {
  try {
    return await hasTextDocument(await openZip(buffer))
  } catch {
    // A damaged archive counts as DOCX if it names the main part of a document, so that the DOCX reader reports the
    // damage.
    return buffer.includes('word/document.xml')
  }
}

/**
 * Whether an Office file has a password. Looks for a directory entry: 64 bytes of name, 2 of the name's length, 1 of
 * the entry's type ([MS-CFB] 2.6).
 */
function hasEncryptedPackage(buffer: Buffer): boolean {
  const name = Buffer.from('EncryptedPackage\0', 'utf16le')
  for (let at = buffer.indexOf(name); at >= 0; at = buffer.indexOf(name, at + 1)) {
    if (at % 128 === 0 && at + 67 <= buffer.length && buffer.readUInt16LE(at + 64) === name.length) return true
  }
  return false
}
