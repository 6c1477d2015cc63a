import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { PARSER_KINDS, type ParserKind, type ParserName } from '#core/reading/parsers.ts'
import { BUILT, RELEASED_PACKAGES, ROOT } from '../../program-file.ts'

export const kindOf = (parser: ParserName): ParserKind => PARSER_KINDS[parser]

/**
 * Node's flags for a parser process. They let it read only code, and turn off features that could break out of the
 * sandbox. `sandbox.ts` later removes the rights to start threads and send signals.
 */
export const SANDBOX = [
  '--permission',
  ...['core', 'server', BUILT, RELEASED_PACKAGES, 'node_modules', 'package.json'].map(
    (name) => `--allow-fs-read=${join(ROOT, name)}`,
  ),
  // Allow threads, which `watch.ts` and libvips need. Afterwards, `sandbox.ts` removes this right.
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
  { cpuMs, memoryBytes, stallMs }: { cpuMs: number; memoryBytes: number; stallMs: number },
): ChildProcess {
  return fork(program, [kind, String(cpuMs), String(memoryBytes), String(stallMs)], {
    serialization: 'advanced',
    // Pass no environment variables, so that the process knows no secrets.
    env: {},
    execArgv: [...SANDBOX, `--max-old-space-size=${Math.round(memoryBytes / MIB / 2)}`],
    stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
  })
}
