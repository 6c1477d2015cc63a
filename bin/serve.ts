import { once } from 'node:events'
import { ConfigError } from '#server/config-error.ts'
import { printLine } from '#server/log/logger.ts'

/**
 * How long requests get 503 during shutdown: longer than a proxy keeps idle connections, but shorter than a user waits.
 */
const DRAIN_MS = 2_000

// Starts the built app by ROLE, until SIGINT or SIGTERM.
const stop = new AbortController()
// Ctrl-C may arrive twice, from the terminal and from npm. Ignore the second one, so that it does not interrupt the
// shutdown.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

// Files that Frogy writes are readable by its own user only: mails, pictures, the database.
process.umask(0o077)

void main()

/** A function, because the build is CommonJS, which cannot await at its top level. */
async function main(): Promise<void> {
  let isJson = false
  try {
    const { readConfig } = await import('#server/config.ts')
    const config = readConfig(process.env)
    isJson = config.printsJson
    for (const line of config.warnings) printLine(isJson, 'warn', line)
    const { openApp } = await import('#server/app.ts')
    await using app = await openApp(config) // The end of this block closes everything in reverse order.
    const started = app.url ? `Frogy is at ${app.url}` : 'Frogy publishes what is due'
    printLine(isJson, 'info', isJson ? `${started} (role ${config.role})` : started)
    if (app.simulatorUrl) printLine(isJson, 'info', `The simulated networks are at ${app.simulatorUrl}`)
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    await app.drain(DRAIN_MS)
  } catch (error) {
    const lines = error instanceof ConfigError ? error.lines : [messageOf(error)]
    for (const line of lines) printLine(isJson, 'fatal', line)
    process.exitCode = 1
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message
}
