import { MAX_IMPORTED_ROWS } from '#core/analytics/entered-limits.ts'
import { METRICS, type Metric } from '#core/analytics/metrics.ts'
import { columnIndex, readCsv, unwrapped } from '../../planning/import/csv-table.ts'
import { readCount } from '../read-count.ts'

const ID = 'post id,id,معرف,معرف منشور,معرف المنشور'.split(',')
const ADDRESS = `link,url,address,permalink,post link,post url,post address,
  رابط,رابط منشور,رابط المنشور,عنوان`.split(/,\s*/)
const METRIC_NAMES: Record<Metric, string[]> = {
  impressions: 'seen,views,impressions,مشاهدات,مرات ظهور,ظهور'.split(','),
  likes: 'reactions,likes,إعجابات,تفاعلات'.split(','),
  comments: 'comments,replies,تعليقات,ردود'.split(','),
  shares: 'shares,reposts,retweets,مشاركات,إعادات نشر'.split(','),
}

export interface MetricsRow {
  number: number
  /** The post of the row: its id, or its address at the network. */
  post: string
  metrics: Partial<Record<Metric, number>>
  /** The cells that should be counts, but are not. */
  invalid: string[]
}

export type MetricsTable =
  | { kind: 'rows'; rows: MetricsRow[] }
  | { kind: 'empty' | 'too-many' | 'no-post' | 'no-metric' }

/** Reads a table of metrics. Rows without metrics are left out, because an export has a row for every post. */
export function readMetricsTable(csv: string): MetricsTable {
  const { head, rows } = readCsv(csv, [[...ID, ...ADDRESS], Object.values(METRIC_NAMES).flat()])
  if (!head) return { kind: 'empty' }
  const [idAt, addressAt] = [columnIndex(head, ID), columnIndex(head, ADDRESS)]
  const columns = METRICS.map((name) => [name, columnIndex(head, METRIC_NAMES[name])] as const)
  if (idAt < 0 && addressAt < 0) return { kind: 'no-post' }
  if (columns.every(([, index]) => index < 0)) return { kind: 'no-metric' }
  const filled = rows.flatMap(({ number, cells }) => {
    const cell = (index: number) => unwrapped(cells[index] ?? '')
    const given = columns.map(([name, index]) => [name, cell(index), readCount(cell(index))] as const)
    if (given.every(([, , count]) => count === null)) return []
    return {
      number,
      post: (cell(idAt) || cell(addressAt)).slice(0, MAX_ADDRESS),
      metrics: Object.fromEntries(
        given.flatMap(([name, , count]) => (typeof count === 'number' ? [[name, count]] : [])),
      ),
      invalid: given.flatMap(([, text, count]) => (count === undefined ? [text] : [])),
    }
  })
  if (filled.length === 0) return { kind: 'empty' }
  return filled.length > MAX_IMPORTED_ROWS ? { kind: 'too-many' } : { kind: 'rows', rows: filled }
}

const MAX_ADDRESS = 500
