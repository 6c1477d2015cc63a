import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Manifest } from '#server/backup/format.ts'
import { readBackup } from '#server/backup/read-backup.ts'
import { NotABackup } from '#server/backup/tar.ts'
import { openDatabase } from '#server/db/database.ts'
import sql, { computed } from '#server/db/sql.ts'
import { archiveOf, entriesOf, packed, runCommand, sha256, type Entry } from '#tests/support/backup-files.ts'
import { memoryFolder } from '#tests/support/memory-folder.ts'
import { mutated, seeded } from '#tests/support/mutate.ts'
import { emptyPlace, testDatabase, type TestDatabase } from '#tests/support/databases.ts'
import { runBackupCommand } from './backup-command.ts'
import { runRestoreCommand } from './restore-command.ts'

const PASSPHRASE = 'three frogs on a log'
const PICTURE = Buffer.from(Array.from({ length: 3_000 }, (_, index) => index % 251))

let original: Buffer
let target: TestDatabase
beforeAll(async () => {
  target = await emptyPlace()
  await using source = await testDatabase('peopled')
  mkdirSync(join(source.dataDir, 'media', 'ab'), { recursive: true })
  writeFileSync(join(source.dataDir, 'media', 'ab', 'one'), PICTURE)
  const file = join(source.dataDir, 'original.tar')
  expect(await runCommand(runBackupCommand, ['--to', file], environmentOf(source))).toMatchObject({ code: 0 })
  original = readFileSync(file)
})
afterAll(() => target[Symbol.asyncDispose]())

const environmentOf = ({ dataDir, databaseUrl }: TestDatabase, passphrase = PASSPHRASE) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  BACKUP_PASSPHRASE: passphrase,
  LOG_LEVEL: 'silent',
})

/** All files of the target with their contents, and the tables of its database server. */
async function contentOf({ dataDir, databaseUrl }: TestDatabase): Promise<string[]> {
  const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).toSorted()
  const files = names.map((name) => {
    const path = join(dataDir, name)
    return `${name} ${statSync(path).isFile() ? sha256(readFileSync(path)) : ''}`
  })
  if (!databaseUrl) return files
  await using database = await openDatabase({ databaseUrl, dataDir, onError: console.error })
  const objects = await database.query(sql`
    select ${computed('name', 'text', sql`oid::regclass::text`, '')} from pg_class
      where relnamespace not in (select oid from pg_namespace where nspname ~ '^pg_|^information_schema$')
    union all select oid::regprocedure::text from pg_proc where pronamespace = 'public'::regnamespace`)
  return [...files, ...objects.map(({ name }) => name)]
}

/**
 * Restores these bytes into the empty target.
 * @returns the reason of the refusal, after a check that the target did not change
 */
async function refusalOf(bytes: Buffer, passphrase?: string): Promise<string> {
  const file = join(target.dataDir, 'one.tar')
  writeFileSync(file, bytes)
  try {
    const before = await contentOf(target)
    const { code, printed } = await runCommand(runRestoreCommand, [file], environmentOf(target, passphrase))
    expect({ code, content: await contentOf(target) }).toEqual({ code: 1, content: before })
    expect(printed).toMatch(/[^.]\. Nothing was changed\.$/)
    return printed
  } finally {
    rmSync(file)
  }
}

type Archive = Map<string, Buffer>

/** A changed copy of the original backup, with a matching manifest and checksum. */
async function edited(edit: (archive: Archive, manifest: Manifest) => unknown): Promise<Buffer> {
  const archive: Archive = new Map(entriesOf(original).map(({ name, content }) => [name, content]))
  const manifest = Manifest.parse(JSON.parse(archive.get('manifest.json')?.toString() ?? ''))
  edit(archive, manifest)
  const text = Buffer.from(JSON.stringify(manifest))
  const last = [
    { name: 'manifest.json', content: text },
    { name: 'manifest.sha256', content: Buffer.from(`${sha256(text)}  manifest.json\n`) },
  ]
  const others = [...archive].filter(([name]) => !name.startsWith('manifest.'))
  return await archiveOf([...others.map(([name, content]) => ({ name, content })), ...last])
}

/** Replaces the rows of a table in the archive, and updates their counts and checksum in the manifest. */
function setRows(archive: Archive, manifest: Manifest, name: string, ...pieces: Buffer[]): void {
  for (const piece of archive.keys()) if (piece.startsWith(`database/${name}/`)) archive.delete(piece)
  for (const [at, piece] of pieces.entries()) archive.set(`database/${name}/${at}.jsonl.zst`, piece)
  const table = manifest.tables.find((one) => one.name === name)
  Object.assign(table ?? {}, { pieces: pieces.length, sha256: sha256(Buffer.concat(pieces)) })
}

async function* chunksOf(bytes: Buffer) {
  yield bytes
}

const isRefused = (bytes: Buffer) =>
  readBackup(chunksOf(bytes)).then(
    () => false,
    (error: unknown) => error instanceof NotABackup,
  )

function flipped(at: number): Buffer {
  const bytes = Buffer.from(original)
  bytes[at] = (bytes[at] ?? 0) ^ 0x01
  return bytes
}

test('refuses a backup with a flipped bit at any place', async () => {
  const accepted: string[] = []
  for (const { name, at, content } of entriesOf(original)) {
    const from = at + 512
    const places = [at, at + 130, at + 150, at + 156, from, from + (content.length >> 1), from + content.length - 1]
    if (content.length % 512 !== 0) places.push(from + content.length)
    for (const place of new Set(places))
      if (!(await isRefused(flipped(place)))) accepted.push(`${name} at ${place - at}`)
  }
  expect(accepted).toEqual([])
  expect(await isRefused(original)).toBe(false)
})

test.each([
  ['frogy-backup.json', /not made by Frogy|manifest is damaged/],
  ['database/users/0.jsonl.zst', /database\/users|table users is damaged/],
  ['media/ab/one', /files are damaged/],
  ['secret.sealed', /sealed secret is damaged/],
  ['manifest.json', /manifest is damaged/],
  ['manifest.sha256', /manifest is damaged/],
])('refuses a backup with a damaged %s, names the damage, and changes nothing', async (name, reason) => {
  const { at, content } = entriesOf(original).find((entry) => entry.name === name) as Entry & { at: number }
  expect(await refusalOf(flipped(at + 512 + (content.length >> 1)))).toMatch(reason)
})

test('refuses a backup that is truncated at any place', async () => {
  const accepted: number[] = []
  const blocks = Array.from({ length: original.length / 512 }, (_, block) => block * 512)
  const ends = entriesOf(original).map(({ at, content }) => at + 512 + content.length)
  for (const size of new Set([...blocks, ...ends, 1, 511, 513, original.length - 1]))
    if (!(await isRefused(original.subarray(0, size)))) accepted.push(size)
  expect(accepted).toEqual([])
  for (const name of ['database/users/0.jsonl.zst', 'media/ab/one', 'manifest.json', 'manifest.sha256'])
    expect(await refusalOf(original.subarray(0, entriesOf(original).find((entry) => entry.name === name)?.at))).toMatch(
      'cut off',
    )
  expect(await refusalOf(original.subarray(0, original.length >> 1))).toMatch('cut off')
})

test('refuses a backup with random damage, always with a reason', async () => {
  const random = seeded(2026)
  const accepted: number[] = []
  for (let number = 0; number < 1_000; number++) {
    const bytes = Buffer.from(mutated([original], random))
    if (!withoutEnd(bytes).equals(withoutEnd(original)) && !(await isRefused(bytes))) accepted.push(number)
  }
  expect(accepted).toEqual([])
})

/** Removes the zeros at the end, because additional zeros do not damage the archive. */
const withoutEnd = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)

test.each([
  ['an empty file', async () => Buffer.alloc(0)],
  ['a text', async () => Buffer.from('Dear administrator,\n'.repeat(500))],
  ['a zip of a backup', async () => Buffer.from(zipSync({ 'original.tar': original }))],
  ['a compressed backup', async () => gzipSync(original)],
  ['a dump of PostgreSQL', async () => Buffer.concat([Buffer.from('PGDMP'), Buffer.alloc(4_000, 1)])],
  ['a tar of something else', async () => await archiveOf([{ name: 'notes.txt', content: Buffer.from('x') }])],
  ['zeros', async () => Buffer.alloc(20_480)],
  ['a backup with something after its end', async () => Buffer.concat([original, Buffer.from('x')])],
  ['two backups', async () => Buffer.concat([original, original])],
] as const)('refuses to restore %s, and changes nothing', async (_what, bytes) => {
  expect(await refusalOf(await bytes())).toMatch('is not a backup that can be restored')
})

const withHead = (change: object) => (archive: Archive) =>
  archive.set(
    'frogy-backup.json',
    Buffer.from(
      JSON.stringify({ ...z.looseObject({}).parse(JSON.parse(String(archive.get('frogy-backup.json')))), ...change }),
    ),
  )

const EDITS: [what: string, edit: (archive: Archive, manifest: Manifest) => unknown, reason: RegExp][] = [
  ['a newer format', withHead({ format: 2, version: '9.0.0' }), /Frogy 9\.0\.0 made it, in a newer format/],
  ['a newer format in its manifest', (_, manifest) => Object.assign(manifest, { format: 2 }), /manifest is damaged/],
  ['another product', withHead({ product: 'toad' }), /not made by Frogy/],
  [
    'a newer migration',
    (_, manifest) => manifest.migrations.push('9999_flying_frogs.sql'),
    /newer than this one .*9999_flying_frogs/,
  ],
  [
    'too many rows in its manifest',
    (_, { tables }) => Object.assign(tables[0] ?? {}, { rows: 9e15 }),
    /its count is wrong/,
  ],
  ['too many files in its manifest', (_, { files }) => Object.assign(files, { count: 9e15 }), /files are damaged/],
  ['an impossible count', (_, { files }) => Object.assign(files, { bytes: -1 }), /manifest is damaged/],
  [
    'rows that unpack to too much',
    (archive, manifest) => setRows(archive, manifest, 'users', packed(Buffer.alloc(80 * 1024 * 1024))),
    /unpacks to too much/,
  ],
  [
    'millions of empty rows',
    (archive, manifest) => setRows(archive, manifest, 'users', packed(Buffer.alloc(60 * 1024 * 1024, '\n'))),
    /unpacks to far more/,
  ],
  ['a missing table', (archive) => archive.delete('database/users/0.jsonl.zst'), /table users is damaged/],
  ['a missing file', (archive) => archive.delete('media/ab/one'), /files are damaged/],
  ['a missing secret', (archive) => archive.delete('secret.sealed'), /secret is missing/],
  ['a missing head', (archive) => archive.delete('frogy-backup.json'), /not made by Frogy/],
  ['an additional file', (archive) => archive.set('media/ab/two', PICTURE), /files are damaged/],
  [
    'an additional piece',
    (archive) => archive.set('database/users/1.jsonl.zst', packed('[]\n')),
    /table users is damaged/,
  ],
  ['an additional table', (archive) => archive.set('database/toads/0.jsonl.zst', packed('["1"]\n')), /other tables/],
  ['a part that no backup has', (archive) => archive.set('notes.txt', PICTURE), /a file that no backup has/],
  [
    'a table that neither the file nor its manifest has',
    (archive, manifest) => {
      setRows(archive, manifest, 'sessions')
      manifest.tables = manifest.tables.filter(({ name }) => name !== 'sessions')
    },
    /tables are not those of its schema version/,
  ],
  [
    'a table that its schema does not have',
    (archive, manifest) => {
      manifest.tables.push({ name: 'toads', columns: ['id'], rows: 1, pieces: 0, sha256: '' })
      setRows(archive, manifest, 'toads', packed('["1"]\n'))
    },
    /tables are not those of its schema version/,
  ],
  [
    'rows that its schema does not allow',
    (archive, manifest) => {
      const table = manifest.tables.find(({ name }) => name === 'users')
      setRows(archive, manifest, 'users', packed(`${JSON.stringify(table?.columns)}\n`))
      Object.assign(table ?? {}, { rows: 1 })
    },
    /its rows do not fit its schema version/,
  ],
]

test.each(EDITS)('refuses a manipulated backup with %s, and changes nothing', async (_what, edit, reason) => {
  expect(await refusalOf(await edited(edit))).toMatch(reason)
})

test('refuses a backup with an impossibly large part before it reads the part', async () => {
  const manifest = entriesOf(original).find(({ name }) => name === 'manifest.json')
  const bytes = Buffer.from(original)
  const header = bytes.subarray(manifest?.at, (manifest?.at ?? 0) + 512)
  header.write('77777777777', 124)
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0)
  header.write(sum.toString(8).padStart(6, '0'), 148)
  expect(await refusalOf(bytes)).toMatch('larger than any backup writes it')
})

test('refuses a wrong passphrase and a missing backup file, and changes nothing', async () => {
  expect(await refusalOf(original, 'another passphrase')).toMatch('The passphrase is wrong')
  const before = await contentOf(target)
  for (const given of [join(target.dataDir, 'missing.tar'), target.dataDir, 'latest'])
    expect(await runCommand(runRestoreCommand, [given], environmentOf(target))).toMatchObject({
      code: 1,
      printed: expect.stringContaining('Nothing was changed') as string,
    })
  expect(await contentOf(target)).toEqual(before)
})

test('changes nothing when the file is truncated or replaced by another backup after it was checked', async () => {
  const folder = mkdtempSync(join(memoryFolder(), 'frogy-replaced-'))
  const [file, next] = [join(folder, 'one.tar'), join(folder, 'next.tar')]
  const other = await edited((_, manifest) => Object.assign(manifest, { id: crypto.randomUUID() }))
  for (const [bytes, reason] of [
    [original.subarray(0, original.length >> 1), 'cut off'],
    [other, 'replaced meanwhile'],
  ] as const) {
    writeFileSync(file, original)
    writeFileSync(next, bytes)
    const before = await contentOf(target)
    const restoring = runCommand(runRestoreCommand, [file], environmentOf(target))
    // Replace the file once the folder `restoring` exists: after the check, and before the rows are loaded.
    await expect.poll(() => existsSync(join(target.dataDir, 'restoring')), { interval: 1 }).toBe(true)
    renameSync(next, file)
    expect(await restoring).toMatchObject({
      code: 1,
      printed: expect.stringMatching(`${reason}.*Nothing was changed`) as string,
    })
    expect(await contentOf(target)).toEqual(before)
  }
  rmSync(folder, { recursive: true })
})

test("refuses another installation's backup where a secret is set, and changes nothing", async () => {
  const secret = join(target.dataDir, 'secret')
  writeFileSync(secret, 'b'.repeat(64))
  expect(await refusalOf(original)).toMatch('needs another secret')
  rmSync(secret)
})

test('refuses to restore into a target that has data or pictures, and restores into an empty one', async () => {
  const file = join(target.dataDir, 'one.tar')
  const restore = () => runCommand(runRestoreCommand, [file], environmentOf(target))
  mkdirSync(join(target.dataDir, 'media'))
  writeFileSync(join(target.dataDir, 'media', 'old'), 'x')
  expect(await refusalOf(original)).toMatch('it has pictures')
  rmSync(join(target.dataDir, 'media', 'old'))
  writeFileSync(file, original)
  expect(await restore()).toMatchObject({ code: 0 })
  expect(readFileSync(join(target.dataDir, 'media', 'ab', 'one'))).toEqual(PICTURE)
  expect(existsSync(join(target.dataDir, 'restoring'))).toBe(false)
  rmSync(join(target.dataDir, 'secret'))
  expect(await refusalOf(original)).toMatch('not empty')
  if (!target.databaseUrl) return
  // Delete the pictures, so that only the database server has data.
  rmSync(join(target.dataDir, 'media'), { recursive: true })
  expect(await refusalOf(original)).toMatch('not empty')
})
