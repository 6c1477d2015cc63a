import type { Database } from '../db/database.ts'
import { gauge, type Family } from './meter.ts'
import type { Meters } from './meters.ts'

const SAMPLE_MS = 250

/** The metrics of this process only. */
export function readProcessState(database: Pick<Database, 'connections'>, about: Record<string, string>): Family[] {
  const memory = process.memoryUsage()
  const cpu = process.cpuUsage()
  const pool = database.connections()
  return [
    gauge('frogy_build_info', 'Version and role of this process; always 1.', [[1, about]]),
    gauge('frogy_database_connections', 'Database connections of this process.', [
      [pool.max, { state: 'max' }],
      [pool.open - pool.idle, { state: 'used' }],
      [pool.idle, { state: 'idle' }],
    ]),
    gauge('frogy_database_waiting', 'Statements that wait for a connection of this process.', [[pool.waiting]]),
    gauge('process_resident_memory_bytes', 'Resident memory of this process.', [[memory.rss]]),
    gauge('process_heap_bytes', 'Used JavaScript heap of this process.', [[memory.heapUsed]]),
    {
      name: 'process_cpu_seconds_total',
      help: 'Processor time of this process.',
      type: 'counter',
      lines: () => [`process_cpu_seconds_total ${(cpu.user + cpu.system) / 1e6}`],
    },
    gauge('process_start_time_seconds', 'When this process started, as Unix time.', [
      [Math.round(performance.timeOrigin / 1000)],
    ]),
  ]
}

/** Measures the event loop delay: how late a timer runs. @returns a function that stops it */
export function sampleLoopDelay({ loopDelay }: Meters): () => void {
  let expected = performance.now() + SAMPLE_MS
  const timer = setInterval(() => {
    const now = performance.now()
    loopDelay.observe(Math.max(0, now - expected) / 1000)
    expected = now + SAMPLE_MS
  }, SAMPLE_MS).unref()
  return () => clearInterval(timer)
}
