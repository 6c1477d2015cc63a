export const METRICS = ['impressions', 'likes', 'comments', 'shares'] as const
export type Metric = (typeof METRICS)[number]
export type MetricValues = Record<Metric, number | null>

const ENGAGEMENT = ['likes', 'comments', 'shares'] as const

/** @returns null when the network reported none of the metrics that count as engagement */
export function engagementOf(metrics: Pick<MetricValues, (typeof ENGAGEMENT)[number]>): number | null {
  const reported = ENGAGEMENT.flatMap((name) => metrics[name] ?? [])
  return reported.length === 0 ? null : reported.reduce((total, count) => total + count, 0)
}
