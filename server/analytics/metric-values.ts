import { ENGAGEMENT, METRICS, type Metric, type MetricValues } from '#core/analytics/metrics.ts'
import sql, { computed, list, raw, type Columns } from '../db/sql.ts'

// A metric that the network reports wins over an entered one.

/** SQL: the table `post_metrics` as `m`, with the metrics that members entered as `e`. */
export const METRICS_WITH_ENTERED = raw(`post_metrics m left join entered_metrics e on e.post_id = m.post_id`)

const valueOf = (name: Metric) => `coalesce(m.${name}, e.${name})`

/** SQL: the value of each metric, as the network reported it or a member entered it. */
export const METRIC_VALUES = list(
  ...METRICS.map((name) => computed(name, 'bigint', raw(valueOf(name)))),
) as Columns<MetricValues>

/** The names of the metrics that are entered and not reported. */
export const ENTERED = computed(
  'entered',
  'text[]',
  sql`array_remove(array[${raw(
    METRICS.map((name) => `case when m.${name} is null and e.${name} is not null then '${name}' end`).join(', '),
  )}], null)`,
  [],
) as unknown as Columns<{ entered: Metric[] }>

/** The engagement of a post; null if none of its metrics is reported or entered. */
export const ENGAGEMENT_SUM = raw(
  `case when coalesce(${ENGAGEMENT.map(valueOf).join(', ')}) is not null then ${ENGAGEMENT.map((name) => `coalesce(${valueOf(name)}, 0)`).join(' + ')} end`,
)
