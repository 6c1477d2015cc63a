import { createReadStream, existsSync, renameSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import { readMigrations } from '../../backup/catalog.ts'
import { loadBackup } from '../../backup/load-backup.ts'
import { restoringFolder } from '../../db/restoring.ts'
import { writeBackup } from '../../backup/write-backup.ts'
import { readConfig, type Config } from '../../config.ts'
import { ConfigError } from '../../config-error.ts'
import { FolderInUseError, openDatabase, type Database } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import sql, { isTrue } from '../../db/sql.ts'
import { SILENT_AFTER_MS } from '../../publishing/heartbeats.ts'
import { syncFolder } from '../../sync-folder.ts'
import { Refusal, type CommandOutput } from './machine-parts.ts'
import { messageOf } from './message-of.ts'

const USAGE = `Usage: npm run move -- --to postgres://… | --to embedded

Moves the database to an empty database of a PostgreSQL server, or from DATABASE_URL into DATA_DIR.
Stop Frogy first. Pictures and the secret stay where they are. The old database is put out of use, not deleted.

Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 Frogy is running.`

/** Runs `npm run move -- …` and returns its exit code. */
export async function runMoveCommand(
  args: string[],
  environment: Record<string, string | undefined>,
  output: CommandOutput,
): Promise<0 | 1 | 2 | 3> {
  let given
  try {
    given = parseArgs({ args, options: { to: { type: 'string' }, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    output.error(`${messageOf(error)}\n\n${USAGE}`)
    return 2
  }
  const isServer = /^postgres(ql)?:\/\//.test(given.to ?? '')
  if (given.help) output.log(USAGE)
  else if (!isServer && given.to !== 'embedded') output.error(USAGE)
  if (given.help || (!isServer && given.to !== 'embedded')) return given.help ? 0 : 2
  try {
    const config = readConfig(environment)
    if (isServer) await moveToServer(config, given.to ?? '', output)
    else await moveToEmbedded(config, output)
    return 0
  } catch (error) {
    if (error instanceof FolderInUseError) {
      output.error('Frogy is running. Nothing was changed. Stop it, run this command again, then start it.')
      return 3
    }
    output.error(error instanceof ConfigError ? error.lines.join('\n') : messageOf(error))
    return 1
  }
}

async function moveToServer(config: Config, url: string, output: CommandOutput): Promise<void> {
  const { dataDir, databaseUrl } = config
  if (databaseUrl) throw new Refusal('DATABASE_URL is set: the data is on a server already. Nothing was changed.')
  if (!existsSync(join(dataDir, 'db'))) throw new Refusal(`There is no database in ${dataDir}. Nothing was changed.`)
  await using target = await open(url, dataDir)
  if ((await readMigrations(target)).length > 0 || (await hasTables(target)))
    throw new Refusal('The database on the server is not empty. Create an empty one. Nothing was changed.')
  {
    await using source = await open(undefined, dataDir)
    await copy(config, source, target)
  }
  const old = join(dataDir, `db.moved-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`)
  renameSync(join(dataDir, 'db'), old)
  syncFolder(dataDir)
  await acceptPlace(target)
  output.log(`Moved. Set DATABASE_URL to the server and start Frogy. The old database is ${old}; delete it later.`)
}

async function moveToEmbedded(config: Config, output: CommandOutput): Promise<void> {
  const { dataDir, databaseUrl } = config
  if (!databaseUrl) throw new Refusal('DATABASE_URL is not set: the data is embedded already. Nothing was changed.')
  if (existsSync(join(dataDir, 'db')))
    throw new Refusal(`${dataDir} has a database. Move it away first. Nothing was changed.`)
  await using source = await open(databaseUrl, dataDir)
  await refuseRunning(source)
  const staging = restoringFolder(dataDir)
  await rm(staging, { recursive: true, force: true })
  {
    await using target = await open(undefined, staging)
    await copy(config, source, target)
    // Hold publishing on the source before the target is used, so that a start with the old DATABASE_URL publishes
    // nothing.
    await source.query(sql`
      update installation set place = '{"moved": true}', held_since = coalesce(held_since, now()), held_because = 'copy'`)
    await acceptPlace(target)
  }
  renameSync(join(staging, 'db'), join(dataDir, 'db'))
  syncFolder(dataDir)
  await rm(staging, { recursive: true, force: true })
  output.log('Moved. Remove DATABASE_URL and start Frogy. The database on the server no longer publishes.')
}

const open = (databaseUrl: string | undefined, dataDir: string): Promise<Database> =>
  openDatabase({ databaseUrl, dataDir, isPatient: true, connections: { main: 2, queue: 1 }, onError: () => {} })

async function copy({ dataDir, secrets }: Config, source: Database, target: Database): Promise<void> {
  await migrate(source)
  const temp = await mkdtemp(join(dataDir, 'snapshot-'))
  try {
    const path = join(temp, 'move.tar')
    // The move copies no files, because DATA_DIR or the bucket stays the same.
    const noFiles = { async *list() {}, stream: async () => undefined }
    const { manifest } = await writeBackup(
      {
        database: source,
        storage: noFiles,
        filesIn: 'folder',
        secret: secrets[0],
        passphrase: undefined,
        version: packageJson.version,
        madeAt: new Date(),
      },
      path,
    )
    await loadBackup(target, () => createReadStream(path), manifest, { file: undefined, finish: async () => {} })
  } finally {
    await rm(temp, { recursive: true, force: true })
  }
}

/** Lets the next start publish from the target without asking an administrator: the old database cannot publish. */
async function acceptPlace(target: Database): Promise<void> {
  await target.query(sql`update installation set place = '{}'`)
}

async function hasTables(on: Database): Promise<boolean> {
  const [row] = await on.query(
    sql`select ${isTrue(
      'areSome',
      sql`exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r')`,
    )}`,
  )
  return row?.areSome ?? false
}

async function refuseRunning(on: Database): Promise<void> {
  const [row] = await on.query(
    sql`select ${isTrue(
      'runs',
      sql`exists (select from workers where worked_at > clock_timestamp() - ${SILENT_AFTER_MS} * interval '1 millisecond')`,
    )}`,
  )
  if (row?.runs)
    throw new Refusal('A worker of Frogy is running. Nothing was changed. Stop it, then run this command again.')
}
