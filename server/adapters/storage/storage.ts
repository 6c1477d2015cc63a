import type { Readable } from 'node:stream'

/**
 * Keeps files of a few MB under keys that we make, on our disk or in a bucket. It is never asked what it holds: the
 * database knows.
 */
export interface Storage {
  /** Once it resolves, the file is there whole. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** The same for what is too large to be held in memory. @returns how many bytes it was */
  putStream(key: string, bytes: Readable, type: string, signal: AbortSignal): Promise<number>
  /** Undefined where there is no such file. */
  read(key: string): Promise<Uint8Array | undefined>
  /** The file as it is read, undefined where there is none. */
  stream(key: string): Promise<Readable | undefined>
  /** Resolves too where it is gone already. */
  delete(key: string): Promise<void>
}
