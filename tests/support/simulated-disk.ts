import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeOperations, type DiskOperation } from './disk-operations.ts'
import { inodesOf, keepInode } from './kept-inodes.ts'

/** How a power cut affects writes that are not synced. */
export interface PowerCut {
  /** 'lost' means that no unsynced write survives. 'torn' means that some sectors survive, in any order. */
  unsynced: 'lost' | 'torn'
  random: () => number
}

/** The smallest unit that a disk writes as a whole. */
const SECTOR_BYTES = 512

interface File {
  /** The part of the file's content that a power cut cannot lose. */
  synced: Buffer
  /** The writes since the last sync, in order. */
  pending: ({ at: number; data: Buffer } | { size: number })[]
  /** The number of this file's last name change, counted over the whole disk. */
  named: number
  /** A hard link to the file's inode, outside of the simulated disk. */
  inode: string | undefined
}

type Names = Map<string, File | 'folder'>
type Change = (names: Names) => void

/**
 * A simulated disk with a journaling file system (ext4, XFS, APFS, NTFS). Bytes are safe once their file is synced.
 * Name changes reach the disk in order, and syncing a file or folder saves all name changes up to its latest one. A
 * name may exist without its bytes.
 */
export class Disk {
  readonly #start: Names
  readonly #now: Names
  readonly #changes: Change[] = []
  readonly #changedInFolder = new Map<string, number>()
  readonly #open = new Map<string, { file: File | undefined; path: string }>()
  #safeChanges = 0

  private constructor(names: Names) {
    this.#start = names
    this.#now = new Map(names)
  }

  /** Creates a disk on which the whole content of a folder is synced. */
  static of(folder: string): Disk {
    const names: Names = new Map()
    rmSync(inodesOf(folder), { recursive: true, force: true })
    mkdirSync(inodesOf(folder), { recursive: true })
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      names.set(
        path.slice(folder.length + 1),
        entry.isDirectory()
          ? 'folder'
          : { synced: readFileSync(path), pending: [], named: 0, inode: keepInode(folder, path) },
      )
    }
    return new Disk(names)
  }

  /** Applies the recorded operations. @param liesFrom the position in the record from which syncs have no effect */
  follow(log: Buffer, liesFrom = Infinity): this {
    for (const { act, data, at } of decodeOperations(log)) if (act.act !== 'sync' || at < liesFrom) this.#do(act, data)
    return this
  }

  #do(act: DiskOperation, data: Buffer): void {
    switch (act.act) {
      case 'open': {
        const there = act.path === '' ? 'folder' : this.#now.get(act.path)
        const file = there === 'folder' ? undefined : (there ?? this.#make(act.path, act.inode))
        if (file && act.truncates) file.pending.push({ size: 0 })
        this.#open.set(`${act.pid}:${act.fd}`, { file, path: act.path })
        return
      }
      case 'write':
        this.#open.get(`${act.pid}:${act.fd}`)?.file?.pending.push({ at: act.at, data })
        return
      case 'truncate': {
        const file = act.path === undefined ? this.#open.get(`${act.pid}:${act.fd}`)?.file : this.#now.get(act.path)
        if (typeof file === 'object') file.pending.push({ size: act.at })
        return
      }
      case 'sync':
        this.#sync(this.#open.get(`${act.pid}:${act.fd}`))
        return
      case 'mkdir':
        for (const path of [...foldersAbove(act.path), act.path])
          if (!this.#now.has(path)) this.#change([path], (names) => names.set(path, 'folder'))
        return
      case 'remove':
        this.#change([act.path], (names) => {
          for (const path of names.keys()) if (isWithin(path, act.path)) names.delete(path)
        })
        return
      case 'link': {
        const file = this.#now.get(act.from)
        if (file) this.#change([act.path], (names) => names.set(act.path, file))
        return
      }
      case 'rename':
        this.#change([act.from, act.path], (names) => {
          for (const [path, what] of names) {
            if (!isWithin(path, act.from)) continue
            names.delete(path)
            names.set(act.path + path.slice(act.from.length), what)
          }
        })
        return
    }
  }

  #make(path: string, inode: string | undefined): File {
    const file: File = { synced: Buffer.alloc(0), pending: [], named: 0, inode }
    this.#change([path], (names) => names.set(path, file))
    return file
  }

  #change(paths: string[], change: Change): void {
    this.#changes.push(change)
    change(this.#now)
    for (const path of paths) {
      this.#changedInFolder.set(folderOf(path), this.#changes.length)
      const named = this.#now.get(path)
      if (typeof named === 'object') named.named = this.#changes.length
    }
  }

  #sync(opened: { file: File | undefined; path: string } | undefined): void {
    if (!opened) return
    const { file, path } = opened
    if (file) {
      file.synced = contentOf(file, () => true)
      file.pending = []
    }
    const changes = file ? file.named : (this.#changedInFolder.get(path) ?? 0)
    this.#safeChanges = Math.max(this.#safeChanges, changes)
  }

  /** Replaces the content of a folder by what survives a power cut. */
  cut(folder: string, { unsynced, random }: PowerCut): void {
    const names = new Map(this.#start)
    const left = this.#changes.length - this.#safeChanges
    const kept = unsynced === 'lost' ? 0 : Math.floor(random() * (left + 1))
    for (const change of this.#changes.slice(0, this.#safeChanges + kept)) change(names)

    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true })
    for (const [path, what] of names) {
      const target = join(folder, path)
      if (what === 'folder') mkdirSync(target, { recursive: true, mode: 0o700 })
      else {
        mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
        // None, all or some of the pending name changes reach the disk, because the power may fail in the middle.
        const share = unsynced === 'lost' ? 0 : ([0, 1][Math.floor(random() * 3)] ?? random())
        if (what.inode) linkSync(what.inode, target)
        writeFileSync(
          target,
          contentOf(what, () => random() < share),
          { mode: 0o600 },
        )
      }
    }
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .map((_, depth, parts) => parts.slice(0, depth).join('/'))
    .slice(1)
const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** A file's content after a power cut. Each sector survives separately, and a change of size survives as a whole. */
function contentOf({ synced, pending }: File, survives: () => boolean): Buffer {
  let content = synced
  let size = synced.length
  const reach = Math.max(size, ...pending.map((one) => ('size' in one ? one.size : one.at + one.data.length)))
  if (pending.length > 0) {
    content = Buffer.alloc(reach)
    synced.copy(content)
  }
  for (const one of pending) {
    if ('size' in one) {
      if (!survives()) continue
      content.fill(0, one.size)
      size = one.size
      continue
    }
    for (let from = 0; from < one.data.length;) {
      const upTo = Math.min(one.data.length, from + SECTOR_BYTES - ((one.at + from) % SECTOR_BYTES))
      if (survives()) {
        one.data.copy(content, one.at + from, from, upTo)
        size = Math.max(size, one.at + upTo)
      }
      from = upTo
    }
  }
  return content.subarray(0, size)
}
