import type { Readable } from 'node:stream'

/** A store of files by key. It lists no keys, because the database knows them. */
export interface Storage {
  /** Resolves once the complete file is stored. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Stores a file that is too large for memory. @returns the size in bytes */
  putStream(key: string, bytes: Readable, type: string, signal: AbortSignal): Promise<number>
  read(key: string): Promise<Uint8Array | undefined>
  stream(key: string): Promise<Readable | undefined>
  /** Deletes a file. Succeeds also if the file is missing. */
  delete(key: string): Promise<void>
}
