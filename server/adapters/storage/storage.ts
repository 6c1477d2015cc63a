import type { Readable } from 'node:stream'

/** Stores files of a few MB under our keys, on disk or in a bucket. It lists nothing: the database knows the keys. */
export interface Storage {
  /** Resolves once the complete file is stored. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** For files too large for memory. @returns the size in bytes */
  putStream(key: string, bytes: Readable, type: string, signal: AbortSignal): Promise<number>
  /** Undefined for a missing file. */
  read(key: string): Promise<Uint8Array | undefined>
  /** A stream of the file, undefined for a missing file. */
  stream(key: string): Promise<Readable | undefined>
  /** Resolves also for a missing file. */
  delete(key: string): Promise<void>
}
