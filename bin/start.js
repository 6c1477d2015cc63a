// Runs a program of the server: `node bin/start.js`, `node bin/start.js simulator`. Plain JavaScript, because Node takes a
// twentieth of a second until it can read anything else.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Once a first answer can be given, and once everything is loaded that a start loads. */
const FLUSH_AFTER_MS = [1_000, 5_000]
const RELEASE_AFTER_MS = 6_000

// Compiling what is loaded takes half of a start; Node keeps it where it may, and goes without where it may not. Only what
// is imported from here on is kept, and so is everything that counts.
enableCompileCache({ directory: join(import.meta.dirname, '..', 'node_modules', '.cache', 'frogy') })
// By itself Node would write it at the end, which who is killed does not reach.
for (const ms of FLUSH_AFTER_MS) setTimeout(() => flushCompileCache(), ms).unref()

// A start leaves some 30 MB of garbage, which V8 would keep for as long as the process is idle.
setTimeout(() => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
}, RELEASE_AFTER_MS).unref()

const { programFile } = await import('#server/program-file.ts')
await import(pathToFileURL(programFile(process.argv[2] ?? 'serve')).href)
