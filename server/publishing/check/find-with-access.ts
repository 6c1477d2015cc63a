import type { PublishFailure } from '#core/publishing/failure.ts'
import type { LookResult } from '#core/publishing/next-step.ts'
import { markLost } from '../../accounts/transitions.ts'
import type { Access, Outcome } from '../../adapters/platforms/platform-client.ts'
import { retryUntilDatabaseAnswers } from '../../db/until-database-answers.ts'
import { accessFor, renewAccess, type AccessJob } from '../send/publish-job.ts'

/** Looks up a post. If the network refuses the token, renews it and retries. Marks an account that lost access. */
export async function findWithAccess(
  job: AccessJob,
  find: (access: Access) => Promise<LookResult>,
): Promise<LookResult> {
  const findWith = async (usable: Outcome<Access>): Promise<LookResult> => {
    if (!usable.ok) return { found: TEMPORARY.has(usable.failure.kind) ? 'no-answer' : 'no-access' }
    return await find(usable.value)
  }
  let access = await accessFor(job)
  let looked = await findWith(access)
  if (looked.found === 'no-access' && access.ok) {
    access = await renewAccess(job, access.value)
    looked = await findWith(access)
  }
  if (looked.found === 'no-access' && (access.ok || access.failure.kind === 'reconnect'))
    await retryUntilDatabaseAnswers(() => markLost(job.database, job.account, job.clock.now()))
  return looked
}

const TEMPORARY = new Set<PublishFailure['kind']>(['not-sent', 'rate-limited'])
