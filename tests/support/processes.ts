import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const START = join(import.meta.dirname, '..', '..', 'bin', 'start.ts')

/** A real Frogy process, to be killed and started again. */
export interface FrogyProcess extends AsyncDisposable {
  /** Where it listens; undefined until it does, and for a worker. */
  readonly url: string
  readonly pid: number
  /** SIGKILL, and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts one and waits until it says that it is there. @throws with what it printed when it ends before */
export async function startProcess(environment: Record<string, string | undefined>): Promise<FrogyProcess> {
  const child = spawn(process.execPath, [START], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      LOG_LEVEL: 'warn',
      RATE_LIMITS: 'off',
      PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit')
  const url = await firstLine(child)
  const kill = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await ended
  }
  return { url, pid: child.pid ?? 0, kill, [Symbol.asyncDispose]: kill }
}

/** The address out of `Frogy is at …`, or an empty text for a worker. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const read = (text: string) => {
      printed += text
      const said = printed.match(/Frogy is at (\S+)|Frogy publishes what is due/)
      if (said) resolve(said[1] ?? '')
    }
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read)
    child.once('exit', (code) => reject(new Error(`Frogy ended with ${code}: ${printed}`)))
  })
}
