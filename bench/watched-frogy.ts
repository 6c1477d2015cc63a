import { monitorEventLoopDelay } from 'node:perf_hooks'
import { openApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'

// Frogy as `npm run serve` starts it, with an eye on its event loop: each line it reads ends one measurement, says it,
// and begins the next. The line `collect` has the garbage collected, which would else wait until memory is wanted.

const delay = monitorEventLoopDelay({ resolution: 5 })
const app = await openApp(readConfig(process.env))
delay.enable()
process.stdin.setEncoding('utf8').on('data', (line: string) => {
  if (line.startsWith('collect')) globalThis.gc?.()
  // The timer's own 5 ms are in each value of the histogram.
  const p99 = Math.max(0, delay.percentile(99) / 1e6 - 5)
  const max = Math.max(0, delay.max / 1e6 - 5)
  console.log(`delay ${JSON.stringify({ p99, max })}`)
  delay.reset()
})
console.log(`Frogy is at ${app.url}`)
process.once('SIGTERM', () => void app[Symbol.asyncDispose]().then(() => process.exit()))
