import type { FastifyInstance } from 'fastify'
import type { Platform } from '#core/platforms/platform.ts'
import { rateLimitAddress } from '../http/address.ts'
import { languageOf } from '../http/request-language.ts'
import { readAnalytics, readBestPosts } from './read-analytics.ts'
import { endedReportPage, LISTED_POSTS, reportPage } from './report-page.ts'
import { openReport, type OpenedReport, type ReportParts } from './reports.ts'

const READS_AN_HOUR = 600
const HOUR_MS = 3_600_000

/** Serves the pages of shared reports at `/report?key=…`. They are documents, not calls of the API. */
export function reportRoute(
  server: FastifyInstance,
  parts: Omit<ReportParts, 'publicUrl'> & { metrics: readonly Platform[]; fonts: string },
  throttle: { spend(key: string, limit: number, windowMs: number): Promise<void> },
): void {
  const { database, clock, metrics, fonts } = parts
  server.get<{ Querystring: { key?: unknown } }>('/report', async (request, reply) => {
    await throttle.spend(`report ${rateLimitAddress(request.ip)}`, READS_AN_HOUR, HOUR_MS)
    const { key } = request.query
    const report = typeof key === 'string' ? await openReport(parts, key) : undefined
    const html = report ? await pageOf(report) : endedReportPage(languageOf(request), fonts)
    return reply
      .code(report ? 200 : 404)
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
      .send(html.replace('<style>', `<style nonce="${reply.cspNonce.style}">`))
  })

  async function pageOf(report: OpenedReport): Promise<string> {
    const { userId, range } = report
    const analytics = await readAnalytics(database, userId, range, metrics)
    const posts = await readBestPosts(database, userId, range, LISTED_POSTS)
    return reportPage(report, analytics, posts, clock.now(), fonts)
  }
}
