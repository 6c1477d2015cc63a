import type { Platform } from '#core/platforms/platform.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { metricsAsCsv } from './export-csv.ts'
import { readExport, rangeOf, readAnalytics } from './read-analytics.ts'

export function analyticsRoutes(
  handle: Handle,
  { database, clock, metrics }: { database: Database; clock: Clock; metrics: readonly Platform[] },
): void {
  handle('GET /api/analytics', async ({ signedIn, query }) => {
    const range = rangeOf(query, query.timeZone ?? signedIn.user.timeZone ?? 'UTC', clock.now())
    return await readAnalytics(database, signedIn.user.id, range, metrics)
  })

  handle('GET /api/analytics/export', async ({ signedIn, query, reply }) => {
    const range = rangeOf(query, query.timeZone ?? signedIn.user.timeZone ?? 'UTC', clock.now())
    const figures = await readExport(database, signedIn.user.id, range)
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="frogy-${range.from}-${range.to}.csv"`,
    })
    return Buffer.from(metricsAsCsv(figures, range.timeZone, signedIn.user.preferredLanguage))
  })
}
