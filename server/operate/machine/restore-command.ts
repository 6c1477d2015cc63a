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
import { quoted, readMigrations, readTables } from '../../backup/catalog.ts'
import type { Manifest } from '../../backup/format.ts'
import { loadBackup } from '../../backup/load-backup.ts'
import { readBackup, type BackupVisitor, type ReadBackup } from '../../backup/read-backup.ts'
import { markPrepared, moveIntoPlace, preparedRestore, restoringFolder } from '../../db/restoring.ts'
import { openSecret } from '../../backup/seal-secret.ts'
import { NotABackup } from '../../backup/tar.ts'
import { readConfig, type Config } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { openDatabase, type Database, type Queryable } from '../../db/database.ts'
import { knownMigrations } from '../../db/migrate.ts'
import { QUEUE_SCHEMA } from '../../db/queue-schema.ts'
import sql, { computed, isTrue, list, raw } from '../../db/sql.ts'
import { secretId } from '../../secrets.ts'
import { Refusal, type CommandOutput } from './machine-parts.ts'
import { messageOf } from './message-of.ts'
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
  const prepared = preparedRestore(dataDir)
  rmSync(join(dataDir, 'restoring.download'), { force: true })
  const found = await findFile(file, config)
  try {
    const read = await readBackup(createReadStream(found.path))
    refuseNewer(read.manifest)
    if (prepared !== undefined && prepared !== read.manifest.id)
      throw new Refusal(
        `The restore of another backup into ${dataDir} was interrupted. Run that one again, or move ${dataDir} away first. Nothing was changed.`,
      )
    // An interrupted restore of this backup had prepared everything, so only move it into place.
    if (prepared !== undefined) return finish(dataDir, output)
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
  const { config, read } = given
  const { manifest } = read
  const { dataDir } = config
  refuseOtherFiles(config, manifest)
  const secret = await secretFor(given)
  refuseNonEmpty(config)
  const target = await openTarget(config, manifest)
  if (target) await load(given, target, secret)
  markPrepared(dataDir, manifest.id)
  finish(dataDir, output)
}

/** Loads the rows and files of the backup. After an error, it empties the target again. */
async function load(
  { path, listedAs, read, config }: Restore,
  { database, hadQueue }: Target,
  secret: string | undefined,
): Promise<void> {
  const { manifest } = read
  const staging = restoringFolder(config.dataDir)
  let isUndone = true
  try {
    await using _closing = database
    if (secret !== undefined) writeFileSync(join(staging, 'secret'), secret, { mode: 0o600 })
    const finishRows = async (tx: Queryable) => {
      await tx.query(sql`delete from backups where state in ('asked', 'making')`)
      if (!listedAs) return
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      await tx.query(sql`
          insert into backups (name, made_at, state, size_bytes, row_count, file_count, has_secret, restored_at)
          values (${listedAs}, ${new Date(manifest.madeAt)}, 'checked', ${read.sizeBytes}, ${rows}, ${manifest.files.count}, ${manifest.secret.isSealed}, now())
          on conflict (name) do update set state = 'checked', problem = null, restored_at = now()`)
    }
    const open = () => createReadStream(path)
    await loadBackup(database, open, manifest, { file: fileWriter(config), finish: finishRows }).catch(
      async (error: unknown) => {
        // If the server cannot be reached, the rows may remain. Running the same command again then continues the
        // restore.
        isUndone = database.kind === 'embedded' || (await dropAll(database, hadQueue).catch(() => false))
        throw doesNotFit(error) ? new NotABackup('its rows do not fit its schema version') : error
      },
    )
  } catch (error) {
    if (isUndone) rmSync(staging, { recursive: true, force: true })
    throw error
  }
}

function finish(dataDir: string, output: CommandOutput): void {
  moveIntoPlace(dataDir)
  output.log(
    'Restored. Start Frogy: publishing is on hold until an administrator answers on /admin (or "npm run admin -- release").',
  )
}

/** Reads the configuration from the environment, as at a start of Frogy, but creates no missing secret. */
function readTarget(environment: Record<string, string | undefined>): { config: Config; hasSecret: boolean } {
  const dataDir = resolve(environment.DATA_DIR?.trim() || './.data')
  const hasSecret = Boolean(environment.APP_SECRET?.trim()) || existsSync(join(dataDir, 'secret'))
  const config = readConfig({
    ...environment,
    ...(!hasSecret && { APP_SECRET: 'no secret yet: the backup brings one' }),
  })
  return { config, hasSecret }
}

/** Finds the backup's file. Downloads it from a bucket first, so that it can be read twice. */
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
  try {
    await pipeline(stored.bytes, createWriteStream(path, { mode: 0o600 }))
  } catch (error) {
    rmSync(path, { force: true })
    throw new Refusal(`The download of ${name} failed: ${messageOf(error)}. Nothing was changed.`, { cause: error })
  }
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
    throw new Refusal('The photos of this backup are in a bucket. Set STORAGE_URL to that bucket. Nothing was changed.')
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

/** The secret to write. @returns undefined when the target already has the backup's secret */
async function secretFor({ read, config, hasSecret }: Restore): Promise<string | undefined> {
  const { manifest, sealedSecret } = read
  const { id } = manifest.secret
  if (hasSecret) {
    if (config.secrets.some((secret) => secretId(secret) === id)) return undefined
    throw new Refusal(
      `This backup needs another secret than APP_SECRET or ${join(config.dataDir, 'secret')}. Remove that secret, or set the right one. Nothing was changed.`,
    )
  }
  if (sealedSecret === undefined)
    throw new Refusal(
      `This backup does not contain the secret. Set APP_SECRET, or copy the file "secret" of the original into ${config.dataDir}. Nothing was changed.`,
    )
  const passphrase = config.backup.passphrase ?? (await askPassphrase('The passphrase of the backup: '))
  if (passphrase === undefined)
    throw new Refusal('The secret in this backup is encrypted. Set BACKUP_PASSPHRASE. Nothing was changed.')
  const secret = await openSecret(sealedSecret, passphrase).catch(() => undefined)
  if (secret === undefined || secretId(secret) !== id)
    throw new Refusal('The passphrase is wrong. Nothing was changed.')
  return secret
}

/** Whether the database refused values, references or names. Only a manipulated backup causes such an error. */
function doesNotFit(error: unknown): boolean {
  const { code = '' } = error as { code?: string }
  return /^(22|23|42)...$/.test(code) && code !== NOT_ALLOWED
}

const NOT_ALLOWED = '42501'

interface Target {
  database: Database
  /** Whether the job queue's schema existed before the restore. */
  hadQueue: boolean
}

/**
 * Opens the empty target database, and empties the folder `restoring`. @returns undefined when an interrupted restore
 * has already filled it
 * @throws Refusal when it has data
 */
async function openTarget({ databaseUrl, dataDir }: Config, manifest: Manifest): Promise<Target | undefined> {
  const begin = async () => {
    await rm(restoringFolder(dataDir), { recursive: true, force: true })
    await mkdir(restoringFolder(dataDir), { mode: 0o700 })
  }
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
    return { database: await open(restoringFolder(dataDir)), hadQueue: false }
  }
  const database = await open(dataDir)
  try {
    const state = await stateOf(database)
    // An earlier restore was killed after it committed the rows and before it moved the files.
    if (state.restored === manifest.id && existsSync(restoringFolder(dataDir))) {
      await database[Symbol.asyncDispose]()
      return undefined
    }
    const other = state.migrations.find((name) => !manifest.migrations.includes(name))
    if (state.hasData || other !== undefined)
      throw new Refusal('The database of DATABASE_URL is not empty. Create an empty one. Nothing was changed.')
    await begin()
    return { database, hadQueue: state.hasQueue }
  } catch (error) {
    await database[Symbol.asyncDispose]()
    throw error
  }
}

/**
 * Reads whether the database has data. An interrupted restore leaves empty tables, but Frogy's first start inserts a
 * row into `installation`.
 */
async function stateOf(
  database: Database,
): Promise<{ migrations: string[]; hasData: boolean; restored: string | null; hasQueue: boolean }> {
  const migrations = await readMigrations(database)
  const [found] = await database.query(
    sql`select ${list(
      isTrue(
        'hasTables',
        sql`exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations')`,
      ),
      isTrue('hasUsers', sql`to_regclass('public.users') is not null`),
      isTrue('hasInstallation', sql`to_regclass('public.installation') is not null`),
      isTrue('hasQueue', sql`to_regnamespace(${QUEUE_SCHEMA}) is not null`),
    )}`,
  )
  const { hasTables = false, hasUsers = false, hasInstallation = false, hasQueue = false } = found ?? {}
  if (migrations.length === 0) return { migrations, hasData: hasTables, restored: null, hasQueue }
  // Without the table `installation`, a restore was killed early, and may have applied only the first migrations. So
  // check the table `users`.
  if (!hasInstallation) {
    const [user] = hasUsers ? await database.query(sql`select ${isTrue('is', sql`exists (select from users)`)}`) : []
    return { migrations, hasData: user?.is ?? false, restored: null, hasQueue }
  }
  const [row] = await database.query(
    sql`select ${isTrue(
      'hasData',
      sql`exists (select from users) or exists (select from installation)`,
    )}, ${computed('restored', 'text', sql`(select place->>'restored' from installation)`)}`,
  )
  return { migrations, hasData: row?.hasData ?? false, restored: row?.restored ?? null, hasQueue }
}

/** Drops the tables and functions of the migrations from a database without data. @returns false when it has data */
async function dropAll(database: Database, hadQueue: boolean): Promise<boolean> {
  if ((await stateOf(database)).hasData) return false
  await database.transaction(async (tx) => {
    const tables = [...(await readTables(tx)).map(({ name }) => quoted(name)), 'migrations']
    await tx.query(sql`drop table if exists ${raw(tables.join(', '))} cascade`)
    const functions = await tx.query(sql`select ${computed('name', 'text', sql`oid::regprocedure::text`, '')}
      from pg_proc p where pronamespace = 'public'::regnamespace and pg_has_role(proowner, 'usage')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)
    for (const { name } of functions) await tx.query(sql`drop function ${raw(name)}`)
    if (!hadQueue) await tx.query(sql`drop schema if exists frogy_jobs cascade`)
  })
  return true
}

/** Stores files in DATA_DIR/restoring until the restore is complete, or directly in the bucket. */
function fileWriter(config: Config): NonNullable<BackupVisitor['file']> {
  const storage = config.storage ? storageFor(config) : folderStorage(join(restoringFolder(config.dataDir), 'media'))
  const never = new AbortController().signal
  return async (key, _size, chunks) => {
    await storage.putStream(key, Readable.from(chunks), 'application/octet-stream', never)
  }
}
