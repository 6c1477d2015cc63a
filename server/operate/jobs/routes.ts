import { AppError } from '#core/errors.ts'
import { writeAudit } from '../audit.ts'
import type { Clock } from '../../clock/clock.ts'
import type { Database } from '../../db/database.ts'
import type { Handle } from '../../http/router.ts'
import { failedJobs } from './failed-jobs.ts'
import type { JobQueue } from './job-queue.ts'

export function jobRoutes(
  handle: Handle,
  { database, clock, jobs }: { database: Database; clock: Clock; jobs: Pick<JobQueue<never>, 'retry'> },
): void {
  handle('GET /api/admin/jobs', ({ query }) => failedJobs(database, query))
  handle('POST /api/admin/jobs/{id}/retry', async ({ params, signedIn }) => {
    const isThere = await jobs.retry(params.id, (tx, kind) => {
      const act = { by: signedIn.user, act: 'job_retried', subject: { id: params.id, name: kind } } as const
      return writeAudit(tx, { ...act, before: null, after: null }, clock.now())
    })
    if (!isThere) throw new AppError('not_found')
    return undefined
  })
}
