import { runNetworksCheck } from '#server/operate/machine/check-networks.ts'

// `npm run networks:check`: asks the real networks what this installation may do. The first Ctrl+C ends the check, and
// its posts are still deleted.
process.umask(0o077)
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
process.exitCode = await runNetworksCheck(process.argv.slice(2), process.env, console, stop.signal)
