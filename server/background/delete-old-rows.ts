import { forgetOldWays } from '../accounts/connect-routes.ts'
import { forgetOverResets } from '../auth/mailed-links.ts'
import { forgetOverSessions } from '../auth/sessions.ts'
import { forgetOverCounts } from '../auth/throttle.ts'
import type { Queryable } from '../db/database.ts'
import { forgetOld } from '../notifications/store.ts'
import { forgetLeases } from '../accounts/leases.ts'

/** Deletes what nobody needs any more. Each of them is the business of the feature that writes it. */
export async function deleteOldRows(on: Queryable, now: Date): Promise<void> {
  await forgetOld(on, now)
  await forgetOverSessions(on, now)
  await forgetOverResets(on, now)
  await forgetOldWays(on, now)
  await forgetOverCounts(on, now)
  await forgetLeases(on)
}
