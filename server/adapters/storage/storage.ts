/**
 * Keeps files of a few MB under keys that we make, on our disk or in a bucket. It is never asked what it holds: the
 * database knows.
 */
export interface Storage {
  /** Once it resolves, the file is there whole. */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Undefined where there is no such file. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Resolves too where it is gone already. */
  delete(key: string): Promise<void>
}
