import os, { constants } from 'node:os'
import { syncBuiltinESMExports } from 'node:module'

/** Members of `process` that Node's types do not declare. */
interface Inner {
  permission: { drop(scope: 'worker'): void }
  _kill?(pid: number, signal: number): number
  _debugProcess?: unknown
}
const inner = process as unknown as Inner

/**
 * Removes rights that Node's permission model leaves. They belong to a thread, so each thread calls this before it runs
 * a library.
 */
export function dropRights(): void {
  inner.permission.drop('worker')
  // A signal could reach any process of the same user, such as Frogy's server. One signal even opens a debugger port.
  const signal = inner._kill?.bind(process)
  const NO_PERMISSION = -constants.errno.EPERM
  if (signal) inner._kill = (pid, number) => (pid === process.pid ? signal(pid, number) : NO_PERMISSION)
  delete inner._debugProcess
  // Refuse to change priorities, because that could slow down any process of the same user.
  os.setPriority = () => {
    throw Object.assign(new Error('A parser process changes no priority'), { code: 'EPERM' })
  }
  syncBuiltinESMExports()
}
