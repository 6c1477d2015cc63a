import { JOB_KINDS } from '#server/operate/background/job-kinds.ts'
import { openDatabase } from '#server/db/database.ts'
import { jobQueue } from '#server/operate/jobs/job-queue.ts'
import type { StartOptions } from './start-frogy.ts'

/** Creates two background jobs that failed after all retries, so that an administrator sees them. */
export const failTwoJobs: NonNullable<StartOptions['fill']> = async (place) => {
  await using database = await openDatabase({ ...place, onError: console.error })
  await using jobs = jobQueue({ database, log: console, doesWork: false }, JOB_KINDS)
  await jobs.open()
  for (const notificationId of [crypto.randomUUID(), crypto.randomUUID()])
    await jobs.addFailed(database, 'send-given-up-mail', new Error('No answer'), { notificationId })
}
