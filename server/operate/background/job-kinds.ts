import { z } from 'zod'
import type { JobKinds } from '../jobs/job-kind.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Every kind of background work except publishing. `job-handlers.ts` has their handlers. */
export const JOB_KINDS = {
  /** Sends an account mail, with retries for more than an hour: as long as a link to a new password is valid. */
  'send-mail': { data: z.object({ sealed: z.string() }), tries: 16, runsOnWeb: true },
  /** Mails a link to a new password if the address has an account. */
  'mail-reset-link': { data: z.object({ sealed: z.string() }), runsOnWeb: true },
  /** Notifies authors of due posts that no worker claims. */
  'tell-of-delays': { when: 'due', runsOnWeb: true },
  /** Sends due notification mails. */
  'send-mails': { when: 'due', runsOnWeb: true },
  /** Sends a given-up notification mail again at an administrator's request. */
  'send-given-up-mail': { data: z.object({ notificationId: z.uuid() }), tries: 1 },
  /** Mails users about published posts if they want that. */
  'send-published-mails': { when: 'due' },
  /** Sends pushes to browsers. */
  'send-pushes': { when: 'due' },
  /** Sends webhooks to API clients. */
  'send-webhooks': { when: 'due' },
  /** Warns of expiring permissions. */
  'tell-of-endings': { when: { everyMs: HOUR_MS } },
  /** Renews permissions that would expire without a post. */
  'renew-permissions': { when: { everyMs: MINUTE_MS } },
  /** Moves coming posts after a change of time zone rules. */
  'keep-wall-times': { when: 'due' },
  /** Reads metrics of published posts from the networks. */
  'read-metrics': { when: 'due' },
  /** Deletes prepared objects on a network whose post will not be published. */
  'discard-prepared': { data: z.object({ accountId: z.uuid(), prepared: z.record(z.string(), z.string()) }) },
  /** Finishes deletions that a network requested while a post was being sent. */
  'end-deletions': { when: 'due' },
  /** Exports a user's data into one archive. */
  'make-export': { data: z.object({ exportId: z.uuid() }), tries: 3 },
  /** Mails that the archive is ready. */
  'mail-export': { data: z.object({ exportId: z.uuid() }) },
  /** Deletes archives after a day. */
  'sweep-exports': { when: 'due' },
  /** Deletes unused pictures. */
  'sweep-pictures': { when: { everyMs: HOUR_MS } },
  /** Deletes accounts after the period in which the user can cancel. */
  'delete-accounts': { when: 'due' },
  /** Deletes old rows. */
  'delete-old-rows': { when: { everyMs: HOUR_MS } },
} as const satisfies JobKinds

export type FrogyJobs = typeof JOB_KINDS
