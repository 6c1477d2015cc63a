import { createHash, type Hash } from 'node:crypto'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import {
  entryOf,
  fileLine,
  FORMAT,
  Head,
  Manifest,
  manifestSum,
  MOST_MANIFEST_BYTES,
  MOST_PIECE_BYTES,
  MOST_RATIO,
  PIECE_BYTES,
  Row,
  sha256,
} from './format.ts'
import { NotABackup, readTar, type TarFile } from './tar.ts'

const decompress = promisify(zstdDecompress)

/** Receives the parts of a backup while it is read. The reader awaits each call. */
export interface BackupVisitor {
  rows?(table: string, lines: string[]): Promise<void>
  file?(key: string, sizeBytes: number, chunks: AsyncIterable<Buffer>): Promise<void>
}

export interface ReadBackup {
  manifest: Manifest
  /** The installation's secret, encrypted with the passphrase. */
  sealedSecret: string | undefined
  sizeBytes: number
}

interface Counted {
  rows: number
  pieces: number
  hash: Hash
  width: number | undefined
}

/**
 * Reads a whole backup and verifies every count and checksum. The visitor's data is valid only if this returns.
 * @throws NotABackup with the reason
 */
export async function readBackup(source: AsyncIterable<Buffer>, visitor: BackupVisitor = {}): Promise<ReadBackup> {
  const tables = new Map<string, Counted>()
  const files = { place: 'folder' as 'folder' | 'bucket', count: 0, bytes: 0, pieces: 0, hash: createHash('sha256') }
  const unpacked = { bytes: 0 }
  let [sizeBytes, isFirst] = [0, true]
  let head: Head | undefined
  let [manifest, sum, sealedSecret]: (string | undefined)[] = []
  const counted = countBytes(source, (bytes) => (sizeBytes += bytes))

  for await (const entry of readTar(counted, (name) => entryOf(name) !== undefined)) {
    const what = entryOf(entry.name)
    if (isFirst !== (what?.kind === 'head')) throw new NotABackup('it was not made by Frogy')
    if (sum !== undefined || (manifest !== undefined && what?.kind !== 'sum'))
      throw new NotABackup('it has files after its manifest')
    isFirst = false
    if (what?.kind === 'head') head = readHead(await entry.bytes(PIECE_BYTES))
    else if (what?.kind === 'manifest') manifest = (await entry.bytes(MOST_MANIFEST_BYTES)).toString()
    else if (what?.kind === 'sum') sum = (await entry.bytes(PIECE_BYTES)).toString()
    else if (what?.kind === 'secret') sealedSecret = (await entry.bytes(PIECE_BYTES)).toString()
    else if (what?.kind === 'rows') await readRows(entry, what.table, what.piece)
    else if (what?.kind === 'objects') await readObjects(entry, what.piece)
    else if (what?.kind === 'file') await readFile(entry, what.key)
  }
  if (manifest === undefined || sum === undefined) throw new NotABackup('it is cut off: its manifest is missing')
  if (sum !== manifestSum(manifest)) throw new NotABackup('its manifest is damaged')
  const read = Manifest.safeParse(parseJson(manifest))
  if (!read.success || read.data.format !== head?.format || read.data.version !== head.version)
    throw new NotABackup('its manifest is damaged')
  compare(read.data)
  return { manifest: read.data, sealedSecret, sizeBytes }

  async function readRows(entry: TarFile, table: string, piece: number): Promise<void> {
    let own = tables.get(table)
    if (!own) tables.set(table, (own = { rows: 0, pieces: 0, hash: createHash('sha256'), width: undefined }))
    if (piece !== own.pieces) throw new NotABackup(`a piece of the table ${table} is missing`)
    const lines = await unpack(entry, own.hash)
    for (const line of lines) {
      const row = Row.safeParse(parseJson(line))
      own.width ??= row.data?.length
      if (!row.success || row.data.length !== own.width) throw new NotABackup(`the table ${table} is damaged`)
    }
    own.pieces++
    own.rows += lines.length
    await visitor.rows?.(table, lines)
  }

  async function readObjects(entry: TarFile, piece: number): Promise<void> {
    if (piece !== files.pieces) throw new NotABackup('a piece of the list of files is missing')
    files.place = 'bucket'
    files.pieces++
    for (const line of await unpack(entry, files.hash)) {
      const row = Row.safeParse(parseJson(line))
      const bytes = Number(row.data?.[1])
      if (!row.success || !Number.isSafeInteger(bytes)) throw new NotABackup('the list of files is damaged')
      files.count++
      files.bytes += bytes
    }
  }

  async function readFile({ size, chunks }: TarFile, key: string): Promise<void> {
    files.hash.update(fileLine(key, size))
    const hashed = (async function* () {
      for await (const chunk of chunks) {
        files.hash.update(chunk)
        yield chunk
      }
    })()
    if (visitor.file) await visitor.file(key, size, hashed)
    for await (const _rest of hashed);
    files.count++
    files.bytes += size
  }

  async function unpack(entry: TarFile, hash: Hash): Promise<string[]> {
    const packed = await entry.bytes(MOST_PIECE_BYTES)
    hash.update(packed)
    const text = await decompress(packed, { maxOutputLength: MOST_PIECE_BYTES }).catch(() => {
      throw new NotABackup(`${entry.name} is damaged, or unpacks to too much`)
    })
    unpacked.bytes += text.length
    if (unpacked.bytes > MOST_RATIO * sizeBytes + MOST_PIECE_BYTES)
      throw new NotABackup('it unpacks to far more than a backup does')
    // Refuse more lines than Frogy writes into a piece: each has at least one byte, and a piece ends at `PIECE_BYTES`.
    const lines = text.toString().split('\n', PIECE_BYTES + 1)
    if (lines.length > PIECE_BYTES) throw new NotABackup('it unpacks to far more than a backup does')
    return lines.slice(0, -1)
  }

  function compare({ tables: named, files: given, secret }: Manifest): void {
    const names = new Set(named.map(({ name }) => name))
    const unnamed = [...tables.keys()].find((name) => !names.has(name))
    if (unnamed !== undefined || names.size !== named.length) throw new NotABackup('its manifest names other tables')
    for (const { name, rows, pieces, sha256, columns } of named) {
      const own = tables.get(name) ?? { rows: 0, pieces: 0, hash: createHash('sha256'), width: undefined }
      if (own.rows !== rows || own.pieces !== pieces || own.hash.digest('hex') !== sha256)
        throw new NotABackup(`the table ${name} is damaged: its checksum or its count is wrong`)
      if (own.width !== undefined && own.width !== columns.length) throw new NotABackup(`the table ${name} is damaged`)
    }
    const { count, bytes, place } = files
    const hasList = count > 0 || given.count > 0
    if (count !== given.count || bytes !== given.bytes || files.hash.digest('hex') !== given.sha256)
      throw new NotABackup('its files are damaged: a checksum or a count is wrong')
    if (hasList && place !== given.place) throw new NotABackup('its manifest is damaged')
    if (secret.isSealed !== (sealedSecret !== undefined)) throw new NotABackup('its secret is missing')
    if (sealedSecret !== undefined && secret.sha256 !== undefined && sha256(sealedSecret) !== secret.sha256)
      throw new NotABackup('its sealed secret is damaged')
  }
}

function readHead(bytes: Buffer): Head {
  const head = Head.safeParse(parseJson(bytes.toString()))
  if (!head.success) throw new NotABackup('it was not made by Frogy')
  if (head.data.format > FORMAT)
    throw new NotABackup(`Frogy ${head.data.version} made it, in a newer format that only that release restores`)
  return head.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function* countBytes(source: AsyncIterable<Buffer>, add: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    add(chunk.length)
    yield chunk
  }
}
