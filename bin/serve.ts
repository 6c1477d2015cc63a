import { once } from 'node:events'
import { ConfigError } from '#server/config-error.ts'
import { readConfig } from '#server/config.ts'
import { compiledEngine } from '#server/db/engine.ts'

/** Longer than a proxy takes to use a connection again that it keeps, shorter than a person's patience. */
const DRAIN_MS = 2_000

// Starts what is installed and built, by ROLE, until SIGINT or SIGTERM.
const stop = new AbortController()
// A terminal's Ctrl-C may arrive twice, from it and from npm: the second must not cut the first one's work short.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

// What Frogy writes is for its own user alone: mails, pictures, the database.
process.umask(0o077)

try {
  const config = readConfig(process.env)
  for (const line of config.warnings) console.error(`Warning: ${line}`)
  if (config.databaseUrl === undefined) void compiledEngine()
  // Loaded while the engine is compiled.
  const { openApp } = await import('#server/app.ts')
  await using app = await openApp(config) // whatever was opened is closed again, in reverse order
  console.log(app.url ? `Frogy is at ${app.url}` : 'Frogy publishes what is due')
  if (app.simulatorUrl) console.log(`The simulated networks are at ${app.simulatorUrl}`)
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
  await app.drain(DRAIN_MS)
} catch (error) {
  console.error(error instanceof ConfigError ? error.lines.join('\n') : messageOf(error))
  process.exitCode = 1
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return process.env.LOG_LEVEL === 'debug' ? (error.stack ?? error.message) : error.message
}
