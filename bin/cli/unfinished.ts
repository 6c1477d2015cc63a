import { createHash, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { usageError } from './cli-error.ts'

/**
 * The record of a command that changes something. It exists from before the first request until the result is known.
 */
export interface Attempt {
  /** The beginning of the Idempotency-Key of each request. */
  key: string
  startedAt: string
  /** The publication time, because `+2h` means another time when the command is repeated. */
  time?: object
}

/** A day less than Frogy keeps idempotency keys, so that a stored key is still valid. */
const KEPT_MS = 6 * 86_400_000

interface OpenAttempt extends Attempt {
  /** Whether an earlier run of the same command ended without knowing its outcome. */
  isRepeated: boolean
  /** Deletes the record of the command, because its result is known. */
  close(): void
}

/**
 * Finds the unfinished attempt of the same command, or stores a new one. So a command that is repeated after a lost
 * response sends the same idempotency keys.
 * @param command identifies the command: two runs with equal values are the same command
 * @param prepare finds the time of a new attempt
 * @throws CliError
 */
export async function openAttempt(
  environment: Record<string, string | undefined>,
  command: readonly (string | Uint8Array)[],
  prepare: () => Promise<Attempt['time']>,
): Promise<OpenAttempt> {
  const folder = join(environment.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'frogy', 'unfinished')
  const path = join(folder, `${hashOf(command)}.json`)
  const close = () => rmSync(path, { force: true })
  const found = readAttempt(path)
  if (found) return { ...found, isRepeated: true, close }
  const made: Attempt = { key: `cli-${randomUUID()}`, startedAt: new Date().toISOString(), time: await prepare() }
  const temporary = `${path}.${made.key}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (existsSync(path) && !readAttempt(path)) close()
    writeFileSync(temporary, JSON.stringify(made), { mode: 0o600, flush: true })
    // `linkSync` throws if another run of the same command has already stored its record.
    linkSync(temporary, path)
    return { ...made, isRepeated: false, close }
  } catch (error) {
    const other = readAttempt(path)
    if (other) return { ...other, isRepeated: true, close }
    throw usageError(
      `${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). Frogy notes there what it sends, so that nothing is posted twice. Set XDG_STATE_HOME to another folder, or give --idempotency-key.`,
    )
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** The stored record of the command. Undefined if there is none, or if Frogy no longer knows its idempotency key. */
function readAttempt(path: string): Attempt | undefined {
  try {
    const { key, startedAt, time } = JSON.parse(readFileSync(path, 'utf8')) as Attempt
    return Date.now() - Date.parse(startedAt) < KEPT_MS ? { key, startedAt, time } : undefined
  } catch {
    return undefined
  }
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex').slice(0, 32)
}
