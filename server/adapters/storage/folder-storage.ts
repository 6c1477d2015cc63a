import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFoldersOf } from '../../synced.ts'
import type { Storage } from './storage.ts'

/** Files in a folder, which is made with the first of them; readable by their owner only. */
export function folderStorage(folder: string): Storage {
  return {
    async put(key, bytes) {
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, bytes, { mode: 0o600, flush: true })
      // Its row says next that it is there.
      await syncFoldersOf(path, dirname(folder))
    },
    async read(key) {
      try {
        return await readFile(join(folder, key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
    },
    delete: (key) => rm(join(folder, key), { force: true }),
  }
}
