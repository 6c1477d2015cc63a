import { deleteOldBudgets } from '../../analytics/metrics-schedule.ts'
import { deleteOldConnectAttempts } from '../../accounts/connect-routes.ts'
import { deleteOldConnections } from '../../accounts/connection-log.ts'
import { deleteOldSignInAttempts } from '../../people/auth/open-id-routes.ts'
import { deleteOldInvitations } from '../../people/auth/invitations.ts'
import { deleteExpiredResets } from '../../people/auth/password-reset.ts'
import { deleteExpiredSessions } from '../../people/auth/sessions.ts'
import { deleteExpiredThrottles } from '../../people/auth/throttle.ts'
import type { Queryable } from '../../db/database.ts'
import { deleteOldCopies } from '../../media/copies/routes.ts'
import { deleteOldEvents } from '../../events/events.ts'
import { deleteExpiredChallenges } from '../../people/passkeys/challenges.ts'
import { deleteExpiredSecondSteps } from '../../people/two-factor/store.ts'
import { deleteOldReservations } from '../../writing/usage/budgets.ts'
import { deleteOldUsage } from '../../writing/usage/usage-ledger.ts'
import { deleteOldFeeds } from '../../writing/feeds/store.ts'
import { deleteOldWrittenDrafts } from '../../writing/voice/written-drafts.ts'
import { deleteOldMessages } from '../../programs/webhooks/webhooks.ts'
import { deleteEndedReports } from '../../analytics/reports.ts'
import { deleteEndedKeys } from '../../programs/keys/api-keys.ts'
import { deleteOldIdempotencyKeys } from '../../http/idempotency.ts'
import { deleteOldRequests } from '../../programs/oauth/oauth.ts'
import { deleteMailedPosts } from '../../notifications/published-mails.ts'
import { deleteOldNotifications } from '../../notifications/store.ts'
import { deleteStrayCounts, compactCounts } from '../../posts/counts.ts'
import { deleteOldDraftSources } from '../../posts/draft-source.ts'
import { deleteOldSourceTexts } from '../../reading/source-texts.ts'
import { deleteExpiredEmailChanges } from '../../people/profile/change-email.ts'
import { deleteExpiredLeases } from '../../accounts/leases.ts'
import { deleteExpiredReviewLinks } from '../../review/links.ts'
import { deleteOldWorkspaceInvitations } from '../../workspaces/invitations.ts'

export async function deleteOldRows(on: Queryable, now: Date): Promise<void> {
  await deleteOldNotifications(on, now)
  await deleteMailedPosts(on, now)
  await deleteExpiredSessions(on, now)
  await deleteExpiredResets(on, now)
  await deleteOldInvitations(on, now)
  await deleteOldWorkspaceInvitations(on, now)
  await deleteExpiredReviewLinks(on, now)
  await deleteExpiredEmailChanges(on, now)
  await deleteExpiredSecondSteps(on, now)
  await deleteExpiredChallenges(on, now)
  await deleteOldConnectAttempts(on, now)
  await deleteOldConnections(on, now)
  await deleteOldSignInAttempts(on, now)
  await deleteExpiredThrottles(on, now)
  await deleteExpiredLeases(on)
  await deleteOldIdempotencyKeys(on, now)
  await deleteOldEvents(on, now)
  await deleteOldDraftSources(on, now)
  await deleteOldSourceTexts(on, now)
  await deleteOldFeeds(on, now)
  await deleteOldUsage(on, now)
  await deleteOldWrittenDrafts(on, now)
  await deleteOldReservations(on, now)
  await deleteEndedKeys(on, now)
  await deleteEndedReports(on, now)
  await deleteOldBudgets(on, now)
  await deleteOldRequests(on, now)
  await deleteOldMessages(on, now)
  await deleteOldCopies(on, now)
  await deleteStrayCounts(on)
  await compactCounts(on)
}
