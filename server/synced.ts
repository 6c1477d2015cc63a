import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Windows keeps names together with what they name, and refuses to be asked. */
export const CAN_SYNC_FOLDERS = process.platform !== 'win32'

/** A folder that we may not read, as /home may be; a disk that knows no such thing, as some networks' do not. */
const CANNOT = new Set(['EACCES', 'EPERM', 'EINVAL', 'EBADF', 'ENOTSUP'])

/** Has the names in a folder on the disk when it returns: what was made, renamed or taken away there stays so after a power cut. */
export function syncFolder(path: string): void {
  if (!CAN_SYNC_FOLDERS) return
  try {
    syncPath(path)
  } catch (error) {
    if (!CANNOT.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Has a folder and all that is in it on the disk when it returns. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    const inside = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) syncFolder(inside)
    else if (entry.isFile()) syncPath(inside)
  }
  syncFolder(path)
}

function syncPath(path: string): void {
  // Windows syncs only what may be written to.
  const file = openSync(path, CAN_SYNC_FOLDERS ? 'r' : 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** What `syncFolder` does, for the folder of a new file and those above it up to `top`, and without holding up others. */
export async function syncFoldersOf(path: string, top: string): Promise<void> {
  if (!CAN_SYNC_FOLDERS) return
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
    if (folder === top || folder === dirname(folder)) return
  }
}
