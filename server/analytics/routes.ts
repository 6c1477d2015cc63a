import { Readable } from 'node:stream'
import type { Platform } from '#core/platforms/platform.ts'
import type { Handle } from '../http/router.ts'
import { metricsAsCsv } from './export-csv.ts'
import { readExport, rangeOf, readAnalytics } from './read-analytics.ts'
import { createReport, deleteReport, listReports, type ReportParts } from './reports.ts'

export function analyticsRoutes(handle: Handle, parts: ReportParts & { metrics: readonly Platform[] }): void {
  const { database, clock, metrics } = parts

  handle('GET /api/analytics', async ({ signedIn, query }) => {
    const range = rangeOf(query, query.timeZone ?? signedIn.user.timeZone ?? 'UTC', clock.now())
    return await readAnalytics(database, signedIn.user.id, range, metrics)
  })

  handle('GET /api/analytics/export', async ({ signedIn, query, reply }) => {
    const range = rangeOf(query, query.timeZone ?? signedIn.user.timeZone ?? 'UTC', clock.now())
    const pages = readExport(database, signedIn.user.id, range)
    reply.headers({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="frogy-${range.from}-${range.to}.csv"`,
    })
    return Readable.from(metricsAsCsv(pages, range.timeZone, signedIn.user.preferredLanguage))
  })

  handle('GET /api/reports', ({ signedIn }) => listReports(database, signedIn.user.id, clock.now()))

  handle('POST /api/reports', ({ signedIn, body, language }) => {
    const timeZone = body.timeZone ?? signedIn.user.timeZone ?? 'UTC'
    return createReport(parts, signedIn.user.id, { ...body, timeZone, language: body.language ?? language })
  })

  handle('DELETE /api/reports/{id}', async ({ signedIn, params }) => {
    await deleteReport(database, signedIn.user.id, params.id)
    return undefined
  })
}
