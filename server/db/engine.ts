import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

/** Node's TypeScript types lack the global `WebAssembly`. */
declare const WebAssembly: { Module: new (bytes: Uint8Array) => object }

/** The budget of a function, in executed bytes, after which V8 optimizes it. */
const [OPTIMIZED_AFTER, DEFAULT] = [400_000_000, 13_000_000]

/**
 * Compiles PGlite's engine. V8 then optimizes only functions that are hot for long. By default it would optimize many
 * during the start, on threads that compete with the main thread. V8 validates each function on its first call.
 */
export function compiledEngine(): object {
  const bytes = readFileSync(ENGINE_FILE)
  setFlagsFromString(`--wasm-tiering-budget=${OPTIMIZED_AFTER}`)
  setFlagsFromString('--wasm-lazy-validation')
  try {
    return new WebAssembly.Module(bytes)
  } finally {
    // Restore V8's default flags, because V8 accepts cached code only under the flags with which it was stored. The
    // compiled module keeps its behaviour.
    setFlagsFromString(`--wasm-tiering-budget=${DEFAULT}`)
    setFlagsFromString('--no-wasm-lazy-validation')
  }
}

const { resolve } = createRequire(import.meta.url)
const ENGINE_FILE = join(dirname(resolve('@electric-sql/pglite')), 'pglite.wasm')
