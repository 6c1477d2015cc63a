import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// `node --import` of this file: the disk refuses to sync while there is a file at DISK_BROKEN, and is full while there is
// one at DISK_FULL.

const { fsyncSync, promises } = fs
const { statfs } = promises
fs.fsyncSync = (file) => {
  if (existsSync(process.env.DISK_BROKEN ?? '')) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  fsyncSync(file)
}
fs.promises.statfs = (async (path) => {
  const space = await statfs(path)
  return existsSync(process.env.DISK_FULL ?? '') ? Object.assign(space, { bavail: 0 }) : space
}) as typeof statfs
syncBuiltinESMExports()
