import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { refuseHalfRestored } from './restoring.ts'
import { ConfigError } from '../config-error.ts'
import { syncFolder } from '../sync-folder.ts'

/** The files and folders that Frogy creates in DATA_DIR. */
const OWN_FILES =
  /^(db|db\.new|db\.moved-.*|media|outbox|backups|restoring|snapshot.*|secret(\.\d+)?|installation(\.new)?|release-publishing|simulator\.json.*|frogy\.lock.*)$/
const OTHERS_MASK = 0o077
const STICKY = 0o1000

/**
 * Creates DATA_DIR, or restricts an existing one to its owner.
 * @returns warnings for the administrator
 * @throws ConfigError when it is not writable
 */
export function openDataDir(dataDir: string): string[] {
  return withConfigError(dataDir, () => {
    makeFolder(dataDir)
    // Tests by writing: permissions of system folders do not tell whether a write succeeds.
    const probe = join(dataDir, `secret.${process.pid}`)
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
    try {
      restrictAccess(dataDir)
    } catch (error) {
      // Restricting fails if another user owns the folder, or if its file system has no permissions. Warn only if
      // others can open it.
      if (!isOpenToOthers(dataDir)) return []
      return [`DATA_DIR can be read by other users of this machine (${codeOf(error)}): ${dataDir}`]
    }
    if (!isOpenToOthers(dataDir)) return []
    return [`DATA_DIR holds more than Frogy's own and can be looked into by other users of this machine: ${dataDir}`]
  })
}

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` never returns below /proc, which exists but rejects
 * new entries.
 */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
    syncFolder(dirname(path))
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(path).isDirectory()) return
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(path))) throw error
    makeFolder(dirname(path))
    makeFolder(path)
  }
}

/**
 * Makes Frogy's own files accessible to their owner only. Also the folder, unless it holds other files, as a home
 * folder does.
 */
function restrictAccess(dataDir: string): void {
  const names = readdirSync(dataDir)
  // A mail contains a sign-in link. Each file is restricted too, because users may open or copy the folder.
  const mails = names.includes('outbox') ? readdirSync(join(dataDir, 'outbox')).map((name) => join('outbox', name)) : []
  for (const name of [...names.filter((name) => OWN_FILES.test(name)), ...mails]) {
    const path = join(dataDir, name)
    // Skip a file that is gone: another starting process creates a probe file and deletes it.
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats && !stats.isSymbolicLink() && stats.mode & OTHERS_MASK)
      chmodSync(path, stats.isDirectory() ? 0o700 : 0o600)
  }
  // An empty folder may be a shared one such as /tmp, which must stay open to other users.
  const isShared = (statSync(dataDir).mode & STICKY) !== 0
  if (names.every((name) => OWN_FILES.test(name)) && !isShared && isOpenToOthers(dataDir)) chmodSync(dataDir, 0o700)
}

/** Whether other users may open the path. Always false on Windows, which has other permissions. */
const isOpenToOthers = (path: string): boolean =>
  process.platform !== 'win32' && (statSync(path).mode & OTHERS_MASK) !== 0

/**
 * Reads the secret that replaces an unset APP_SECRET from a file. Creates the file once, readable by its owner only.
 * @throws ConfigError
 */
export function readOrMakeSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  // Create no secret during a restore, because it would replace the backup's secret.
  if (!existsSync(file)) refuseHalfRestored(dataDir)
  const secret = withConfigError(dataDir, () => {
    if (!existsSync(file)) makeSecret(file)
    return readFileSync(file, 'utf8').trim()
  })
  if (secret.length < 32)
    throw new ConfigError([`DATA_DIR holds a damaged secret (${file}); give APP_SECRET or restore the file`])
  return secret
}

function makeSecret(file: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  try {
    // `linkSync` is atomic and fails if another process was first. Both then read the same complete file.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(draft)
  }
  // Sync the new file: data that only this secret can decrypt may be stored soon.
  syncFolder(dirname(file))
}

function withConfigError<T>(dataDir: string, use: () => T): T {
  try {
    return use()
  } catch (cause) {
    throw new ConfigError([`DATA_DIR cannot be used: ${dataDir} (${codeOf(cause)})`])
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
