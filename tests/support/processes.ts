import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { exitWithParent } from './exit-with-parent.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** Who lives for seconds gains nothing from having its database compiled once more, to be quicker. */
const FLAGS = ['--liftoff-only']

/** A real process, to be killed and started again. */
export interface FrogyProcess extends AsyncDisposable {
  /** Where it listens; empty for a worker. */
  readonly url: string
  readonly pid: number
  /** All that it has printed so far. */
  printed(): string
  /** Resolves when it has ended, for whatever reason. */
  readonly ended: Promise<unknown>
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts one and waits until it says that it is there. @throws with what it printed when it ends before */
export function startProcess(environment: Record<string, string | undefined>): Promise<FrogyProcess> {
  return start(
    'serve',
    { LOG_LEVEL: 'warn', RATE_LIMITS: 'off', PORT: '0', ...environment },
    /Frogy is at (\S+)|Frogy publishes what is due/,
  )
}

/** The simulated networks as a process of their own, which outlives every Frogy. */
export function startSimulatorProcess(): Promise<FrogyProcess> {
  return start('simulator', { SIMULATOR_PORT: '0', SIMULATOR_AUTO_CONSENT: '1' }, /networks are at (\S+)/)
}

async function start(
  program: string,
  environment: Record<string, string | undefined>,
  ready: RegExp,
): Promise<FrogyProcess> {
  const child = spawn(...exitWithParent(process.execPath, [...FLAGS, join(ROOT, 'bin', 'start.js'), program]), {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string) => {
      printed += text
      const said = printed.match(ready)
      if (said) resolve(said[1] ?? '')
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
