import { existsSync } from 'node:fs'

/** Part of util-linux: sets the signal that Linux sends when the parent exits, then executes the program. */
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

/**
 * Wraps a command so that its process is killed with this one, even if a failed test does not stop it. Without
 * `setpriv` it returns the command unchanged.
 */
export function exitWithParent(program: string, args: readonly string[]): [program: string, args: string[]] {
  return SETPRIV ? [SETPRIV, ['--pdeathsig', 'KILL', '--', program, ...args]] : [program, [...args]]
}
