import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** The command of one of our own checks. Each runs in its own process, like the tools. */
const own = (name: string, ...args: string[]): [string, string[]] => [
  process.execPath,
  [join(import.meta.dirname, name), ...args],
]
const bin = (name: string) => join(import.meta.dirname, '..', 'node_modules', '.bin', name)

const STEPS: [title: string, command: string, args: string[]][] = [
  // oxlint also reports the compiler's errors, so that the program is parsed only once.
  ['types and lint', bin('oxlint'), ['--type-aware', '--type-check', '--deny-warnings']],
  ['format', bin('oxfmt'), ['--check']],
  ['folder circles', ...own('checks/folder-circles.ts')],
  ['writers of posts', ...own('checks/post-writers.ts')],
  ['loops', ...own('checks/loops.ts')],
  ['networks', ...own('checks/networks.ts')],
  ['production imports', ...own('checks/production-imports.ts')],
  ['schema', ...own('checks/schema.ts')],
  ['specification', ...own('checks/specification.ts')],
  ['wording', ...own('checks/words.ts')],
  ['test lists', ...own('checks/test-lists.ts')],
]

/** How many steps run at the same time. Each uses several cores for part of its time. */
const AT_ONCE = 2

/** Runs all checks and prints the output of failed ones. @returns the titles of passed and failed steps */
export async function check(): Promise<{ passed: string[]; failed: string[] }> {
  const passed: string[] = []
  const failed: string[] = []
  const left = [...STEPS]
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let step = left.shift(); step; step = left.shift()) {
      const [title, command, args] = step
      const { code, output } = await run(command, args)
      ;(code === 0 ? passed : failed).push(title)
      if (code !== 0) console.error(`${title}:\n${output}`)
    }
  })
  await Promise.all(workers)
  return { passed, failed }
}

async function run(command: string, args: string[]): Promise<{ code: number; output: string }> {
  // The type checker is a Go program. It collects garbage rarely, which saves a third of its processor time.
  const env = { ...process.env, GOGC: '1600' }
  const step = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env })
  let output = ''
  for (const stream of [step.stdout, step.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [code] = (await once(step, 'close')) as [number]
  return { code, output }
}

// If the right Node is already running, frogy.mjs sets `process.argv` and imports this file.
if (process.argv[1] === import.meta.filename) {
  const { failed } = await check()
  console.log(failed.length > 0 ? `Not clean: ${failed.join(', ')}` : 'Types, lint, format and our own rules are clean')
  process.exitCode = failed.length > 0 ? 1 : 0
}
