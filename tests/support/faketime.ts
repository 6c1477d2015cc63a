import { globSync } from 'node:fs'

/** Finds Debian's libfaketime, which changes the time that a process sees. Undefined if it is not installed. */
export const findFaketime = (): string | undefined =>
  globSync([
    '/usr/lib/*/faketime/libfaketime.so.1',
    '/usr/lib/faketime/libfaketime.so.1',
    '/usr/lib64/faketime/libfaketime.so.1',
  ])[0]
export const FAKETIME = findFaketime()

/**
 * The environment variables of a process with a wrong clock. `wrong` is an offset such as `+8s`, or a file with an
 * offset that the test can change.
 */
export function wrongClock(wrong: string | { file: string }): Record<string, string> {
  return {
    LD_PRELOAD: FAKETIME ?? '',
    ...(typeof wrong === 'string'
      ? { FAKETIME: wrong }
      : { FAKETIME_TIMESTAMP_FILE: wrong.file, FAKETIME_NO_CACHE: '1' }),
    // Changing a machine's clock does not affect its monotonic clock, so leave that one correct.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
