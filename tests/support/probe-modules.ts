import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'

// Runs in a separate process. It passes a file's URL to every export of Node's modules, and prints what they return.
// Its arguments are the modules, an existing file, a prefix for new files, and the exports that ended an earlier
// process.

const [names = '', existingFile = '', draft = '', skipped = ''] = process.argv.slice(1)
/** Exports to skip: they signal other processes, Node needs them, or they crash without an inspector. */
const NOT_TRIED = [
  'kill',
  '_kill',
  '_debugProcess',
  '_fatalException',
  '_tickCallback',
  'emit',
  'Network',
  'DOMStorage',
]
const notTried = new Set([...NOT_TRIED, ...skipped.split(',')])
const { reallyExit } = process as unknown as { reallyExit(code: number): never }
const log = process.stdout.write.bind(process.stdout)
let made = 0

process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})

/** Lists of arguments in the common forms in which functions take a path. */
function argumentsFor(): unknown[][] {
  const next = () => `${draft}-${made++}`
  const everyName = (path: string) => ({ path, file: path, filename: path, fileName: path, directory: path, dir: path })
  return [
    [existingFile],
    [existingFile, 'utf8'],
    [next()],
    [next(), 'text'],
    [everyName(existingFile)],
    [everyName(next())],
    [`--logfile=${next()}`],
    ['--trace-turbo'],
  ]
}

function print(value: unknown): void {
  if (typeof value === 'string' || value instanceof Uint8Array) log(`${Buffer.from(value).toString()}\n`)
  else if (value instanceof Promise) value.then(print, () => {})
}

function attempt(use: (given: unknown[]) => unknown): void {
  for (const given of argumentsFor()) {
    try {
      print(use(given))
    } catch {
      // Ignore an export that does not accept a path.
    }
  }
}

function tryAll(name: string, owner: object, depth: number): void {
  for (const member of Object.getOwnPropertyNames(owner)) {
    if (notTried.has(member)) continue
    const value: unknown = Reflect.get(owner, member)
    if (typeof value === 'function') {
      log(`\ntrying ${name} ${member}\n`)
      attempt((given) => Reflect.apply(value, owner, given))
      attempt((given) => Reflect.construct(value, given))
    } else if (typeof value === 'object' && value !== null && depth > 0) tryAll(name, value, depth - 1)
  }
}

for (const name of names.split(',')) {
  try {
    tryAll(name, createRequire(import.meta.url)(name) as object, 1)
  } catch {
    // Ignore an export or file that does not exist.
  }
}
log('\ntried all\n')
await pause(100)
reallyExit(0)
