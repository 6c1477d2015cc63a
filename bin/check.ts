import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const bin = (name: string) => join(import.meta.dirname, '..', 'node_modules', '.bin', name)

const STEPS: [title: string, command: string, args: string[]][] = [
  ...['core', 'server', 'simulator', 'web', 'tests'].map((folder): [string, string, string[]] => [
    `types of ${folder}`,
    bin('tsc'),
    ['-p', folder],
  ]),
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings']],
  ['format', bin('oxfmt'), ['--check']],
]

/** Types, lint and format. @returns the titles of the steps that failed; what they say is printed */
export async function check(): Promise<{ passed: string[]; failed: string[] }> {
  const passed: string[] = []
  const failed: string[] = []
  for (const [title, command, args] of STEPS) {
    const step = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [step.stdout, step.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    const [code] = (await once(step, 'close')) as [number]
    ;(code === 0 ? passed : failed).push(title)
    if (code !== 0) console.error(`${title}:\n${output}`)
  }
  return { passed, failed }
}

// frogy.mjs imports it where the right Node is running already.
if (process.argv[1] === import.meta.filename) {
  const { failed } = await check()
  console.log(failed.length > 0 ? `Not clean: ${failed.join(', ')}` : 'Types, lint and format are clean')
  process.exitCode = failed.length > 0 ? 1 : 0
}
