import type { FastifyBaseLogger } from 'fastify'
import type { ProcessClock } from './clock.ts'
import type { Database } from '../db/database.ts'
import sql, { computed } from '../db/sql.ts'
import type { Reading } from './carried-time.ts'
import { machine, ownReading } from './machine.ts'
import { measuredClock } from './measured-clock.ts'

/**
 * The clock of a process: the database's time, whatever the machine's own shows. The embedded database has no other than
 * the machine's; a jump of it is judged by what `askOthers` says ([why](../../docs/decisions/022-the-databases-time.md)).
 * @param askOthers undefined where there is nobody to ask
 */
export async function databaseClock(
  database: Database,
  askOthers: (() => Promise<Date | undefined>) | undefined,
  log: FastifyBaseLogger,
): Promise<ProcessClock & AsyncDisposable> {
  const isOwn = database.kind === 'embedded'
  return await measuredClock({
    read: async () => (isOwn ? ownReading(machine) : await serverReading(database)),
    isOwn,
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
