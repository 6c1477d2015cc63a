import { z } from 'zod'
import type { JobKinds } from '../jobs/job-kind.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Every kind of work that is not the publication itself. What each does stands in `job-handlers.ts`. */
export const JOB_KINDS = {
  /** Sends a mail of somebody's account, for more than an hour: as long as a link to a new password lasts. */
  'send-mail': { data: z.object({ sealed: z.string() }), tries: 16, isDoneOnWeb: true },
  /** Mails a link to a new password to who has an address, if anybody. */
  'mail-reset-link': { data: z.object({ sealed: z.string() }), isDoneOnWeb: true },
  /** Tells of posts that are due and that nobody takes up. */
  'tell-of-delays': { when: 'due', isDoneOnWeb: true },
  /** Sends what people are to be told by mail, when it is due. */
  'send-mails': { when: 'due', isDoneOnWeb: true },
  /** Sends a mail of a notification that was given up, once an administrator wants it tried again. */
  'send-given-up-mail': { data: z.object({ notificationId: z.uuid() }), tries: 1 },
  /** Mails people of posts that are out, where they want that. */
  'send-published-mails': { when: 'due' },
  /** Tells people's browsers what they want to hear of. */
  'send-pushes': { when: 'due' },
  /** Tells people's own programs what they want to hear of. */
  'send-webhooks': { when: 'due' },
  /** Tells of permissions that end soon. */
  'tell-of-endings': { when: { everyMs: HOUR_MS } },
  /** Renews permissions that would be lost without a post. */
  'renew-permissions': { when: { everyMs: MINUTE_MS } },
  /** Moves coming posts whose country has changed its rule. */
  'keep-wall-times': { when: 'due' },
  /** Asks networks what they have counted of the posts that are out. */
  'read-metrics': { when: 'due' },
  /** Takes off a network what was made there for a post that will not go out. */
  'discard-prepared': { data: z.object({ accountId: z.uuid(), prepared: z.record(z.string(), z.string()) }) },
  /** Ends deletions that a network asked for while a post was being sent. */
  'end-deletions': { when: 'due' },
  /** Puts everything of a person into one archive. */
  'make-export': { data: z.object({ exportId: z.uuid() }), tries: 3 },
  /** Mails that it is ready. */
  'mail-export': { data: z.object({ exportId: z.uuid() }) },
  /** Takes archives away a day later. */
  'sweep-exports': { when: 'due' },
  /** Takes away pictures that nobody needs. */
  'sweep-pictures': { when: { everyMs: HOUR_MS } },
  /** Deletes the accounts of people who want to be gone, once they can take that back no more. */
  'delete-accounts': { when: 'due' },
  /** Deletes rows that nobody needs. */
  'delete-old-rows': { when: { everyMs: HOUR_MS } },
} as const satisfies JobKinds

export type FrogyJobs = typeof JOB_KINDS
