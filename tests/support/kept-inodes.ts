import fs from 'node:fs'
import { join } from 'node:path'

/** The folder next to a simulated disk's that holds a link to each of its files, removed ones included. */
export const inodesOf = (root: string): string => `${root}.inodes`

/** Keeps a file's inode, by which Frogy recognizes its folder, for the file that a power cut leaves. */
export function keepInode(root: string, path: string): string {
  const kept = join(inodesOf(root), String(statOf(path).ino))
  try {
    link(path, kept)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return kept
}

// The recorder replaces these functions.
const { linkSync: link, statSync: statOf } = fs
