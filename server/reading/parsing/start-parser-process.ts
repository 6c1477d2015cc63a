import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { BUILT, RELEASED_PACKAGES, ROOT } from '../../program-file.ts'
import type { ParserName } from './parse.ts'

/** The kind of a process. Only picture processes load libvips, whose threads must start before the first file. */
export type ParserKind = 'pictures' | 'texts'

const PICTURE_PARSERS: readonly ParserName[] = ['picture', 'cardPicture', 'portrait']

export const kindOf = (parser: ParserName): ParserKind => (PICTURE_PARSERS.includes(parser) ? 'pictures' : 'texts')

/**
 * Node's flags for a parser process, which may read only code. The others close gaps, and `sandbox.ts` removes threads
 * and signals.
 */
export const SANDBOX = [
  '--permission',
  ...['core', 'server', BUILT, RELEASED_PACKAGES, 'node_modules', 'package.json'].map(
    (name) => `--allow-fs-read=${join(ROOT, name)}`,
  ),
  // Allow threads for the watch and for libvips, until `sandbox.ts` removes this right.
  '--allow-worker',
  '--no-addons',
  '--no-experimental-sqlite',
  '--freeze-flags-after-init',
  '--disable-warning=SecurityWarning',
]

const MIB = 1024 * 1024

/** Starts a parser process. @throws Error for example when too many files are open */
export function startParserProcess(
  program: string,
  kind: ParserKind,
  { cpuMs, memoryBytes }: { cpuMs: number; memoryBytes: number },
): ChildProcess {
  return fork(program, [kind, String(cpuMs), String(memoryBytes)], {
    serialization: 'advanced',
    // Pass no environment variables, so that the process knows no secrets.
    env: {},
    execArgv: [...SANDBOX, `--max-old-space-size=${Math.round(memoryBytes / MIB / 2)}`],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
}
