// Runs a server program: `node bin/start.js`, `node bin/start.js simulator`. Plain JavaScript, because Node needs 50 ms
// to load its type stripper.
import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8'
import { load, storeCode } from './cached-code.js'

const CACHE = join(import.meta.dirname, '..', 'node_modules', '.cache', 'frogy')
/** When to store compiled code: after the first possible response, and after all start-up modules have loaded. */
const STORE_AFTER_MS = [1_000, 5_000]
const RELEASE_AFTER_MS = 6_000
const IDLE_UTILIZATION = 0.05

// Let the heap grow in large steps. By default it grows so little that a list of posts costs half as much again in
// garbage collections.
setFlagsFromString('--semi-space-growth-factor=8')
setFlagsFromString('--heap-growing-percent=200')

// Compilation takes half of a start, so let Node cache the compiled code. The cache covers only modules that are
// imported after this line.
enableCompileCache({ directory: CACHE })
// Flush explicitly, because Node writes the cache only at exit, which a killed process never reaches.
for (const ms of STORE_AFTER_MS)
  setTimeout(() => {
    flushCompileCache()
    storeCode()
  }, ms).unref()

// Collect the 30 MB of garbage that a start leaves, because V8 would keep them as long as the process is idle. Wait until
// it is idle: the collection also drops compiled code, and requests cost a third more until V8 has compiled it again.
let lastUse = performance.eventLoopUtilization()
const release = setInterval(async () => {
  const { utilization } = performance.eventLoopUtilization(lastUse)
  lastUse = performance.eventLoopUtilization()
  if (utilization > IDLE_UTILIZATION) return
  clearInterval(release)
  // Load the module only now, because the start does not need it.
  const { runInNewContext } = await import('node:vm')
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', flavor: 'last-resort' })
}, RELEASE_AFTER_MS).unref()

const file = await programFile(process.argv[2] ?? 'serve')
// V8 accepts cached code only under the version and flags that made it. Each combination has a separate folder.
if (extname(file) === '.cjs') load(file, join(CACHE, `code-${cachedDataVersionTag().toString(36)}`))
else await import(pathToFileURL(file).href)

/**
 * Finds a program's file. A release has no sources, and could not run them: Node does not strip types inside
 * node_modules.
 */
async function programFile(name) {
  const root = join(import.meta.dirname, '..')
  if (!existsSync(join(root, 'server', 'program-file.ts')))
    return join(root, 'dist', 'server', name === 'serve' ? 'serve.cjs' : `${name}.js`)
  return (await import('#server/program-file.ts')).programFile(name)
}
