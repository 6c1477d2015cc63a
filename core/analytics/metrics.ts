export const METRICS = ['impressions', 'likes', 'comments', 'shares'] as const
export type Metric = (typeof METRICS)[number]
export type MetricValues = Record<Metric, number | null>

/** For each metric, the key of its name in the messages. */
export const LABEL_OF = {
  impressions: 'seen',
  likes: 'reactions',
  comments: 'comments',
  shares: 'shares',
  engagement: 'engagement',
} as const

export const ENGAGEMENT = ['likes', 'comments', 'shares'] as const

/** The sum of a post's likes, comments and shares. Null when the network reported none of these metrics. */
export function engagementOf(metrics: Pick<MetricValues, (typeof ENGAGEMENT)[number]>): number | null {
  const reported = ENGAGEMENT.flatMap((name) => metrics[name] ?? [])
  return reported.length === 0 ? null : reported.reduce((total, count) => total + count, 0)
}

/** Whether a metric, or the engagement that includes it, was entered by a member. */
export const isEntered = (entered: readonly Metric[], name: Metric | 'engagement'): boolean =>
  name === 'engagement' ? ENGAGEMENT.some((one) => entered.includes(one)) : entered.includes(name)
