import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Part of every Node, but not of its types. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> }

let compiling: Promise<object> | undefined

/**
 * Compiles the embedded database's engine, once. Begun early it is done on other cores while this one loads the rest, for
 * which its file is read at once: a promise would be heard only when that is over.
 */
export function compiledEngine(): Promise<object> {
  if (compiling) return compiling
  compiling = WebAssembly.compile(readFileSync(ENGINE_FILE))
  // Whoever opens the database hears why it failed.
  compiling.catch(() => {})
  return compiling
}

const { resolve } = createRequire(import.meta.url)
const ENGINE_FILE = join(dirname(resolve('@electric-sql/pglite')), 'pglite.wasm')
