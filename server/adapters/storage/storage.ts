import type { Readable } from 'node:stream'

export interface Storage {
  /** Resolves once the complete file is stored. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Stores a file that is too large for memory. @returns the size in bytes */
  putStream(key: string, bytes: Readable, type: string, signal: AbortSignal): Promise<number>
  read(key: string): Promise<Uint8Array | undefined>
  stream(key: string): Promise<Readable | undefined>
  /** Lists files whose keys start with `prefix`. Only backups need this, because the database knows all keys. */
  list(prefix: string): AsyncIterable<{ key: string; sizeBytes: number }>
  /** Deletes a file. Succeeds even if the file is missing. */
  delete(key: string): Promise<void>
}
