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
import { createAdmin, removeLostSecondFactor, resetPassword, setRole } from './accounts.ts'
import { release, releaseRunning } from './release.ts'
import { Refusal, type MachineParts } from './machine-parts.ts'

/** Exit codes. 0: done. 1: rejected or failed. 2: wrong usage. 3: Frogy is running and holds the embedded database. */
export type ExitCode = 0 | 1 | 2 | 3

export interface Output {
  log(line: string): void
  error(line: string): void
}

interface Command {
  /** The command's arguments, as the usage text shows them. */
  usage: string
  does: string
  /** Checks the arguments and returns the action; undefined when they are wrong. */
  prepare(args: string[]): ((parts: MachineParts) => Promise<void>) | undefined
  /** Runs instead of the command while a running Frogy holds the embedded database. */
  whileRunning?: (config: Config, print: (line: string) => void) => Promise<void>
  /** Whether the command may create a missing database. */
  mayBeFirst?: boolean
}

const COMMANDS: Record<string, Command> = {
  'reset-password': {
    usage: 'EMAIL [--mail]',
    does: 'makes a link to choose a new password, valid for one hour; prints it, or mails it with --mail',
    prepare: ([email, flag, ...more]) =>
      email !== undefined && (flag === undefined || flag === '--mail') && more.length === 0
        ? (parts) => resetPassword(parts, email, { byMail: flag === '--mail' })
        : undefined,
  },
  'remove-two-factor': {
    usage: 'EMAIL',
    does: 'removes two-factor sign-in and all passkeys of an account whose owner lost them',
    prepare: ([email, ...more]) =>
      email !== undefined && more.length === 0 ? (parts) => removeLostSecondFactor(parts, email) : undefined,
  },
  role: {
    usage: 'EMAIL admin|user',
    does: 'makes an account an administrator, or a user',
    prepare: ([email, role, ...more]) =>
      email !== undefined && (role === 'admin' || role === 'user') && more.length === 0
        ? (parts) => setRole(parts, email, role)
        : undefined,
  },
  'create-admin': {
    usage: 'EMAIL [FIRST_NAME [LAST_NAME]]',
    does: 'creates an administrator, the first one too, and prints a link to choose the password',
    prepare: ([email, firstName, lastName, ...more]) =>
      email !== undefined && more.length === 0
        ? (parts) => createAdmin(parts, { email, firstName, lastName })
        : undefined,
    mayBeFirst: true,
  },
  release: {
    usage: '',
    does: 'continues publishing with this installation, after a restore or a start with PUBLISHING=held',
    prepare: (args) => (args.length === 0 ? release : undefined),
    whileRunning: releaseRunning,
  },
}

/** Runs `npm run admin -- …` and returns its exit code. */
export async function runAdminCommand(
  args: string[],
  environment: Record<string, string | undefined>,
  output: Output,
): Promise<ExitCode> {
  const [name = '', ...rest] = args
  if (name === 'help' || name === '--help') {
    output.log(usage())
    return 0
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  const run = command?.prepare(rest)
  if (!command || !run) {
    const fault = command ? `"${name}" takes: ${command.usage}` : name ? `There is no command "${name}".` : ''
    output.error([fault, usage()].filter(Boolean).join('\n\n'))
    return 2
  }
  try {
    const config = readConfig(environment)
    refuseMissingDatabase(config, command.mayBeFirst === true)
    await withParts(config, output, run).catch(async (error: unknown) => {
      if (!(error instanceof FolderInUseError) || !command.whileRunning) throw error
      await command.whileRunning(config, output.log)
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

function usage(): string {
  const lines = Object.entries(COMMANDS).map(([name, command]) => [
    `  ${name} ${command.usage}`,
    `      ${command.does}`,
  ])
  return [
    'Usage: npm run admin -- COMMAND',
    '',
    ...lines.flat(),
    '',
    'It uses the same environment as Frogy. With the embedded database, stop Frogy first (except for release).',
    'Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 Frogy is running.',
  ].join('\n')
}

/** With a wrong DATA_DIR, a command must not create a new, empty database there. */
function refuseMissingDatabase({ databaseUrl, dataDir }: Config, mayBeFirst: boolean): void {
  if (databaseUrl || mayBeFirst || existsSync(join(dataDir, 'db'))) return
  throw new Refusal(`There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL as for Frogy itself.`)
}

async function withParts(config: Config, output: Output, run: (parts: MachineParts) => Promise<void>): Promise<void> {
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

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
