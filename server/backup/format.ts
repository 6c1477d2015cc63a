import { createHash } from 'node:crypto'
import { z } from 'zod'

// A backup is a tar archive: a head, the database rows in pieces, the files, and a manifest with counts and checksums.

export const FORMAT = 1
export const HEAD = 'frogy-backup.json'
export const MANIFEST = 'manifest.json'
/** The file with the checksum of the manifest, as `sha256sum` prints it. */
export const MANIFEST_SUM = 'manifest.sha256'
export const SECRET = 'secret.sealed'

const NAME = '[a-z][a-z0-9_]{0,62}'
const ROWS = new RegExp(`^database/(${NAME})/(\\d{1,9})\\.jsonl\\.zst$`)
const OBJECTS = /^bucket\/(\d{1,9})\.jsonl\.zst$/
/** Each path segment starts with a letter, a digit, `_` or `-`, so that no `..` can leave the folder. */
const FILE = /^media\/((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)$/

export const rowsName = (table: string, piece: number): string => `database/${table}/${piece}.jsonl.zst`
export const objectsName = (piece: number): string => `bucket/${piece}.jsonl.zst`
export const fileName = (key: string): string => `media/${key}`

/** The lines that precede the content of each file in the input of the checksum. One checksum covers all files. */
export const fileLine = (key: string, sizeBytes: number): string => `${key}\n${sizeBytes}\n`

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the content of the checksum file, in the format of `sha256sum`. */
export const manifestSum = (manifest: string): string => `${sha256(manifest)}  ${MANIFEST}\n`

type EntryKind =
  | { kind: 'head' | 'manifest' | 'sum' | 'secret' }
  | { kind: 'rows'; table: string; piece: number }
  | { kind: 'objects'; piece: number }
  | { kind: 'file'; key: string }

const FIXED: Record<string, EntryKind> = {
  [HEAD]: { kind: 'head' },
  [MANIFEST]: { kind: 'manifest' },
  [MANIFEST_SUM]: { kind: 'sum' },
  [SECRET]: { kind: 'secret' },
}

/** Parses the name of an archive entry. @returns undefined if no backup contains such an entry */
export function entryOf(name: string): EntryKind | undefined {
  if (Object.hasOwn(FIXED, name)) return FIXED[name]
  const rows = ROWS.exec(name)
  if (rows?.[1]) return { kind: 'rows', table: rows[1], piece: Number(rows[2]) }
  const objects = OBJECTS.exec(name)
  if (objects) return { kind: 'objects', piece: Number(objects[1]) }
  const key = FILE.exec(name)?.[1]
  return key === undefined ? undefined : { kind: 'file', key }
}

/** The size at which a piece is full, in bytes of uncompressed rows. The next row begins a new piece. */
export const PIECE_BYTES = 1024 * 1024
/** The maximum size of a piece, compressed or not. No row is larger. */
export const MOST_PIECE_BYTES = 64 * 1024 * 1024
export const MOST_MANIFEST_BYTES = 4 * 1024 * 1024
/** An archive that unpacks to more than this many times its size is refused. */
export const MOST_RATIO = 1_000

const Count = z.int().min(0)
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Identifier = z.string().regex(new RegExp(`^${NAME}$`))
const Migration = z.string().regex(/^[\w.-]{1,100}$/)

export const Head = z.object({ product: z.literal('frogy'), format: z.int(), version: z.string().max(50) })
export type Head = z.infer<typeof Head>

export const Manifest = z.strictObject({
  product: z.literal('frogy'),
  format: z.literal(FORMAT),
  version: z.string().max(50),
  /** A random id of this backup. */
  id: z.uuid(),
  madeAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  /** The migrations of the database. The newest one is the schema version. */
  migrations: z.array(Migration).max(10_000),
  tables: z
    .array(
      z.strictObject({
        name: Identifier,
        columns: z.array(Identifier).max(1_000),
        rows: Count,
        pieces: Count,
        sha256: Sha256,
      }),
    )
    .max(1_000),
  /** The last number that the sequence of each identity column has issued. */
  sequences: z.array(z.strictObject({ table: Identifier, column: Identifier, last: z.int() })).max(1_000),
  /** The files of DATA_DIR/media. With a bucket, only the list of its objects. */
  files: z.strictObject({ place: z.enum(['folder', 'bucket']), count: Count, bytes: Count, sha256: Sha256 }),
  /**
   * `id` identifies the secret that encrypted the data. `sha256` is the checksum of the sealed secret, if the backup
   * contains it.
   */
  secret: z.strictObject({ id: z.string().max(50), isSealed: z.boolean(), sha256: Sha256.optional() }),
})
export type Manifest = z.infer<typeof Manifest>

export const Row = z.array(z.union([z.string(), z.null()]))
