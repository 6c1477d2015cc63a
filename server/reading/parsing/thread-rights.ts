import os, { constants } from 'node:os'
import { syncBuiltinESMExports } from 'node:module'

/** Parts of `process` without public types. */
interface Inner {
  permission: { drop(scope: 'worker'): void }
  _kill?(pid: number, signal: number): number
  _debugProcess?: unknown
}
const inner = process as unknown as Inner

/**
 * Removes what Node's permission model leaves open. Each thread has separate rights, so each thread calls this before it
 * runs code of a library.
 */
export function dropRights(): void {
  inner.permission.drop('worker')
  // Signals reach any process of the same user, including the server. One of them opens a debugger port.
  const signal = inner._kill?.bind(process)
  const NO_PERMISSION = -constants.errno.EPERM
  if (signal) inner._kill = (pid, number) => (pid === process.pid ? signal(pid, number) : NO_PERMISSION)
  delete inner._debugProcess
  // It slows down any process of the same user.
  os.setPriority = () => {
    throw Object.assign(new Error('A parser process changes no priority'), { code: 'EPERM' })
  }
  syncBuiltinESMExports()
}
