import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncParentFolders } from '../../sync-folder.ts'
import type { Storage } from './storage.ts'

/** Stores files in a folder, which the first file creates. Only the owner can read them. */
export function folderStorage(folder: string): Storage {
  return {
    async put(key, bytes) {
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, bytes, { mode: 0o600, flush: true })
      // Sync now, because the database row becomes `ready` next.
      await syncParentFolders(path, dirname(folder))
    },
    async putStream(key, bytes, _type, signal) {
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const file = await open(path, 'w', 0o600)
      await pipeline(bytes, file.createWriteStream({ flush: true }), { signal })
      await syncParentFolders(path, dirname(folder))
      return (await stat(path)).size
    },
    async stream(key) {
      try {
        return (await open(join(folder, key))).createReadStream()
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
        throw error
      }
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
