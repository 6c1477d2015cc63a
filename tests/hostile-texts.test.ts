import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TEXT_RULES, worstGrowth, type Growth } from './support/hostile-texts.ts'

test.for(Object.entries(TEXT_RULES))(
  'no text makes the time of %s grow with the square of its length',
  { timeout: 120_000 },
  ([, rule]) => {
    expect(worstGrowth(rule)).toSatisfy(({ ratio }: Growth) => ratio < 16)
  },
)

test('every rule of the networks and of posts that reads a text is held to that', () => {
  const folders = ['platforms', 'posts'].map((name) => join(import.meta.dirname, '..', 'core', name))
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const rules = files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(READS_A_TEXT)].map(([, name]) => name))
  expect(rules.length).toBeGreaterThan(10)
  const measured = Object.keys(TEXT_RULES).map((name) => name.split(' ')[0])
  expect(rules.filter((name) => !measured.includes(name) && !MEASURED_WITHIN.has(name ?? ''))).toEqual([])
})

const READS_A_TEXT =
  /^export function\*? (\w+)\([^)]*?\b(?:text|content|commentary|label|tag|input): (?:readonly )?string/gm

/** Parts of those that are measured. */
const MEASURED_WITHIN = new Set(['weighPieces', 'graphemeStart', 'graphemes'])
