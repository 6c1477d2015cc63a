import { globSync } from 'node:fs'

/** Debian's libfaketime, which changes the time of a process; undefined if not installed. */
export const findFaketime = (): string | undefined =>
  globSync([
    '/usr/lib/*/faketime/libfaketime.so.1',
    '/usr/lib/faketime/libfaketime.so.1',
    '/usr/lib64/faketime/libfaketime.so.1',
  ])[0]
export const FAKETIME = findFaketime()

/** The environment of a process with a wrong clock: `+8s`, `-2h`, or a file that the test can change. */
export function wrongClock(wrong: string | { file: string }): Record<string, string> {
  return {
    LD_PRELOAD: FAKETIME ?? '',
    ...(typeof wrong === 'string'
      ? { FAKETIME: wrong }
      : { FAKETIME_TIMESTAMP_FILE: wrong.file, FAKETIME_NO_CACHE: '1' }),
    // Setting a machine's clock does not change the monotonic one.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
