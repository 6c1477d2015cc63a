import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// Repeated work must be a job (docs/decisions/023), because administrators see failed jobs. The exceptions are listed
// here.

const root = join(import.meta.dirname, '..', '..')

const LOOPS: Record<string, string> = {
  'server/publishing/worker.ts': 'publishes posts',
  'server/operate/jobs/schedule.ts': 'requests due jobs',
  'server/operate/jobs/start-jobs.ts': 'opens the job queue after the database returns',
  'server/accounts/renew-tokens.ts': 'extends the lease of an account while its token is renewed',
  'server/accounts/leases.ts': 'waits for an account within one call or job',
  'server/adapters/platforms/linkedin/client.ts':
    'retries a user id that the network does not know yet, within one call',
  'server/adapters/platforms/prepare-container.ts': 'waits for the container of a post',
  'server/adapters/platforms/upload-video.ts': 'waits until a network has processed a video, within one attempt',
  'server/clock/measured-clock.ts': 'is the clock',
  'server/db/database.ts': 'shortens the log of the embedded database, which holds the queue',
  'server/db/migrate.ts': 'waits at start for older processes and table locks',
  'server/db/until-database-answers.ts': 'stores a network response after the database returns',
  'server/http/idempotency.ts': 'holds a running call and waits for the same call in another request',
  'server/http/live-updates.ts': 'keeps a live-update stream open',
  'server/http/event-stream.ts': 'keeps a streamed response open',
  'server/http/listen.ts': 'waits for open connections during a shutdown',
  'server/monitoring/process-state.ts': 'measures the event loop of its process',
  'server/tracing/otlp-exporter.ts': 'sends traces, whose loss harms no post',
  'server/backup/snapshot.ts': 'copies the embedded database for a command, which waits for it',
  'server/operate/backups/make-due-backup.ts': 'shows that the process of a backup is alive',
  'server/operate/machine/check-by-posting.ts': 'waits in a command for a network',
  'server/operate/machine/release.ts': 'waits in a command for the running process',
  'server/reading/parsing/parser-pool.ts': 'bounds how long a task waits for a process',
  'server/reading/parsing/watch.ts': 'watches a parser from another thread',
}

const PAUSE = /\b(?:pause|sleep|setTimeout|until)\(/

/** The numbers, counted from 1, of the lines where a source file repeats work with pauses. */
export function loopsIn(source: string): number[] {
  const found: number[] = []
  const lineOf = (index: number) => source.slice(0, index).split('\n').length
  for (const { index } of source.matchAll(/\bsetInterval\(/g)) found.push(lineOf(index))
  for (const { index } of source.matchAll(/\bwhile \(|\bfor \([^;()]*;\s*;|\bdo \{/g)) {
    if (PAUSE.test(bodyOf(source, index))) found.push(lineOf(index))
  }
  return found.toSorted((a, b) => a - b)
}

/** Returns a loop from its head to the end of its block or line. */
function bodyOf(source: string, from: number): string {
  const lineEnd = source.indexOf('\n', from)
  const line = source.slice(from, lineEnd < 0 ? undefined : lineEnd)
  if (!line.endsWith('{')) return line
  let depth = 0
  for (let at = from + line.length - 1; at < source.length; at++) {
    if (source[at] === '{') depth++
    if (source[at] === '}' && --depth === 0) return source.slice(from, at)
  }
  return source.slice(from)
}

if (process.argv[1] === import.meta.filename) {
  const files = globSync('{core,server}/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const idle = new Set(Object.keys(LOOPS))
  const faults: string[] = []
  for (const file of files) {
    const lines = loopsIn(readFileSync(join(root, file), 'utf8'))
    if (lines.length > 0 && !idle.delete(file))
      faults.push(...lines.map((line) => `${file}:${line} loops: make it a job, or name it in bin/checks/loops.ts`))
  }
  for (const file of idle) faults.push(`${file} has no loop any more: take it out of bin/checks/loops.ts`)
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
