import { mkdir, open, opendir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { syncParentFolders } from '../../sync-folder.ts'
import type { Storage } from './storage.ts'

/** Stores files in a folder that is created with the first file. Only the owner can read them. */
export function folderStorage(folder: string): Storage {
  return {
    async put(key, bytes) {
      const path = join(folder, key)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await writeFile(path, bytes, { mode: 0o600, flush: true })
      // Write the folders to disk (fsync) before the database marks the file as `ready`.
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
    async *list(prefix) {
      for await (const path of filesIn(folder)) {
        const key = relative(folder, path).replaceAll(sep, '/')
        if (key.startsWith(prefix)) yield { key, sizeBytes: (await stat(path)).size }
      }
    },
    delete: (key) => rm(join(folder, key), { force: true }),
  }
}

/** The files below a folder, which may be missing. Skips everything except files and folders. */
async function* filesIn(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}
