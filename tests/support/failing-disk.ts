import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// Node loads this file by `--import`. While the file named by DISK_BROKEN exists, syncing to disk fails. While the file
// named by DISK_FULL exists, the disk reports no free space.

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
