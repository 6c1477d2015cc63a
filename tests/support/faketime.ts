import { globSync } from 'node:fs'

/** Debian's libfaketime, which shows a process another time than the machine's; undefined where there is none. */
export const findFaketime = (): string | undefined =>
  globSync([
    '/usr/lib/*/faketime/libfaketime.so.1',
    '/usr/lib/faketime/libfaketime.so.1',
    '/usr/lib64/faketime/libfaketime.so.1',
  ])[0]
/** The same, for the tests. */
export const FAKETIME = findFaketime()

/** The environment of a process whose clock is wrong, as `+8s` or `-2h`, or as a file says, which may be changed meanwhile. */
export function wrongClock(wrong: string | { file: string }): Record<string, string> {
  return {
    LD_PRELOAD: FAKETIME ?? '',
    ...(typeof wrong === 'string'
      ? { FAKETIME: wrong }
      : { FAKETIME_TIMESTAMP_FILE: wrong.file, FAKETIME_NO_CACHE: '1' }),
    // Setting a machine's clock leaves the monotonic one as it is.
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
}
