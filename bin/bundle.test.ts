import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { PROGRAMS, programFile } from '#server/program-file.ts'
import { bundle } from './bundle.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'frogy-bundle-'))
  write('package-lock.json', '{}')
  for (const path of Object.values(PROGRAMS)) write(path, 'export {}')
  write(PROGRAMS.serve, "import { greet } from '../core/greet.ts'\ngreet()")
  write('core/greet.ts', GREET)
  write('core/names/guest', 'Layla')
})
afterEach(() => rmSync(root, { recursive: true }))

const GREET = `
  import { readFileSync } from 'node:fs'
  import { join } from 'node:path'
  export const greet = () => console.log('Hello ' + readFileSync(join(import.meta.dirname, 'names', 'guest')))`

function write(path: string, text: string): void {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const run = () => execFileSync(process.execPath, [programFile('serve', root)], { encoding: 'utf8' })
const currentProgram = () => relative(root, programFile('serve', root))
const BUILT = join('dist', 'server', 'serve.cjs')
const SOURCE = join('bin', 'serve.ts')

test('runs the bundle instead of the sources, and finds files that are next to the sources', async () => {
  expect(currentProgram()).toBe(SOURCE)
  expect(run()).toBe('Hello Layla\n')
  await bundle(root)
  expect(currentProgram()).toBe(BUILT)
  expect(run()).toBe('Hello Layla\n')
})

test('runs the sources instead of the bundle after a source file is changed or deleted', async () => {
  await bundle(root)
  write('core/greet.ts', GREET.replace('Hello', 'Salam'))
  expect(currentProgram()).toBe(SOURCE)
  expect(run()).toBe('Salam Layla\n')
  await bundle(root)
  expect(currentProgram()).toBe(BUILT)
  expect(run()).toBe('Salam Layla\n')

  rmSync(join(root, 'core', 'greet.ts'))
  expect(currentProgram()).toBe(SOURCE)
})

test('runs the sources instead of the bundle after the lock file of the packages changes', async () => {
  await bundle(root)
  write('package-lock.json', '{ "packages": {} }')
  expect(currentProgram()).toBe(SOURCE)
})

test('runs the bundle if only file times differ, and after a changed source is restored', async () => {
  await bundle(root)
  utimesSync(join(root, 'core', 'greet.ts'), new Date(0), new Date(0))
  expect(currentProgram()).toBe(BUILT)
  write('core/greet.ts', '')
  expect(currentProgram()).toBe(SOURCE)
  write('core/greet.ts', GREET)
  expect(currentProgram()).toBe(BUILT)
})

test('leaves no usable bundle after an interrupted build', async () => {
  await bundle(root)
  write(PROGRAMS.serve, "import '../core/no-such-file.ts'")
  await expect(bundle(root)).rejects.toThrow(/no-such-file/)
  write(PROGRAMS.serve, "import { greet } from '../core/greet.ts'\ngreet()")
  expect(currentProgram()).toBe(SOURCE)
})
