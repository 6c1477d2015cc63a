interface MimePart {
  contentType: string
  bytes: Uint8Array
}

/** The page in a web archive (MHT, RFC 2557): its first part with HTML, or else with plain text. Null if it has none. */
export function pageInArchive(bytes: Uint8Array): MimePart | null {
  const message = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  return partIn(message, HTML, 0) ?? partIn(message, /^text\/plain/i, 0)
}

const HTML = /^(?:text\/html|application\/xhtml\+xml)/i

function partIn(message: string, type: RegExp, depth: number): MimePart | null {
  const DEEPEST = 4
  const headerEnd = /\r?\n\r?\n/.exec(message)
  if (!headerEnd || depth > DEEPEST) return null
  const header = message.slice(0, headerEnd.index).replace(/\r?\n[ \t]+/g, ' ')
  const body = message.slice(headerEnd.index + headerEnd[0].length)
  const contentType = fieldOf(header, 'content-type') ?? 'text/plain'
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (/^multipart\//i.test(contentType) && mark) {
    for (const part of body.split(`--${mark}`).slice(1)) {
      const found = part.startsWith('--') ? null : partIn(part.replace(/^[ \t]*\r?\n/, ''), type, depth + 1)
      if (found) return found
    }
    return null
  }
  if (!type.test(contentType)) return null
  return { contentType, bytes: unpacked(body, fieldOf(header, 'content-transfer-encoding') ?? '') }
}

const fieldOf = (header: string, name: string): string | undefined =>
  new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(header)?.[1]?.trim()

function unpacked(body: string, encoding: string): Uint8Array {
  if (/^base64/i.test(encoding)) return Buffer.from(body, 'base64')
  if (!/^quoted-printable/i.test(encoding)) return Buffer.from(body, 'latin1')
  const bytes = body
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([\dA-F]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1')
}
