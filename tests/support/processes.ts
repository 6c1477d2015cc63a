import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { exitWithParent } from './exit-with-parent.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Skips WebAssembly's optimizing compiler, from which a short-lived process gains nothing. */
const FLAGS = ['--liftoff-only']

/** A server process that tests can kill and restart. */
export interface FrogyProcess extends AsyncDisposable {
  /** The process's URL; empty for a worker. */
  readonly url: string
  readonly pid: number
  /** Returns everything that the process has printed. */
  printed(): string
  readonly ended: Promise<unknown>
  /** Sends SIGKILL and waits for the exit. */
  kill(): Promise<void>
}

/** A Frogy program that is installed outside the repository, and its working folder. */
interface Installed {
  script: string
  cwd: string
}

/** Starts a process and waits until it is ready. @throws an error with the output if the process exits first */
export function startProcess(
  environment: Record<string, string | undefined>,
  installed?: Installed,
): Promise<FrogyProcess> {
  return start(
    'serve',
    { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', PORT: '0', ...environment },
    /Frogy is at (\S+)|Frogy publishes what is due/,
    installed,
  )
}

/** Starts the simulator as a separate process, which keeps running when a test kills Frogy. */
export function startSimulatorProcess(): Promise<FrogyProcess> {
  return start('simulator', { SIMULATOR_PORT: '0', SIMULATOR_AUTO_CONSENT: '1' }, /networks are at (\S+)/)
}

async function start(
  program: string,
  environment: Record<string, string | undefined>,
  ready: RegExp,
  { script, cwd }: Installed = { script: join(ROOT, 'bin', 'start.js'), cwd: process.cwd() },
): Promise<FrogyProcess> {
  const child = spawn(...exitWithParent(process.execPath, [...FLAGS, script, program]), {
    cwd,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      printed += text
      const output = printed.match(ready)
      if (output) resolve(output[1] ?? '')
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read)
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}: ${printed}`)))
  })
  const kill = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  }
  return { url, pid: child.pid ?? 0, printed: () => printed, ended, kill, [Symbol.asyncDispose]: kill }
}
