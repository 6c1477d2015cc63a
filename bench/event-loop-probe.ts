import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'

// Starts Frogy like `npm run serve` and measures its event loop. Each input line ends one measurement, prints it and
// starts the next. The line `collect` runs the garbage collector first.

const delay = monitorEventLoopDelay({ resolution: 5 })
const app = await openApp(readConfig(process.env))
delay.enable()
process.stdin.setEncoding('utf8').on('data', (line: string) => {
  if (line.startsWith('collect')) globalThis.gc?.()
  // Subtract the timer's own 5 ms, which are in every value of the histogram.
  const p99 = Math.max(0, delay.percentile(99) / 1e6 - 5)
  const max = Math.max(0, delay.max / 1e6 - 5)
  console.log(`delay ${JSON.stringify({ p99, max })}`)
  delay.reset()
})
console.log(`Frogy is at ${app.url}`)
process.once('SIGTERM', () => void app[Symbol.asyncDispose]().then(() => process.exit()))
