import fs, { type PathLike } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { relative, resolve, sep } from 'node:path'
import { encodeOperation, type DiskOperation } from './disk-operations.ts'
import { keepInode } from './kept-inodes.ts'

// Node loads this file with `--import`. It records every operation on files below DISK_ROOT, including syncs. From this
// record, `simulated-disk.ts` computes what a power cut leaves.

const root = resolve(process.env.DISK_ROOT ?? '')
const log = fs.openSync(process.env.DISK_LOG ?? '', 'a')
const real = { ...fs, promises: { ...fs.promises } }
const ours = new Set<number>()

const isOurs = (path: unknown): boolean => typeof path === 'string' && (resolve(path) + sep).startsWith(root + sep)
const inside = (path: unknown): string => relative(root, String(path))

function record(act: DiskOperation, data?: Uint8Array): void {
  real.writevSync(log, encodeOperation({ ...act, pid: process.pid }, data))
}

/** Runs an operation and records it afterwards, because a failed or partial one does not count. */
function after<F extends (...args: never[]) => unknown>(act: F, tell: (...args: Parameters<F>) => void): F {
  return ((...args: Parameters<F>) => {
    const result = act(...args)
    tell(...args)
    return result
  }) as F
}

const wholeFile = (path: unknown, data: unknown, options: unknown) => {
  if (!isOurs(path)) return
  const fd = -1
  record({ act: 'open', fd, path: inside(path), truncates: true, inode: keepInode(root, String(path)) })
  record({ act: 'write', fd, at: 0 }, Buffer.from(data as Uint8Array))
  if ((options as { flush?: boolean } | undefined)?.flush) record({ act: 'sync', fd })
}
const onPath = (act: 'mkdir' | 'remove') => (path: unknown) => {
  if (isOurs(path)) record({ act, path: inside(path) })
}
const onTwo = (act: 'rename' | 'link') => (from: unknown, to: unknown) => {
  if (isOurs(to)) record({ act, from: inside(from), path: inside(to) })
}
const onOpen = (fd: number, path: unknown, flags: unknown) => {
  if (!isOurs(path)) return
  ours.add(fd)
  const truncates = typeof flags === 'number' ? (flags & fs.constants.O_TRUNC) !== 0 : String(flags).startsWith('w')
  const mayCreate = typeof flags === 'number' ? (flags & fs.constants.O_CREAT) !== 0 : /^[wa]/.test(String(flags))
  const inode = mayCreate ? keepInode(root, String(path)) : undefined
  record({ act: 'open', fd, path: inside(path), truncates, inode })
}

Object.assign(fs, {
  openSync(path: PathLike, flags: string, mode?: number) {
    const fd = real.openSync(path, flags, mode)
    onOpen(fd, path, flags)
    return fd
  },
  closeSync: after(real.closeSync, (fd) => void ours.delete(fd)),
  writeSync(fd: number, bytes: Uint8Array, offset: number, length: number, at: number) {
    const written = real.writeSync(fd, bytes, offset, length, at)
    // Skip a write without a position. It is part of writing a whole file, which is recorded below.
    if (ours.has(fd) && typeof at === 'number')
      record({ act: 'write', fd, at }, bytes.subarray(offset, offset + written))
    return written
  },
  fsyncSync: after(real.fsyncSync, (fd) => {
    if (ours.has(fd)) record({ act: 'sync', fd })
  }),
  ftruncateSync: after(real.ftruncateSync, (fd, length) => {
    if (ours.has(fd)) record({ act: 'truncate', fd, at: length ?? 0 })
  }),
  truncateSync: after(real.truncateSync, (path, length) => {
    if (isOurs(path)) record({ act: 'truncate', path: inside(path), at: length ?? 0 })
  }),
  writeFileSync: after(real.writeFileSync as (path: unknown, data: unknown, options?: unknown) => void, wholeFile),
  mkdirSync: after(real.mkdirSync as (path: unknown) => unknown, onPath('mkdir')),
  unlinkSync: after(real.unlinkSync, onPath('remove')),
  rmdirSync: after(real.rmdirSync as (path: unknown) => void, onPath('remove')),
  rmSync: after(real.rmSync as (path: unknown) => void, onPath('remove')),
  renameSync: after(real.renameSync, onTwo('rename')),
  linkSync: after(real.linkSync, onTwo('link')),
})

const { open, writeFile, mkdir, rename, rm } = real.promises
Object.assign(fs.promises, {
  async open(path: PathLike, flags?: string, mode?: number) {
    const handle = await open(path, flags, mode)
    const { fd } = handle
    onOpen(fd, path, flags)
    const [sync, close] = [handle.sync.bind(handle), handle.close.bind(handle)]
    handle.sync = () => sync().then(() => ours.has(fd) && record({ act: 'sync', fd })) as Promise<void>
    handle.close = () => {
      ours.delete(fd)
      return close()
    }
    return handle
  },
  writeFile: async (path: PathLike, data: Uint8Array, options?: object) => {
    await writeFile(path, data, options)
    wholeFile(path, data, options)
  },
  mkdir: async (path: PathLike, options?: fs.MakeDirectoryOptions) => {
    const made = await mkdir(path, options)
    onPath('mkdir')(path)
    return made
  },
  rename: (from: PathLike, to: PathLike) => rename(from, to).then(() => onTwo('rename')(from, to)),
  rm: (path: PathLike, options?: fs.RmOptions) => rm(path, options).then(() => onPath('remove')(path)),
})
syncBuiltinESMExports()
