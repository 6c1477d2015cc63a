import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { exitWithParent } from './exit-with-parent.ts'
import { freePort } from './free-port.ts'
import { memoryFolder } from './memory-folder.ts'

export interface PostgresServer extends AsyncDisposable {
  url: string
  /** The data folder of the server. */
  folder: string
  /** Stops all processes of the server for this long, then continues them. */
  stall(forMs: number): Promise<void>
  /** Kills the server as a crash would, and restarts it after this long. */
  killAndRestart(awayMs: number): Promise<void>
}

/**
 * Starts a PostgreSQL server in a temporary folder. Returns undefined if PostgreSQL is not installed.
 * @param survivesPowerCut if false, the server never syncs to disk
 * @param parent the folder for the temporary folder
 */
export async function startPostgres({
  survivesPowerCut = true,
  parent,
}: { survivesPowerCut?: boolean; parent?: string } = {}): Promise<PostgresServer | undefined> {
  const bin = postgresBinaries()
  if (!bin) return undefined
  const folder = mkdtempSync(join(parent ?? (survivesPowerCut ? tmpdir() : memoryFolder()), 'frogy-postgres-'))
  // PostgreSQL refuses to run as root, so use the user of its package.
  const owner = process.getuid?.() === 0 ? idsOf('postgres') : undefined
  if (process.getuid?.() === 0 && !owner) return undefined
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const options = { ...owner, cwd: folder, encoding: 'utf8' as const }

  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '-E', 'UTF8', '--locale=C'],
    options,
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=400']
  if (!survivesPowerCut) settings.push(...FAST_SETTINGS)
  const begin = async (): Promise<ChildProcess> => {
    const server = spawn(
      ...exitWithParent(join(bin, 'postgres'), [
        '-D',
        data,
        '-p',
        String(port),
        '-k',
        folder,
        ...settings.flatMap((setting) => ['-c', setting]),
      ]),
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let output = ''
    await new Promise<void>((resolve, reject) => {
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        if (output.length < MAX_LOG_CHARS) output += text
        if (text.includes('ready to accept connections')) resolve()
      })
      server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)))
    })
    return server
  }
  let server = await begin()

  const end = async (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder,
    async stall(forMs) {
      const all = [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]
      signalAll(all, 'SIGSTOP')
      await pause(forMs)
      signalAll(all, 'SIGCONT')
    },
    async killAndRestart(awayMs) {
      const children = childrenOf(server.pid ?? 0)
      await end('SIGKILL')
      signalAll(children, 'SIGKILL')
      await pause(awayMs)
      server = await begin()
    },
    async [Symbol.asyncDispose]() {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The databases live only for one run, so turn crash safety and maintenance off. */
const FAST_SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
  'jit=off',
  'shared_buffers=16MB',
]

/** The maximum number of log characters to keep, because a server on a full disk repeats its errors. */
const MAX_LOG_CHARS = 100_000

function childrenOf(pid: number): number[] {
  const pids = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return pids === '' ? [] : pids.split(' ').map(Number)
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // Ignore the error, because the process has already exited.
    }
  }
}

export const hasPostgres = (): boolean => postgresBinaries() !== undefined

export function postgresBinaries(): string | undefined {
  const inPath = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const candidates = [inPath, ...globSync('/usr/lib/postgresql/*/bin').toSorted().toReversed()]
  return candidates.find(
    (folder) => folder && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  )
}

function idsOf(user: string): { uid: number; gid: number } | undefined {
  const id = (flag: string) => Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout?.trim() || Number.NaN)
  const [uid, gid] = [id('-u'), id('-g')]
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : undefined
}
