import { existsSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
const ROOM_BYTES = 3 * 1024 ** 3

/** A folder for temporary files. It is in memory if there is enough, because copying databases there is much faster. */
export function memoryFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir()
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
  return Math.min(bavail * bsize, freemem()) < ROOM_BYTES ? tmpdir() : MEMORY_FOLDER
}
