import { setTimeout as pause } from 'node:timers/promises'
import { startProcess, type FrogyProcess } from './processes.ts'

/** A process that is started again whenever it is killed, as a service manager would. */
export interface SupervisedProcess {
  started(): Promise<FrogyProcess>
  killAndRestart(): Promise<void>
  /** Stops it where it is, for so long. */
  freeze(forMs: number): Promise<void>
  /** When it was killed or frozen, in ms of the machine's clock. */
  stoppedAt: readonly number[]
  kills(): number
  end(): Promise<void>
  /** What it logged as an error, each of its lives. */
  errors(): string[]
}

/** @param environment of each life, counted from 0 */
export function superviseProcess(environment: (life: number) => Record<string, string | undefined>): SupervisedProcess {
  const lives: FrogyProcess[] = []
  const stoppedAt: number[] = []
  let kills = 0
  const start = async (): Promise<FrogyProcess> => {
    // One that finds no database ends, and is started again.
    for (;;) {
      const life = await startProcess(environment(lives.length)).catch((error: unknown) => {
        if (!/database|ECONN|connect/i.test(String(error))) throw error
      })
      if (life) {
        lives.push(life)
        return life
      }
      await pause(500)
    }
  }
  let running = start()
  return {
    stoppedAt,
    kills: () => kills,
    started: () => running,
    // One that has not come up yet is waited for: what is killed then has begun to work.
    async killAndRestart() {
      const life = await running
      stoppedAt.push(Date.now())
      kills++
      await life.kill()
      running = start()
    },
    async freeze(forMs) {
      const { pid } = await running
      stoppedAt.push(Date.now())
      process.kill(pid, 'SIGSTOP')
      await pause(forMs)
      process.kill(pid, 'SIGCONT')
    },
    // One that could not be started is told of by whoever waits for it.
    end: () => running.then((life) => life.kill()).catch(() => {}),
    errors: () =>
      lives
        .flatMap((life) => life.printed().split('\n'))
        .filter((line) => /"level":(?:50|60)/.test(line))
        .map((line) => `a process logged: ${line}`),
  }
}
