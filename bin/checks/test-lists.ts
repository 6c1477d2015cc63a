import { globSync } from 'node:fs'
import { join } from 'node:path'
import { allTestFiles, ALL_ONLY, GATE } from '../../tests/test-lists.ts'

// Checks that each test file is in exactly one of the two lists, and that each entry of a list names a file.

const root = join(import.meta.dirname, '..', '..')
const tests = new Set(allTestFiles())
const filesOf = (patterns: readonly string[]) =>
  patterns.flatMap((pattern) => {
    const files = globSync(pattern, { cwd: root }).filter((file) => tests.has(file))
    if (files.length === 0) fail(`${pattern} in tests/test-lists.ts names no test file`)
    return files
  })

const [gate, allOnly] = [new Set(filesOf(GATE)), new Set(filesOf(ALL_ONLY))]
for (const file of tests) {
  if (gate.has(file) && allOnly.has(file)) fail(`${file} is in both lists of tests/test-lists.ts`)
  if (!gate.has(file) && !allOnly.has(file)) fail(`${file} is in no list of tests/test-lists.ts`)
}

function fail(message: string): void {
  console.error(message)
  process.exitCode = 1
}
