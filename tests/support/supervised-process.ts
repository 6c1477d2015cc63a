import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { startProcess, type FrogyProcess } from './processes.ts'

/** A process that restarts after each kill, as under a service manager. */
export interface SupervisedProcess {
  started(): Promise<FrogyProcess>
  killAndRestart(): Promise<void>
  /** Suspends the process for this long, then continues it. */
  freeze(forMs: number): Promise<void>
  /** The times when the process was killed or frozen, in ms of the machine's clock. */
  stoppedAt: readonly number[]
  kills(): number
  /** The most memory that the process used in any of its runs, in MiB. */
  peakMiB(): number
  end(): Promise<void>
  /** The errors that the process logged in all its runs. */
  errors(): string[]
}

/**
 * Starts a process, and restarts it after each kill.
 * @param environment returns the environment variables of a run; runs are counted from 0
 */
export function superviseProcess(environment: (life: number) => Record<string, string | undefined>): SupervisedProcess {
  const lives: FrogyProcess[] = []
  const stoppedAt: number[] = []
  let [kills, peakMiB] = [0, 0]
  const start = async (): Promise<FrogyProcess> => {
    // A process that cannot reach its database, or whose database has a full disk, exits. Start it again.
    for (;;) {
      const life = await startProcess(environment(lives.length)).catch((error: unknown) => {
        if (!/database|ECONN|connect|No space left/i.test(String(error))) throw error
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
    peakMiB: () => Math.max(peakMiB, peakMiBOf(lives.at(-1)?.pid)),
    started: () => running,
    // Wait until the process is up, so that the kill hits a working one.
    async killAndRestart() {
      const life = await running
      stoppedAt.push(Date.now())
      kills++
      peakMiB = Math.max(peakMiB, peakMiBOf(life.pid))
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
    // Ignore a failed start here, because the caller that waits for the start gets the error.
    end: () => running.then((life) => life.kill()).catch(() => {}),
    errors: () =>
      lives
        .flatMap((life) => life.printed().split('\n'))
        .filter((line) => /"level":(?:50|60)/.test(line))
        .map((line) => `a process logged: ${line}`),
  }
}

/** The most memory that a running process has used, in MiB. Linux only. */
function peakMiBOf(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
