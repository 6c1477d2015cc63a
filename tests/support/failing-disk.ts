import fs, { existsSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

// `node --import` of this file: the disk refuses to sync while there is a file at DISK_BROKEN.

const { fsyncSync } = fs
fs.fsyncSync = (file) => {
  if (existsSync(process.env.DISK_BROKEN ?? '')) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  fsyncSync(file)
}
syncBuiltinESMExports()
