import Papa from 'papaparse'
import type { PostWithMetrics } from '#core/analytics/contract.ts'
import { LABEL_OF, type Metric } from '#core/analytics/metrics.ts'
import type { Language } from '#core/language.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { wallClock } from '#core/time-zone.ts'
import { translator } from '../messages.ts'

const COLUMNS = [
  'date',
  'time',
  'platform',
  'post',
  'seen',
  'reactions',
  'comments',
  'shares',
  'engagement',
  'link',
  'entered',
  'id',
] as const
/** The byte order mark, by which spreadsheet programs recognize that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * Writes pages of posts and metrics as a CSV file for spreadsheets. Digits are Latin in English and Arabic, so that
 * cells are numbers. Texts are escaped against formula injection.
 */
export async function* metricsAsCsv(
  pages: AsyncIterable<readonly PostWithMetrics[]>,
  timeZone: string,
  language: Language,
): AsyncGenerator<string> {
  const t = translator(language)
  const metricName = (name: Metric) => t(`analytics.csv.${LABEL_OF[name]}`)
  yield BYTE_ORDER_MARK + csvOf([COLUMNS.map((name) => t(`analytics.csv.${name}`))])
  for await (const posts of pages) yield `\r\n${csvOf(posts.map((post) => cellsOf(post, timeZone, metricName)))}`
}

function cellsOf(post: PostWithMetrics, timeZone: string, metricName: (name: Metric) => string) {
  const { date, time } = wallClock(new Date(post.publishedAt), timeZone)
  const { impressions, likes, comments, shares, engagement } = post
  const metrics = [impressions, likes, comments, shares, engagement].map((metric) => metric ?? '')
  const entered = (post.entered?.metrics ?? []).map(metricName).join('; ')
  return [date, time, rulesOf(post.platform).name, post.opening, ...metrics, post.permalink ?? '', entered, post.id]
}

const csvOf = (rows: (string | number)[][]): string => Papa.unparse(rows, { escapeFormulae: true })
