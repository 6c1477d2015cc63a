import { Readable } from 'node:stream'
import { AppError } from '#core/errors.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { callerOf } from '../http/caller.ts'
import type { Handle } from '../http/router.ts'
import { withFileName } from '../media/with-file-name.ts'
import { enterMetrics, importMetrics } from './entered-metrics.ts'
import { metricsAsCsv } from './export-csv.ts'
import { readExport, rangeOf, readAnalytics, readPostsPage } from './read-analytics.ts'
import { logoUrl, readLogo, removeLogo, setLogo } from './report-logo.ts'
import { createReport, deleteReport, listReports, type ReportParts } from './reports.ts'

interface AnalyticsParts extends ReportParts {
  metrics: readonly Platform[]
  /** Renders a logo in a separate process. */
  logo: (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>
}

export function analyticsRoutes(handle: Handle, parts: AnalyticsParts): void {
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

  handle('GET /api/analytics/posts', async ({ signedIn, query }) => {
    const range = rangeOf(query, query.timeZone ?? signedIn.user.timeZone ?? 'UTC', clock.now())
    return await readPostsPage(database, signedIn.user.id, range, query.after)
  })

  handle('PUT /api/posts/{id}/metrics', ({ params, body, ...context }) =>
    enterMetrics(parts, callerOf(context), params.id, body),
  )

  handle('POST /api/analytics/import', ({ body, ...context }) => importMetrics(parts, callerOf(context), body))

  handle('GET /api/report-logo', async ({ signedIn }) => ({ logo: await readLogo(database, signedIn.user.id) }))

  handle('POST /api/report-logo', async ({ files: [file], signedIn, signal }) => {
    if (!file) throw new AppError('malformed_request')
    const picture = await withFileName(file, () => parts.logo(file.bytes, signal))
    signal.throwIfAborted()
    await setLogo(parts, signedIn, picture)
    return { logo: logoUrl(picture) }
  })

  handle('DELETE /api/report-logo', async ({ signedIn }) => {
    await removeLogo(parts, signedIn)
    return undefined
  })

  handle('GET /api/reports', ({ signedIn }) => listReports(database, signedIn.user.id, clock.now()))

  handle('POST /api/reports', ({ signedIn, body, language }) => {
    const timeZone = body.timeZone ?? signedIn.user.timeZone ?? 'UTC'
    return createReport(parts, signedIn, { ...body, timeZone, language: body.language ?? language })
  })

  handle('DELETE /api/reports/{id}', async ({ signedIn, params }) => {
    await deleteReport(parts, signedIn, params.id)
    return undefined
  })
}
