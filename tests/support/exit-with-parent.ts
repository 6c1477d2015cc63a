import { existsSync } from 'node:fs'

/** Part of util-linux; it sets what Linux sends a process once its parent is gone, and then becomes the program. */
const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

/**
 * What to spawn so that a process is killed with this one, also when a test that failed never came to end it. Where the
 * machine has no `setpriv` it is the program as given.
 */
export function exitWithParent(program: string, args: readonly string[]): [program: string, args: string[]] {
  return SETPRIV ? [SETPRIV, ['--pdeathsig', 'KILL', '--', program, ...args]] : [program, [...args]]
}
