import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Node's types lack this global. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

let compiling: Promise<object> | undefined

/**
 * Compiles PGlite's engine once. An early call compiles on other cores while modules load. It reads the file
 * synchronously, because a promise would resolve only after the modules have loaded.
 */
export function compiledEngine(): Promise<object> {
  if (compiling) return compiling
  compiling = WebAssembly.compile(readFileSync(ENGINE_FILE))
  // The caller that opens the database handles the error.
  compiling.catch(() => {})
  return compiling
}

const { resolve } = createRequire(import.meta.url)
const ENGINE_FILE = join(dirname(resolve('@electric-sql/pglite')), 'pglite.wasm')
