import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Whether the system can sync folders. Windows cannot, because it stores names together with their files. */
export const CAN_SYNC_FOLDERS = process.platform !== 'win32'

/** Error codes of folders that we may not read, such as /home, and of file systems without folder sync. */
const CANNOT = new Set(['EACCES', 'EPERM', 'EINVAL', 'EBADF', 'ENOTSUP'])

/** Syncs a folder, so that created, renamed and deleted names survive a power cut. */
export function syncFolder(path: string): void {
  if (!CAN_SYNC_FOLDERS) return
  try {
    syncPath(path)
  } catch (error) {
    if (!CANNOT.has((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

/** Syncs a folder and its content. */
export function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    const inside = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) syncFolder(inside)
    else if (entry.isFile()) syncPath(inside)
  }
  syncFolder(path)
}

function syncPath(path: string): void {
  // Open for writing where folders cannot be synced, because Windows only syncs files that are open for writing.
  const file = openSync(path, CAN_SYNC_FOLDERS ? 'r' : 'r+')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Syncs the folder of a new file and its parents up to `top`, asynchronously. */
export async function syncParentFolders(path: string, top: string): Promise<void> {
  if (!CAN_SYNC_FOLDERS) return
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const handle = await open(folder, 'r')
    await handle.sync().finally(() => handle.close())
    if (folder === top || folder === dirname(folder)) return
  }
}
