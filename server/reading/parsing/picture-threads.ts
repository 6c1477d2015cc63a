import fs from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { compileFunction } from 'node:vm'
import { Worker } from 'node:worker_threads'

// Loads libvips as WebAssembly, for `sharp`. The loader of libvips starts threads on demand, but a parser process gives
// up the right to start threads first. So this file starts the threads in advance.

/** The number of threads. Four run the tasks of libvips, and one is spare. */
const THREADS = 5

/** This value tells the loader of libvips that it runs in a thread for libvips. */
const WORKER_DATA = 'em-pthread'

export function loadWithThreads(): void {
  const threads = Array.from({ length: THREADS }, startThread)
  loadInThread()
  // The loader creates threads with the global class `Worker`, which a parser process may no longer do. Give it threads
  // that are already running.
  Object.assign(globalThis, {
    Worker: function nextThread() {
      const thread = threads.pop()
      if (!thread) throw new Error('The picture library asked for more threads than it has')
      return thread
    },
  })
}

export function loadInThread(): void {
  const require = createRequire(import.meta.url)
  const entry = require.resolve('@img/sharp-wasm32/sharp.node')
  const { version } = require('@img/sharp-wasm32/package') as { version: string }
  const file = join(dirname(entry), 'lib', `sharp-wasm32-${version}.node.js`)
  giveConstants()
  const exports = runLoader(file, createRequire(file))
  // Store the loader's exports in the module cache, where `sharp` finds them under this path.
  require.cache[entry] = Object.assign(Object.create(null) as NodeJS.Module, { id: entry, loaded: true, exports })
}

function runLoader(file: string, require: NodeJS.Require): unknown {
  const module = { exports: {} }
  const run = compileFunction(
    fs.readFileSync(file, 'utf8'),
    ['exports', 'require', 'module', '__filename', '__dirname'],
    { filename: file },
  )
  const give = (name: string): unknown => (name === 'node:fs' ? FILES : require(name))
  run(module.exports, give, module, file, dirname(file))
  return module.exports
}

/**
 * Translates the error codes of Node's sandbox for the loader of libvips, which knows only the codes of POSIX. With any
 * other code, the loader would treat a failed call as a success.
 */
const FILES = new Proxy(fs, {
  get(files, name) {
    const value: unknown = Reflect.get(files, name)
    if (typeof value !== 'function') return value
    return (...given: unknown[]): unknown => {
      try {
        return Reflect.apply(value, files, given)
      } catch (cause) {
        throw (cause as NodeJS.ErrnoException).code === 'ERR_ACCESS_DENIED'
          ? Object.assign(new Error('Access denied', { cause }), { code: 'EACCES' })
          : cause
      }
    }
  },
})

/**
 * Provides the constants of `open`. The loader of libvips reads them from an internal binding of Node, but the sandbox
 * refuses all bindings.
 */
function giveConstants(): void {
  const inner = process as unknown as { binding: (name: string) => unknown }
  const refuse = inner.binding.bind(process)
  inner.binding = (name) => (name === 'constants' ? { fs: fs.constants } : refuse(name))
}

function startThread(): Worker {
  // The file `picture-thread` is next to this file, both in the source and in the build.
  const file = new URL(`./picture-thread${extname(import.meta.url)}`, import.meta.url)
  const thread = new Worker(file, { workerData: WORKER_DATA, name: WORKER_DATA })
  thread.unref()
  return thread
}
