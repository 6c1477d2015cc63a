import { z } from 'zod'
import { Page, Search } from '../list-query.ts'

export const FailedJob = z.object({
  id: z.uuid(),
  kind: z.string(),
  at: z.iso.datetime(),
  /** The error message of the last try, without secrets. */
  error: z.string(),
})
export type FailedJob = z.infer<typeof FailedJob>

export const FailedJobQuery = z.object({ search: Search, order: z.enum(['asc', 'desc']).default('desc'), ...Page })
export type FailedJobQuery = z.output<typeof FailedJobQuery>

export const jobEndpoints = {
  'GET /api/admin/jobs': {
    summary: 'The jobs in the background that failed however often they were tried, by the time of their failure.',
    access: 'admin',
    scope: null,
    query: FailedJobQuery,
    answer: z.object({ jobs: z.array(FailedJob), found: z.int() }),
  },
  'POST /api/admin/jobs/{id}/retry': {
    summary: 'Tries a failed job again, soon after the answer. It is no longer listed then, unless it fails again.',
    access: 'admin',
    scope: null,
    answer: null,
    status: 204,
    errors: ['not_found'],
  },
} as const
