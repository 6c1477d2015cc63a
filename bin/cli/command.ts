import { parseArgs } from 'node:util'
import { CliError, usageError, type ExitCode } from './cli-error.ts'
import { frogyClient, type FrogyClient } from './frogy-client.ts'
import { readConnection } from './settings.ts'
import { openAttempt, type Attempt } from './unfinished.ts'

export interface Terminal {
  input: NodeJS.ReadStream
  print(text: string): void
  warn(text: string): void
}

const OPTIONS = {
  network: { type: 'string', multiple: true, short: 'n' },
  at: { type: 'string' },
  zone: { type: 'string' },
  account: { type: 'string' },
  file: { type: 'string', short: 'f' },
  image: { type: 'string', multiple: true, short: 'i' },
  alt: { type: 'string', multiple: true },
  hashtags: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
  'also-on-network': { type: 'boolean' },
  'only-in-frogy': { type: 'boolean' },
  'idempotency-key': { type: 'string' },
  json: { type: 'boolean' },
} as const
export type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values']

export interface Run {
  options: Options
  values: string[]
  environment: Record<string, string | undefined>
  terminal: Terminal
}

export interface Command {
  takes: readonly (keyof typeof OPTIONS)[]
  /** The minimum and maximum number of arguments. */
  values: readonly [least: number, most: number]
  run(run: Run): Promise<ExitCode>
}

/** @throws CliError for options or arguments that the command does not have */
export function readArguments(
  { takes, values: [least, most] }: Command,
  args: string[],
): Pick<Run, 'options' | 'values'> {
  const options = Object.fromEntries(takes.map((name) => [name, OPTIONS[name]]))
  const { values, positionals } = parsed()
  if (positionals.length < least) throw usageError('An argument is missing. `frogy post --help` lists the commands.')
  if (positionals.length > most)
    throw usageError(`Unexpected argument "${positionals[most]}". Put a text with spaces in quotation marks.`)
  return { options: values, values: positionals }

  function parsed() {
    try {
      return parseArgs({ args, options, allowPositionals: true })
    } catch (error) {
      throw usageError((error as Error).message)
    }
  }
}

/**
 * Runs `work`, which changes data. Repeated runs of the same command use the same idempotency keys, even after a lost
 * response or a killed process.
 * @param command identifies the command: two runs with equal values are the same command
 * @param prepare finds the publication time, once for all runs of the same command
 */
export async function inAttempt(
  { options, environment, terminal }: Run,
  command: readonly (string | Uint8Array)[],
  prepare: (client: FrogyClient) => Promise<object | undefined>,
  work: (client: FrogyClient, attempt: Pick<Attempt, 'key' | 'time'>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const connection = readConnection(environment)
  const client = frogyClient(connection)
  const givenKey = options['idempotency-key']
  if (givenKey !== undefined) return await work(client, { key: keyFrom(givenKey), time: await prepare(client) })
  const identity = [connection.url, connection.key, ...command]
  const attempt = await openAttempt(environment, identity, () => prepare(client))
  if (attempt.isRepeated)
    terminal.warn(`Continues the same command of ${attempt.startedAt}, whose outcome was unknown.`)
  try {
    const exitCode = await work(client, attempt)
    attempt.close()
    return exitCode
  } catch (error) {
    if (error instanceof CliError && !error.isOpen) attempt.close()
    throw error
  }
}

function keyFrom(given: string): string {
  if (!/^[\x21-\x7e]{1,150}$/.test(given))
    throw usageError('--idempotency-key needs 1 to 150 letters, digits or signs.')
  return given
}
