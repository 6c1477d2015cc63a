import { createReadStream, createWriteStream, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { storageFor } from '../../adapters/storage/storages.ts'
import { folderStorage } from '../../adapters/storage/folder-storage.ts'
import { backupFolderFor } from '../../backup/backup-folders.ts'
import { isBackupName } from '../../backup/backup-folder.ts'
import { readMigrations } from '../../backup/catalog.ts'
import type { Manifest } from '../../backup/format.ts'
import { loadBackup } from '../../backup/load-backup.ts'
import { readBackup, type BackupVisitor, type ReadBackup } from '../../backup/read-backup.ts'
import { markPrepared, moveIntoPlace, preparedRestore, restoringFolder } from '../../backup/restoring.ts'
import { openSecret } from '../../backup/seal-secret.ts'
import { NotABackup } from '../../backup/tar.ts'
import { readConfig, type Config } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { openDatabase, type Database } from '../../db/database.ts'
import { knownMigrations } from '../../db/migrate.ts'
import sql, { computed, isTrue } from '../../db/sql.ts'
import { secretId } from '../../secrets.ts'
import { Refusal, type CommandOutput } from './machine-parts.ts'
import { askPassphrase } from './passphrase.ts'

const USAGE = `Usage: npm run restore -- FILE

Restores a backup into an empty DATA_DIR, or into the empty database of DATABASE_URL.
Checks the whole file before it writes anything. Frogy then starts with publishing on hold.

  FILE     a file, the name of a backup in BACKUP_TO, or "latest" for the newest one there

BACKUP_PASSPHRASE opens the sealed secret. Without it, the command asks on a terminal.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`

/** Runs `npm run restore -- …` and returns its exit code. */
export async function runRestoreCommand(
  args: string[],
  environment: Record<string, string | undefined>,
  output: CommandOutput,
): Promise<0 | 1 | 2> {
  let given
  try {
    given = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true })
  } catch (error) {
    output.error(`${messageOf(error)}\n\n${USAGE}`)
    return 2
  }
  const [file, ...more] = given.positionals
  if (given.values.help) output.log(USAGE)
  else if (!file || more.length > 0) output.error(USAGE)
  if (given.values.help || !file || more.length > 0) return given.values.help ? 0 : 2
  try {
    await restore(file, environment, output)
    return 0
  } catch (error) {
    const reason = error instanceof ConfigError ? error.lines.join('\n') : messageOf(error)
    output.error(
      error instanceof NotABackup
        ? `${file} is not a backup that can be restored: ${reason}. Nothing was changed.`
        : reason,
    )
    return 1
  }
}

async function restore(
  file: string,
  environment: Record<string, string | undefined>,
  output: CommandOutput,
): Promise<void> {
  const { config, hasSecret } = readTarget(environment)
  const { dataDir } = config
  // An earlier restore was complete but for the last moves.
  if (preparedRestore(dataDir) !== undefined) return finish(dataDir, output)
  rmSync(join(dataDir, 'restoring.download'), { force: true })
  const found = await findFile(file, config)
  try {
    const read = await readBackup(createReadStream(found.path))
    refuseNewer(read.manifest)
    await restoreFrom({ ...found, read, config, hasSecret }, output)
  } finally {
    if (found.isTemporary) rmSync(found.path, { force: true })
  }
}

interface Restore {
  path: string
  /** The name of a backup in BACKUP_TO; undefined for any other file. */
  listedAs: string | undefined
  read: ReadBackup
  config: Config
  hasSecret: boolean
}

async function restoreFrom(given: Restore, output: CommandOutput): Promise<void> {
  const { config, path, read } = given
  const { manifest } = read
  const { dataDir } = config
  refuseOtherFiles(config, manifest)
  const secret = await secretFor(given)
  refuseNonEmpty(config)
  const staging = restoringFolder(dataDir)
  const database = await openTarget(config, manifest, async () => {
    await rm(staging, { recursive: true, force: true })
    await mkdir(staging, { mode: 0o700 })
  })
  if (database) {
    await using _closing = database
    if (secret !== undefined) writeFileSync(join(staging, 'secret'), secret, { mode: 0o600 })
    await loadBackup(database, () => createReadStream(path), manifest, {
      file: fileWriter(config),
      finish: async (tx) => {
        await tx.query(sql`delete from backups where state in ('asked', 'making')`)
        if (!given.listedAs) return
        const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
        await tx.query(sql`
          insert into backups (name, made_at, state, size_bytes, row_count, file_count, has_secret, restored_at)
          values (${given.listedAs}, ${new Date(manifest.madeAt)}, 'checked', ${read.sizeBytes}, ${rows}, ${manifest.files.count}, ${manifest.secret.isSealed}, now())
          on conflict (name) do update set state = 'checked', problem = null, restored_at = now()`)
      },
    })
  }
  markPrepared(dataDir, manifest.id)
  finish(dataDir, output)
}

function finish(dataDir: string, output: CommandOutput): void {
  moveIntoPlace(dataDir)
  output.log(
    'Restored. Start Frogy: publishing is on hold until an administrator answers on /admin (or "npm run admin -- release").',
  )
}

/** Reads the environment like Frogy, but makes no secret. */
function readTarget(environment: Record<string, string | undefined>): { config: Config; hasSecret: boolean } {
  const dataDir = resolve(environment.DATA_DIR?.trim() || './.data')
  const hasSecret = Boolean(environment.APP_SECRET?.trim()) || existsSync(join(dataDir, 'secret'))
  const config = readConfig({
    ...environment,
    ...(!hasSecret && { APP_SECRET: 'no secret yet: the backup brings one' }),
  })
  return { config, hasSecret }
}

/** Finds the file. Downloads it from a bucket first, so that it can be read twice. */
async function findFile(file: string, { backup, dataDir }: Config) {
  if (existsSync(file) && statSync(file).isFile()) {
    const isListed =
      'folder' in backup.to && dirname(resolve(file)) === resolve(backup.to.folder) && isBackupName(basename(file))
    return { path: resolve(file), listedAs: isListed ? basename(file) : undefined, isTemporary: false }
  }
  const folder = backupFolderFor(backup.to)
  const names = (await folder.list()).map(({ name }) => name)
  const name = file === 'latest' ? names.at(-1) : names.find((one) => one === file)
  if (name === undefined) throw new Refusal(`There is no backup ${file}. Nothing was changed.`)
  if ('folder' in backup.to) return { path: join(backup.to.folder, name), listedAs: name, isTemporary: false }
  const stored = await folder.open(name)
  if (!stored) throw new Refusal(`There is no backup ${name}. Nothing was changed.`)
  const path = join(dataDir, 'restoring.download')
  await pipeline(stored.bytes, createWriteStream(path, { mode: 0o600 }))
  return { path, listedAs: name, isTemporary: true }
}

function refuseNewer({ migrations, version }: Manifest): void {
  const known = new Set(knownMigrations())
  const newer = migrations.find((name) => !known.has(name))
  if (newer === undefined) return
  throw new NotABackup(`Frogy ${version} made it, which is newer than this one (it has the migration ${newer})`)
}

function refuseOtherFiles({ storage }: Config, { files }: Manifest): void {
  if (files.place === 'bucket' && files.count > 0 && !storage)
    throw new Refusal(
      'The pictures of this backup lie in a bucket. Set STORAGE_URL to that bucket. Nothing was changed.',
    )
}

function refuseNonEmpty({ dataDir, storage, databaseUrl }: Config): void {
  const media = join(dataDir, 'media')
  const hasMedia = !storage && existsSync(media) && readdirSync(media).length > 0
  const there = [!databaseUrl && existsSync(join(dataDir, 'db')) && 'a database', hasMedia && 'pictures'].filter(
    Boolean,
  )
  if (there.length > 0)
    throw new Refusal(
      `${dataDir} is not empty: it has ${there.join(' and ')}. Restore into another DATA_DIR, or move ${dataDir} away first. Nothing was changed.`,
    )
}

/** The secret to write. @returns undefined when the target has the right one */
async function secretFor({ read, config, hasSecret }: Restore): Promise<string | undefined> {
  const { manifest, sealedSecret } = read
  const { id } = manifest.secret
  if (hasSecret) {
    if (config.secrets.some((secret) => secretId(secret) === id)) return undefined
    throw new Refusal(
      `This backup belongs to another secret than APP_SECRET or ${join(config.dataDir, 'secret')}. Remove that one, or set the right one. Nothing was changed.`,
    )
  }
  if (sealedSecret === undefined)
    throw new Refusal(
      `This backup leaves the secret out. Set APP_SECRET, or copy the file "secret" of the original into ${config.dataDir}. Nothing was changed.`,
    )
  const passphrase = config.backup.passphrase ?? (await askPassphrase('The passphrase of the backup: '))
  if (passphrase === undefined)
    throw new Refusal('The secret in this backup is sealed. Set BACKUP_PASSPHRASE. Nothing was changed.')
  const secret = await openSecret(sealedSecret, passphrase).catch(() => undefined)
  if (secret === undefined || secretId(secret) !== id)
    throw new Refusal('The passphrase is wrong. Nothing was changed.')
  return secret
}

/**
 * Opens the empty target database. @returns undefined when an interrupted restore has already filled it
 * @throws Refusal when it has data
 */
async function openTarget(
  { databaseUrl, dataDir }: Config,
  manifest: Manifest,
  begin: () => Promise<void>,
): Promise<Database | undefined> {
  const open = (folder: string) =>
    openDatabase({
      databaseUrl,
      dataDir: folder,
      isPatient: true,
      connections: { main: 1, queue: 1 },
      onError: () => {},
    })
  if (!databaseUrl) {
    await begin()
    return await open(restoringFolder(dataDir))
  }
  const database = await open(dataDir)
  try {
    const state = await stateOf(database)
    // Killed after the rows were committed, before the files were moved.
    if (state.restored === manifest.id && existsSync(restoringFolder(dataDir))) {
      await database[Symbol.asyncDispose]()
      return undefined
    }
    const other = state.migrations.find((name) => !manifest.migrations.includes(name))
    if (state.hasData || other !== undefined)
      throw new Refusal('The database of DATABASE_URL is not empty. Create an empty one. Nothing was changed.')
    await begin()
    return database
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}

/** A database in which a restore was interrupted has empty tables. Frogy's first start adds a row. */
async function stateOf(
  database: Database,
): Promise<{ migrations: string[]; hasData: boolean; restored: string | null }> {
  const migrations = await readMigrations(database)
  const [tables] = await database.query(
    sql`select ${isTrue(
      'areSome',
      sql`exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')`,
    )}`,
  )
  if (migrations.length === 0) return { migrations, hasData: tables?.areSome ?? false, restored: null }
  const [row] = await database.query(
    sql`select ${isTrue(
      'hasData',
      sql`exists (select from users) or exists (select from installation)`,
    )}, ${computed('restored', 'text', sql`(select place->>'restored' from installation)`)}`,
  )
  return { migrations, hasData: row?.hasData ?? false, restored: row?.restored ?? null }
}

/** Stores files in `restoring` until the end, or in the bucket at once. */
function fileWriter(config: Config): NonNullable<BackupVisitor['file']> {
  const storage = config.storage ? storageFor(config) : folderStorage(join(restoringFolder(config.dataDir), 'media'))
  const never = new AbortController().signal
  return async (key, _size, chunks) => {
    await storage.putStream(key, Readable.from(chunks), 'application/octet-stream', never)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
