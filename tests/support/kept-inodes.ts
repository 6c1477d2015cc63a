import fs from 'node:fs'
import { join } from 'node:path'

/** The folder with a hard link to every file of a simulated disk, including removed files. */
export const inodesOf = (root: string): string => `${root}.inodes`

/**
 * Makes a hard link, so that the file keeps its inode after a power cut. Frogy recognizes its data folder by inodes.
 */
export function keepInode(root: string, path: string): string {
  const kept = join(inodesOf(root), String(statOf(path).ino))
  try {
    link(path, kept)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return kept
}

// Keep the original functions, because the recorder of disk operations will replace them.
const { linkSync: link, statSync: statOf } = fs
