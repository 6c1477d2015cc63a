// Loads the built server. Node's own compile cache stores a module before it runs, without the functions that the start
// calls. Their compilation took a tenth of a start. Plain JavaScript, like bin/start.js.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire, Module } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { constants, Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** Two checksums before the code: of its source, and of the code itself. V8 checks only its version and flags. */
const HEADER_BYTES = 8

const modules = new Map()
/** Scripts without valid cached code. */
const uncached = []

/** Loads a `.cjs` file and those that it requires, also from packages. */
export function load(file, cache) {
  const known = modules.get(file)
  if (known) return known.exports
  const module = { exports: {} }
  modules.set(file, module)
  const source = readFileSync(file, 'utf8')
  const cacheFile = join(cache, `${basename(file)}-${crc32(file).toString(36)}.code`)
  const sourceSum = crc32(source)
  const cachedData = readCode(cacheFile, sourceSum)
  const script = new Script(Module.wrap(source), {
    filename: file,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  if (!cachedData || script.cachedDataRejected) uncached.push({ script, cacheFile, sourceSum })
  const requireOther = createRequire(file)
  const require = (name) => {
    const found = requireOther.resolve(name)
    return found.endsWith('.cjs') ? load(found, cache) : requireOther(name)
  }
  script.runInThisContext().call(module.exports, module.exports, require, module, file, dirname(file))
  return module.exports
}

// Import a module now and drop Node's warning that imports by scripts are experimental. Node warns only the first time.
const { emitWarning } = process
process.emitWarning = () => {}
void new Script("import('node:vm')", {
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext()
process.emitWarning = emitWarning

/**
 * Stores the code of scripts without valid cached code, with all functions that have run so far. A later call adds
 * further functions.
 */
export function storeCode() {
  for (const { script, cacheFile, sourceSum } of uncached) {
    const code = script.createCachedData()
    const header = Buffer.alloc(HEADER_BYTES)
    header.writeUInt32LE(sourceSum, 0)
    header.writeUInt32LE(crc32(code), 4)
    try {
      mkdirSync(dirname(cacheFile), { recursive: true })
      // Write a separate file and rename it, because other processes may use the same cache.
      writeFileSync(`${cacheFile}.${process.pid}`, Buffer.concat([header, code]))
      renameSync(`${cacheFile}.${process.pid}`, cacheFile)
    } catch {
      return // The folder is read-only, so store nothing.
    }
  }
}

function readCode(file, sourceSum) {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(HEADER_BYTES)
    if (bytes.readUInt32LE(0) === sourceSum && bytes.readUInt32LE(4) === crc32(code)) return code
  } catch {
    // Ignore a missing or incomplete file. The caller then compiles the code.
  }
}
