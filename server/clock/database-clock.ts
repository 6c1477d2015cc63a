import type { FastifyBaseLogger } from 'fastify'
import type { ProcessClock } from './clock.ts'
import type { Database } from '../db/database.ts'
import sql, { computed } from '../db/sql.ts'
import type { Reading } from './clock-estimate.ts'
import { machine, readMachineClock } from './machine-clock.ts'
import { measuredClock } from './measured-clock.ts'

/**
 * Uses the database's time on every machine. The embedded database uses the machine's clock, so `askOthers` checks its
 * jumps. See [decision 022](../../docs/decisions/022-database-clock.md).
 * @param askOthers undefined when there is no other time source
 */
export async function databaseClock(
  database: Database,
  askOthers: (() => Promise<Date | undefined>) | undefined,
  log: FastifyBaseLogger,
): Promise<ProcessClock & AsyncDisposable> {
  const isMachineClock = database.kind === 'embedded'
  return await measuredClock({
    read: async () => (isMachineClock ? readMachineClock(machine) : await serverReading(database)),
    isMachineClock,
    machine,
    askOthers,
    warn: (error, message) => log.warn({ err: error }, message),
  })
}

async function serverReading(database: Database): Promise<Reading> {
  const askedAt = machine.steadyMs()
  const [row] = await database.query(sql`select ${computed('now', 'timestamptz', sql`clock_timestamp()`)}`)
  if (!row?.now) throw new Error('The database did not tell the time')
  return { askedAt, timeMs: row.now.getTime(), answeredAt: machine.steadyMs() }
}
