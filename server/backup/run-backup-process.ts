import { fork } from 'node:child_process'
import { programFile } from '../program-file.ts'
import type { BackupOutcome, BackupTask } from './backup-process.ts'

/** Runs one task in a separate process. @throws the signal's reason, after the process has ended */
export async function runBackupProcess(task: BackupTask, signal: AbortSignal): Promise<BackupOutcome> {
  signal.throwIfAborted()
  // Skip optimized compilation of WebAssembly, because the process ends too soon to benefit.
  const child = fork(programFile('backup-process'), {
    execArgv: ['--liftoff-only'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const stop = () => child.kill('SIGKILL')
  signal.addEventListener('abort', stop)
  try {
    const outcome = await new Promise<BackupOutcome>((resolve, reject) => {
      child.once('message', (given) => resolve(given as BackupOutcome))
      child.once('error', reject)
      child.once('exit', (code, killedBy) =>
        reject(new Error(`The backup's process ended early (${killedBy ?? code})`)),
      )
      child.send(task)
    })
    return outcome
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
