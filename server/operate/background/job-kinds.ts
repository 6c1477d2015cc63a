import { z } from 'zod'
import { PLATFORMS } from '#core/platforms/platform.ts'
import type { JobKinds } from '../jobs/job-kind.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/**
 * Every kind of background job. Publishing is missing, because the worker does it. The handlers are in
 * `job-handlers.ts`.
 */
export const JOB_KINDS = {
  /** Sixteen attempts take more than an hour. After an hour, a password reset link in a mail has expired. */
  'send-mail': { data: z.object({ sealed: z.string() }), tries: 16, runsOnWeb: true },
  'mail-reset-link': { data: z.object({ sealed: z.string() }), runsOnWeb: true },
  'tell-of-delays': { when: 'due', runsOnWeb: true, waitsWhileHeld: true },
  'send-mails': { when: 'due', runsOnWeb: true, waitsWhileHeld: true },
  /** Retries a notification mail after its last attempt failed, when an administrator asks for it. */
  'send-given-up-mail': { data: z.object({ notificationId: z.uuid() }), tries: 1 },
  'send-published-mails': { when: 'due', waitsWhileHeld: true },
  'send-pushes': { when: 'due', waitsWhileHeld: true },
  'send-webhooks': { when: 'due', waitsWhileHeld: true },
  'tell-of-endings': { when: { everyMs: HOUR_MS }, waitsWhileHeld: true },
  /** Renews access tokens that would otherwise expire while their account has no posts to send. */
  'renew-permissions': { when: { everyMs: MINUTE_MS }, waitsWhileHeld: true },
  /** Corrects the times of scheduled posts after time zone rules have changed. */
  'keep-wall-times': { when: 'due' },
  /** Warns of posts that are not approved yet, and marks those whose time has come as missed. */
  'end-reviews': { when: 'due', runsOnWeb: true, waitsWhileHeld: true },
  'read-metrics': { when: 'due', waitsWhileHeld: true },
  /** Deletes what was uploaded to a network for a post that will not be published. */
  'discard-prepared': {
    data: z.object({ accountId: z.uuid(), prepared: z.record(z.string(), z.string()) }),
    waitsWhileHeld: true,
  },
  /** Revokes a permission at a network that has not answered yet. Repeats until the revocation is too old. */
  'revoke-permission': {
    data: z.object({ platform: z.enum(PLATFORMS), sealed: z.string(), until: z.iso.datetime() }),
    tries: 100,
    waitsWhileHeld: true,
  },
  /** Completes data deletions that a network requested while a post was being sent. */
  'end-deletions': { when: 'due' },
  'make-export': { data: z.object({ exportId: z.uuid() }), tries: 3 },
  'mail-export': { data: z.object({ exportId: z.uuid() }) },
  /**
   * Converts a video so that more networks accept it. Runs on workers with ffmpeg only. It has three attempts. The
   * fourth run tells the user that a crash or a restart has interrupted the third.
   */
  'make-video-copy': { data: z.object({ copyId: z.uuid() }), tries: 4, timeoutMs: 3 * HOUR_MS },
  'sweep-exports': { when: 'due', waitsWhileHeld: true },
  /** Reads the feeds that users follow, and writes drafts from new items. */
  'read-feeds': { when: 'due', waitsWhileHeld: true, timeoutMs: HOUR_MS },
  'sweep-pictures': { when: { everyMs: HOUR_MS }, waitsWhileHeld: true },
  'delete-accounts': { when: 'due', waitsWhileHeld: true },
  /** Waits while publishing is held, because a copied installation must not replace the original's backups. */
  'make-backup': { when: 'due', waitsWhileHeld: true, timeoutMs: 12 * HOUR_MS },
  'delete-old-rows': { when: { everyMs: HOUR_MS } },
} as const satisfies JobKinds

export type FrogyJobs = typeof JOB_KINDS
