import { startTask } from './sandbox.ts'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { ParserName } from '#core/reading/parsers.ts'
import { PARSERS } from './parse.ts'

// A test starts this program instead of `parser-process.ts`. It parses one input, then tries what a hostile file could
// do after taking over its parser.

export interface Probe {
  parser: ParserName
  about: unknown
  bytes: Uint8Array
  escapes: Record<string, string>
  targets: object
}

/** One attempt to escape from the sandbox, with its result or error. */
export type ProbeOutcome = { name: string; outcome: string }

/** A call that neither succeeds nor fails in this time counts as an escape. */
const WAIT_MS = 3_000

const require = createRequire(import.meta.url)
type Escape = (given: NodeJS.Require, targets: object) => Promise<unknown>
const AsyncFunction = (async () => {}).constructor as new (...source: string[]) => Escape

process.on('uncaughtException', () => {})
process.on('disconnect', () => process.exit(0))
process.on('message', (probe: Probe) => void runAll(probe))

async function runAll({ parser, about, bytes, escapes, targets }: Probe): Promise<void> {
  startTask()
  await PARSERS[parser](bytes, about as never).catch(() => {})
  for (const [name, code] of Object.entries(escapes)) {
    process.send?.({ name, outcome: await outcomeOf(code, targets) } satisfies ProbeOutcome)
  }
}

async function outcomeOf(code: string, targets: object): Promise<string> {
  try {
    const escape = new AsyncFunction('require', 'targets', code)(require, targets)
    return `returned ${String(await Promise.race([escape, pause(WAIT_MS, 'nothing')]))}`
  } catch (error) {
    const { code: errorCode, message } = error as NodeJS.ErrnoException
    return `threw ${errorCode ?? message}`
  }
}
