import { existsSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import { storageFor } from '../../adapters/storage/storages.ts'
import { backupName, describePlace } from '../../backup/backup-folder.ts'
import { makeBackup, makeBackupFile, type CheckedBackup } from '../../backup/make-backup.ts'
import { requestSnapshot } from '../../backup/snapshot.ts'
import type { BackupSource } from '../../backup/write-backup.ts'
import { readConfig, type Config } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { FolderInUseError, openDatabase, type Database } from '../../db/database.ts'
import { Refusal, type CommandOutput } from './machine-parts.ts'
import { messageOf } from './message-of.ts'
import { askPassphrase } from './passphrase.ts'

const USAGE = `Usage: npm run backup [-- --to FILE] [--without-secret]

Makes one file of the database, the pictures and the sealed secret, then opens and counts it.
Frogy may run meanwhile. Uses the same environment as Frogy.

  --to FILE          the file, or an existing folder; without it: BACKUP_TO, or DATA_DIR/backups
  --without-secret   leaves the installation's secret out; keep it elsewhere

BACKUP_PASSPHRASE seals the secret. Without it, the command asks on a terminal.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage.`

/** Runs `npm run backup -- …` and returns its exit code. */
export async function runBackupCommand(
  args: string[],
  environment: Record<string, string | undefined>,
  output: CommandOutput,
): Promise<0 | 1 | 2> {
  const options = {
    to: { type: 'string' },
    'without-secret': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  } as const
  let given
  try {
    given = parseArgs({ args, options }).values
  } catch (error) {
    output.error(`${messageOf(error)}\n\n${USAGE}`)
    return 2
  }
  if (given.help) {
    output.log(USAGE)
    return 0
  }
  try {
    const config = readConfig(environment)
    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'db')))
      throw new Refusal(`There is no database in ${config.dataDir}. Set DATA_DIR or DATABASE_URL as for Frogy itself.`)
    const leavesSecret = given['without-secret'] ?? false
    const passphrase = leavesSecret ? undefined : await passphraseFor(config, environment.APP_SECRET !== undefined)
    await using source = await openSource(config)
    const made = await write({ ...source, passphrase }, config, given.to)
    output.log(`${made.where}: ${describe(made.checked)}`)
    if (!made.checked.hasSecret)
      output.log(
        `The backup does not contain the secret. A restore also needs ${secretPlace(config, environment)}. Keep a copy elsewhere.`,
      )
    return 0
  } catch (error) {
    output.error(`No backup was made. ${error instanceof ConfigError ? error.lines.join('\n') : messageOf(error)}`)
    return 1
  }
}

const describe = ({ sizeBytes, rows, files }: CheckedBackup): string =>
  `${(sizeBytes / 1e6).toFixed(1)} MB, verified: ${rows} rows, ${files} files`

const secretPlace = ({ dataDir }: Config, { APP_SECRET }: Record<string, string | undefined>): string =>
  APP_SECRET ? 'APP_SECRET' : join(dataDir, 'secret')

/**
 * Asks for the passphrase that encrypts the secret in the backup. Encrypted data cannot be restored without the secret,
 * so only `--without-secret` omits it.
 */
async function passphraseFor({ backup, dataDir }: Config, isInEnvironment: boolean): Promise<string | undefined> {
  if (backup.passphrase !== undefined) return backup.passphrase
  const given = await askPassphrase('A passphrase for the secret in the backup, at least 12 characters: ')
  if (given === undefined && isInEnvironment) return undefined
  if (given === undefined)
    throw new Refusal(
      `The backup must contain the encrypted secret of this installation (${join(dataDir, 'secret')}). Set BACKUP_PASSPHRASE, or add --without-secret and keep that file elsewhere.`,
    )
  if (given.length < 12) throw new Refusal('The passphrase is shorter than 12 characters.')
  if ((await askPassphrase('Repeat the passphrase: ')) !== given) throw new Refusal('The two passphrases differ.')
  return given
}

type OpenSource = Omit<BackupSource, 'passphrase'> & AsyncDisposable

/** Opens the database. While Frogy runs with the embedded database, opens a copy of the database instead. */
async function openSource(config: Config): Promise<OpenSource> {
  await using opened = new AsyncDisposableStack()
  const open = (dataDir: string) =>
    openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir,
      isPatient: true,
      connections: { main: 1, queue: 1 },
      onError: () => {},
    })
  let database: Database
  try {
    database = opened.use(await open(config.dataDir))
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    const snapshot = opened.use(await requestSnapshot(config.dataDir))
    database = opened.use(await open(snapshot.dataDir))
  }
  const stack = opened.move()
  return {
    database,
    storage: storageFor(config),
    filesIn: config.storage ? 'bucket' : 'folder',
    secret: config.secrets[0],
    version: packageJson.version,
    madeAt: new Date(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function write(
  source: BackupSource,
  { backup, dataDir }: Config,
  to: string | undefined,
): Promise<{ where: string; checked: CheckedBackup }> {
  const name = backupName(source.madeAt)
  if (to !== undefined) {
    const isFolder = statSync(to, { throwIfNoEntry: false })?.isDirectory() ?? false
    const path = isFolder ? join(resolve(to), name) : resolve(to)
    return { where: path, checked: await makeBackupFile(source, path) }
  }
  const temp = await mkdtemp(join(dataDir, 'snapshot-'))
  try {
    const checked = await makeBackup(source, backup.to, name, temp)
    return { where: `${describePlace(backup.to)}/${name}`, checked }
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}
