import { AppError } from '#core/errors.ts'
import type { Database } from '../db/database.ts'
import type { Handle } from '../http/router.ts'
import { failedJobs } from './failed-jobs.ts'

export function jobRoutes(
  handle: Handle,
  { database, jobs }: { database: Database; jobs: { retry(id: string): Promise<boolean> } },
): void {
  handle('GET /api/admin/jobs', () => failedJobs(database))

  handle('POST /api/admin/jobs/{id}/retry', async ({ params }) => {
    if (!(await jobs.retry(params.id))) throw new AppError('not_found')
    return undefined
  })
}
