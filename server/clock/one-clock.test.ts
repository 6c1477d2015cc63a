import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '..')
/**
 * Files that show or compare the machine's own time, for log lines, traces and backup commands. No post's time depends
 * on them.
 */
const WITHOUT_POSTS = [
  'backup/snapshot.ts',
  'log/logger.ts',
  'operate/machine/backup-command.ts',
  'operate/machine/move-command.ts',
  'tracing/trace-requests.ts',
  'tracing/tracer.ts',
]

test('reads the machine’s clock only in code that compares it with the database’s clock', () => {
  const looking = globSync('**/*.ts', { cwd: SERVER })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/.test(readFileSync(join(SERVER, file), 'utf8')))
  expect(looking.toSorted()).toEqual(['clock/machine-clock.ts', ...WITHOUT_POSTS].toSorted())
})
