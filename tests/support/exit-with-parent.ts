import { existsSync } from 'node:fs'

/** The path of `setpriv`, a Linux program that makes another program receive a signal when its parent exits. */
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

/**
 * Wraps a command so that its process is killed when this process exits, even after a failed test. Without `setpriv` it
 * returns the command unchanged.
 */
export function exitWithParent(program: string, args: readonly string[]): [program: string, args: string[]] {
  return SETPRIV ? [SETPRIV, ['--pdeathsig', 'KILL', '--', program, ...args]] : [program, [...args]]
}
