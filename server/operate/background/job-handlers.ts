import type { FastifyBaseLogger } from 'fastify'
import { endReviews, nextReviewEndAt } from '../../approval/end-reviews.ts'
import { readMetrics } from '../../analytics/read-metrics.ts'
import { nextReadAt } from '../../analytics/metrics-schedule.ts'
import type { PlatformClients } from '../../adapters/platforms/all.ts'
import type { PushService } from '../../adapters/push/push-service.ts'
import type { Mailer } from '../../adapters/mail/mailer.ts'
import type { LinkParts } from '../../people/auth/auth-parts.ts'
import type { LinkPage } from '#core/people/profile-contract.ts'
import { findConfirmedUser } from '../../people/auth/confirm-email.ts'
import { mailReset } from '../../people/auth/password-reset.ts'
import { resetAskedFor, sendQueued, type MailQueue } from '../../notifications/mail/mail-queue.ts'
import { makeVideoCopy, removeAbandonedFolders } from '../../media/copies/make-copy.ts'
import type { PictureStoreParts } from '../../media/store-pictures.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { ProcessClock } from '../../clock/clock.ts'
import { endDeletions, nextDeletionAt as nextDataDeletionAt } from '../../people/meta/delete-data.ts'
import { sweepPictures } from '../../media/sweep-pictures.ts'
import { nextMailAt, retryMail, sendDueMails, type MailParts } from '../../notifications/notification-mailer.ts'
import { makeExport, sweepDueAt, sweepExports } from '../../people/export/exports.ts'
import { mailExport } from '../../people/export/mail.ts'
import { delayWatch } from '../../notifications/delay-watch.ts'
import { nextPublishedMailAt, sendPublishedMails } from '../../notifications/published-mails.ts'
import { discardNow } from '../../posts/discard-prepared.ts'
import { warnOfExpiringTokens } from '../../notifications/store.ts'
import { sweepProfilePictures } from '../../people/profile/picture.ts'
import { readMailedLink } from '../../people/profile/mailed-link.ts'
import { deleteDueAccounts, nextDeletionAt } from '../../people/profile/delete-account.ts'
import { reconcileLocalTimes, localTimesDueAt } from '../../publishing/schedule/reconcile-local-times.ts'
import { nextPushAt, sendDuePushes } from '../../notifications/push/send-pushes.ts'
import { revokeAgain, type AddRevocation } from '../../accounts/revoke-permission.ts'
import { renewExpiringTokens } from '../../accounts/renew-tokens.ts'
import type { Secrets } from '../../secrets.ts'
import { JobFailure, type Handlers, type JobName } from '../jobs/job-kind.ts'
import type { JobQueue } from '../jobs/job-queue.ts'
import { nextWebhookAt, sendDueWebhooks } from '../../programs/webhooks/send-webhooks.ts'
import type { DraftingParts } from '../../writing/feeds/draft-items.ts'
import { nextFeedAt, readDueFeeds } from '../../writing/feeds/read-due-feeds.ts'
import { deleteOldRows } from './delete-old-rows.ts'
import type { BackupFolder } from '../../backup/backup-folder.ts'
import { backupDueAt, makeDueBackup, type DueBackupParts } from '../backups/make-due-backup.ts'
import type { Config } from '../../config.ts'
import { JOB_KINDS, type FrogyJobs } from './job-kinds.ts'

export interface HandlerParts extends PictureStoreParts {
  clock: ProcessClock
  mailer: Mailer
  mails: MailQueue
  pushService: PushService
  /** Webhook receivers on private addresses that the environment allows, as `host:port`. */
  allowHosts: readonly string[]
  userAgent: string
  clients: PlatformClients
  secrets: Secrets
  publicUrl: () => string
  log: FastifyBaseLogger
  metrics: readonly Platform[]
  /** Whether publishing is held, as after a restore from a backup. */
  isHeld: () => Promise<boolean>
  jobs: Pick<JobQueue<FrogyJobs>, 'add' | 'addFailed'>
  config: DueBackupParts['config'] & Pick<Config, 'ffmpeg'>
  backups: BackupFolder
  version: string
  /** Dependencies of the job that writes drafts from feeds. */
  writing: Pick<DraftingParts, 'pages' | 'parsers' | 'providers' | 'writeForUser' | 'posts'>
}

/**
 * After this time a running job starts no more token renewals or metric reads. Its next run, within a minute, does the
 * rest.
 */
const RENEWING_MS = 50_000

/**
 * Creates the handlers of all jobs. While publishing is held, some handlers do nothing. In a copied installation they
 * could publish, use up refresh tokens of the original, or delete its files.
 */
export function jobHandlers(parts: HandlerParts): Handlers<FrogyJobs> {
  const handlers = allHandlers(parts)
  const entries = Object.entries(handlers).map(([name, handler]) =>
    'waitsWhileHeld' in JOB_KINDS[name as JobName<FrogyJobs>]
      ? [name, waitingWhileHeld(parts, handler)]
      : [name, handler],
  )
  return Object.fromEntries(entries) as Handlers<FrogyJobs>
}

type AnyHandler = Handlers<FrogyJobs>[JobName<FrogyJobs>]

function waitingWhileHeld({ isHeld }: HandlerParts, handler: AnyHandler): object {
  const run = handler.run as (data: never, signal: AbortSignal) => Promise<unknown>
  return {
    ...handler,
    run: async (data: never, signal: AbortSignal) => ((await isHeld()) ? undefined : await run(data, signal)),
    ...('dueAt' in handler && {
      dueAt: async (now: Date) => ((await isHeld()) ? undefined : await handler.dueAt(now)),
    }),
  }
}

function allHandlers(parts: HandlerParts): Handlers<FrogyJobs> {
  const { database, clock, config, jobs } = parts
  const giveUp: MailParts['giveUp'] = (tx, notificationId, error) =>
    jobs.addFailed(tx, 'send-given-up-mail', error, { notificationId })
  const mails = { ...parts, giveUp }
  const addRevocation: AddRevocation = (on, revocation) => jobs.add(on, 'revoke-permission', revocation)
  return {
    'send-mail': {
      run: ({ sealed }) => sendQueued(parts, sealed, ({ page, token }) => isLinkNeeded(parts, page, token)),
    },
    'mail-reset-link': { run: ({ sealed }) => mailReset(parts, resetAskedFor(parts.secrets, sealed)) },
    'tell-of-delays': delayWatch(parts),
    'send-mails': { dueAt: () => nextMailAt(database), run: (_, signal) => sendDueMails(mails, signal) },
    // Makes the notification's mail due again, so that the job for notification mails sends it.
    'send-given-up-mail': { run: ({ notificationId }) => retryMail(database, notificationId, clock.now()) },
    'send-published-mails': {
      dueAt: () => nextPublishedMailAt(database),
      run: (_, signal) => sendPublishedMails(parts, signal),
    },
    'send-pushes': { dueAt: () => nextPushAt(database), run: (_, signal) => sendDuePushes(parts, signal) },
    'send-webhooks': { dueAt: () => nextWebhookAt(database), run: (_, signal) => sendDueWebhooks(parts, signal) },
    'tell-of-endings': { run: () => warnOfExpiringTokens(database, clock.now()) },
    'renew-permissions': {
      run: (_, signal) => renewExpiringTokens(parts, AbortSignal.any([signal, AbortSignal.timeout(RENEWING_MS)])),
    },
    'keep-wall-times': {
      dueAt: (now) => localTimesDueAt(database, now),
      run: (_, signal) => reconcileLocalTimes(parts, signal),
    },
    'end-reviews': {
      dueAt: () => nextReviewEndAt(database),
      run: (_, signal) =>
        endReviews({ ...parts, addDiscard: (tx, discard) => jobs.add(tx, 'discard-prepared', discard) }, signal),
    },
    'read-metrics': {
      dueAt: () => nextReadAt(database, parts.metrics),
      run: (_, signal) => readMetrics(parts, AbortSignal.any([signal, AbortSignal.timeout(RENEWING_MS)])),
    },
    'discard-prepared': { run: (discard, signal) => discardNow(parts, discard, signal) },
    'revoke-permission': { run: (revocation, signal) => revokeAgain(parts, revocation, signal) },
    'end-deletions': { dueAt: () => nextDataDeletionAt(database), run: () => endDeletions(parts) },
    'make-export': {
      run: ({ exportId }, signal) =>
        makeExport(parts, exportId, signal, (tx) => jobs.add(tx, 'mail-export', { exportId })),
    },
    'make-video-copy': {
      run: ({ copyId }, signal) =>
        makeVideoCopy({ ...parts, dataDir: config.dataDir, ffmpeg: config.ffmpeg ?? '' }, copyId, signal),
    },
    'mail-export': { run: ({ exportId }) => mailExport(parts, exportId) },
    'sweep-exports': { dueAt: (now) => sweepDueAt(database, now), run: (_, signal) => sweepExports(parts, signal) },
    'read-feeds': {
      dueAt: () => nextFeedAt(database),
      run: (_, signal) => readDueFeeds({ ...parts, ...parts.writing }, signal),
    },
    'sweep-pictures': {
      async run(_, signal) {
        await removeAbandonedFolders({ database, dataDir: config.dataDir })
        const errors = [...(await sweepPictures(parts, signal)), ...(await sweepProfilePictures(parts, signal))]
        // Each failure is in the log already. The next run of this job retries the deletion.
        if (errors.length > 0) throw new JobFailure('Pictures could not be deleted', { cause: errors[0] })
      },
    },
    'delete-accounts': {
      dueAt: () => nextDeletionAt(database),
      run: (_, signal) => deleteDueAccounts({ ...parts, addRevocation }, signal),
    },
    'make-backup': {
      dueAt: (now) => backupDueAt({ ...parts, folder: parts.backups }, now),
      run: (_, signal) => makeDueBackup({ ...parts, folder: parts.backups }, signal),
    },
    'delete-old-rows': { run: () => deleteOldRows(database, clock.now()) },
  }
}

/**
 * Whether a link is still worth mailing. A confirmation link stays valid after its use, so check whether the address is
 * confirmed already.
 */
async function isLinkNeeded(parts: LinkParts, page: LinkPage, token: string): Promise<boolean> {
  if (page === 'confirm-email') return (await findConfirmedUser(parts, token))?.email_confirmed_at === null
  return (await readMailedLink(parts, page, token)) !== undefined
}

/** The jobs of a worker. Without ffmpeg, it leaves the conversion of videos to other workers. */
export function workerJobHandlers(parts: HandlerParts): Partial<Handlers<FrogyJobs>> {
  const { 'make-video-copy': makeCopy, ...others } = jobHandlers(parts)
  return parts.config.ffmpeg ? { ...others, 'make-video-copy': makeCopy } : others
}

export function webJobHandlers(parts: HandlerParts): Partial<Handlers<FrogyJobs>> {
  const runsOnWeb = (name: JobName<FrogyJobs>) => 'runsOnWeb' in JOB_KINDS[name]
  return Object.fromEntries(
    Object.entries(jobHandlers(parts)).filter(([name]) => runsOnWeb(name as JobName<FrogyJobs>)),
  )
}
