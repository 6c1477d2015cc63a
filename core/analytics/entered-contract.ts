import { z } from 'zod'
import { AnalyticsFilter, PostWithMetrics } from './contract.ts'
import { MAX_ENTERED, MAX_IMPORTED_ROWS } from './entered-limits.ts'
import { METRICS } from './metrics.ts'

const Entered = z.int().min(0).max(MAX_ENTERED).nullable().default(null)
const EnteredMetrics = { impressions: Entered, likes: Entered, comments: Entered, shares: Entered }

export const MetricsBody = z.strictObject(EnteredMetrics)
export type MetricsBody = z.output<typeof MetricsBody>

const IMPORT_MODES = ['check', 'all', 'valid'] as const

export const MetricsImport = z.strictObject({
  /** `check` changes nothing. `all` changes nothing if a row has a problem, and `valid` skips such rows. */
  mode: z.enum(IMPORT_MODES),
  rows: z
    .array(
      z.strictObject({
        /** The id of a post, or its address at the network. */
        post: z.string().trim().min(1).max(500),
        ...EnteredMetrics,
      }),
    )
    .min(1)
    .max(MAX_IMPORTED_ROWS),
})
export type MetricsImport = z.output<typeof MetricsImport>

export const ImportedRow = z.object({
  post: PostWithMetrics.pick({ id: true, platform: true, opening: true, publishedAt: true }).nullable(),
  /** Metrics of this row that the import changes. In the mode `check`, those that it would change. */
  stored: z.array(z.enum(METRICS)),
  /** Metrics of this row that are ignored, because the network reports them. */
  reported: z.array(z.enum(METRICS)),
  /** Why the row is not stored: the post is unknown, or an earlier row names the same post. */
  problem: z.enum(['unknown_post', 'repeated']).nullable(),
})
export type ImportedRow = z.infer<typeof ImportedRow>

export const enteredEndpoints = {
  'GET /api/analytics/posts': {
    summary: 'Lists published posts for which the network does not report every metric, newest first, in pages of 50.',
    access: 'user',
    scope: null,
    query: AnalyticsFilter.safeExtend({
      /** The cursor `next` in the response with the previous page. */
      after: z.uuid().optional(),
    }),
    answer: z.object({
      posts: z.array(PostWithMetrics),
      /** Where the next page continues; null on the last page. */
      next: z.uuid().nullable(),
    }),
  },
  'PUT /api/posts/{id}/metrics': {
    summary:
      'Replaces the metrics that were entered by hand for a published post. Null removes one. A metric that the network reports cannot be entered.',
    access: 'user',
    scope: null,
    body: MetricsBody,
    answer: PostWithMetrics,
    errors: ['not_found', 'metric_reported'],
  },
  'POST /api/analytics/import': {
    summary: `Enters metrics of at most ${MAX_IMPORTED_ROWS} posts, found by id or address. Other entered metrics of these posts stay.`,
    access: 'user',
    scope: null,
    perHour: 200,
    bodyLimit: 512 * 1024,
    body: MetricsImport,
    answer: z.object({ rows: z.array(ImportedRow) }),
  },
} as const
