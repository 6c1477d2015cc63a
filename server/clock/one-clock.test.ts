import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SERVER = join(import.meta.dirname, '..')

test('reads the machine’s clock only where it is compared with the database’s', () => {
  const looking = globSync('**/*.ts', { cwd: SERVER })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)/.test(readFileSync(join(SERVER, file), 'utf8')))
  expect(looking).toEqual([join('clock', 'machine-clock.ts')])
})
