import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { mailerFor } from '../../adapters/mail/mailers.ts'
import { ConfigError } from '../../config-error.ts'
import { readConfig, type Config } from '../../config.ts'
import { FolderInUseError, openDatabase } from '../../db/database.ts'
import { migrate } from '../../db/migrate.ts'
import sql, { computed } from '../../db/sql.ts'
import { mailQueue } from '../../notifications/mail/mail-queue.ts'
import { secretsFrom } from '../../secrets.ts'
import { JOB_KINDS } from '../background/job-kinds.ts'
import { jobQueue } from '../jobs/job-queue.ts'
import { Refusal, type CommandOutput, type MachineParts } from './machine-parts.ts'
import { messageOf } from './message-of.ts'

/** Exit codes. 0: done. 1: rejected or failed. 2: wrong usage. 3: Frogy is running and holds the embedded database. */
export type ExitCode = 0 | 1 | 2 | 3

export interface MachineOptions {
  /** Runs instead of the command while a running Frogy holds the embedded database. */
  whileRunning?: ((config: Config, print: (line: string) => void) => Promise<void>) | undefined
  /** Whether the command may create a missing database. */
  mayBeFirst?: boolean | undefined
}

/** Runs a command on this installation's database, and prints why it could not. */
export async function runOnMachine(
  environment: Record<string, string | undefined>,
  output: CommandOutput,
  run: (parts: MachineParts) => Promise<void>,
  { whileRunning, mayBeFirst = false }: MachineOptions = {},
): Promise<ExitCode> {
  try {
    const config = readConfig(environment)
    refuseMissingDatabase(config, mayBeFirst)
    await withParts(config, output, run).catch(async (error: unknown) => {
      if (!(error instanceof FolderInUseError) || !whileRunning) throw error
      await whileRunning(config, output.log)
    })
    return 0
  } catch (error) {
    if (error instanceof FolderInUseError) {
      output.error(
        `Frogy is running and holds the database in ${join(environment.DATA_DIR?.trim() || './.data', 'db')}. Nothing was changed. Stop Frogy, run this command again, then start Frogy.`,
      )
      return 3
    }
    output.error(error instanceof ConfigError ? error.lines.join('\n') : messageOf(error))
    return 1
  }
}

/** Refuses to run without a database, because a wrong DATA_DIR must not create a new, empty one. */
function refuseMissingDatabase({ databaseUrl, dataDir }: Config, mayBeFirst: boolean): void {
  if (databaseUrl || mayBeFirst || existsSync(join(dataDir, 'db'))) return
  throw new Refusal(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for Frogy itself.`)
}

async function withParts(
  config: Config,
  output: CommandOutput,
  run: (parts: MachineParts) => Promise<void>,
): Promise<void> {
  const onError = (error: unknown) => output.error(messageOf(error))
  await using database = await openDatabase({ ...config, onError })
  await migrate(database)
  const log = { info: output.log, warn: onError, error: onError }
  await using jobs = jobQueue({ database, log, doesWork: false }, JOB_KINDS)
  const secrets = secretsFrom(config.secrets)
  const [clock] = await database.query(sql`select ${computed('now', 'timestamptz', sql`now()`)}`)
  if (!clock?.now) throw new Error('The database did not return the time')
  const { now } = clock
  await run({
    database,
    config,
    secrets,
    mailer: mailerFor(config, () => now, log),
    mails: mailQueue({ secrets, open: jobs.open, add: jobs.add }),
    now,
    print: output.log,
  })
}
