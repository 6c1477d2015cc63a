import { z } from 'zod'
import { Page, Search } from '../list-query.ts'

export const FailedJob = z.object({
  id: z.uuid(),
  kind: z.string(),
  at: z.iso.datetime(),
  /** The error message of the job's last run, without secrets. */
  error: z.string(),
})
export type FailedJob = z.infer<typeof FailedJob>

export const FailedJobQuery = z.object({ search: Search, order: z.enum(['asc', 'desc']).default('desc'), ...Page })
export type FailedJobQuery = z.output<typeof FailedJobQuery>

export const jobEndpoints = {
  'GET /api/admin/jobs': {
    summary: 'Lists the background jobs that failed after all retries, by time of failure.',
    access: 'admin',
    scope: null,
    query: FailedJobQuery,
    answer: z.object({ jobs: z.array(FailedJob), found: z.int() }),
  },
  'POST /api/admin/jobs/{id}/retry': {
    summary: 'Retries a failed job soon after the response. The job then leaves the list, unless it fails again.',
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
} as const
