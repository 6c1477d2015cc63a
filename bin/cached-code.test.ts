import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'frogy-code-'))
  writeFileSync(join(folder, 'start.cjs'), "const { greet } = require('./greet.cjs'); greet(require('node:path').sep)")
  writeFileSync(join(folder, 'greet.cjs'), GREET)
})
afterEach(() => rmSync(folder, { recursive: true }))

const GREET = "exports.greet = (end) => console.log('Hello' + end)"

/** Runs the program in a new process, which then stores its code. */
function start(): { stdout: string; stderr: string } {
  const script = `
    import { load, storeCode } from ${JSON.stringify(join(import.meta.dirname, 'cached-code.js'))}
    load(${JSON.stringify(join(folder, 'start.cjs'))}, ${JSON.stringify(join(folder, 'code'))})
    storeCode()`
  return spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
}
const run = () => start().stdout
const codeFile = () =>
  join(folder, 'code', readdirSync(join(folder, 'code')).find((name) => name.startsWith('greet')) ?? '')

test('stores compiled code once, and again after the program changes', () => {
  expect(run()).toBe('Hello/\n')
  const { mtimeMs } = statSync(codeFile())
  expect(run()).toBe('Hello/\n')
  expect(statSync(codeFile()).mtimeMs).toBe(mtimeMs)
  // Change the source but not its length. V8 alone compares only the length and would accept the old code.
  writeFileSync(join(folder, 'greet.cjs'), GREET.replace('Hello', 'Salam'))
  expect(run()).toBe('Salam/\n')
  expect(statSync(codeFile()).mtimeMs).not.toBe(mtimeMs)
})

test('ignores and replaces stored code that is incomplete or damaged', () => {
  run()
  const whole = readFileSync(codeFile())
  for (const bytes of [0, 4, 9, whole.length - 1]) {
    truncateSync(codeFile(), bytes)
    expect(run()).toBe('Hello/\n')
    expect(statSync(codeFile()).size).toBeGreaterThan(whole.length / 2)
  }
  const damaged = Buffer.from(whole)
  damaged.fill(7, whole.length - 20)
  writeFileSync(codeFile(), damaged)
  expect(run()).toBe('Hello/\n')
  expect(readFileSync(codeFile()).equals(damaged)).toBe(false)
})

test('runs a program from its source if its compiled code cannot be stored', () => {
  writeFileSync(join(folder, 'code'), 'no folder')
  expect(run()).toBe('Hello/\n')
})

test('runs a program that imports modules, without printing a warning', () => {
  writeFileSync(
    join(folder, 'greet.cjs'),
    "exports.greet = () => import('./name.mjs').then((it) => console.log(it.name))",
  )
  writeFileSync(join(folder, 'name.mjs'), "export const name = 'Layla'")
  const { stdout, stderr } = start()
  expect([stdout, stderr]).toEqual(['Layla\n', ''])
})
