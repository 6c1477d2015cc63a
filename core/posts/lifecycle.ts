export const POST_STATUSES = [
  'draft',
  'scheduled',
  'publishing',
  'published',
  'failed',
  'missed',
  'unconfirmed',
] as const
export type PostStatus = (typeof POST_STATUSES)[number]

/** The limit of drafts per user. Concurrent requests may exceed it slightly. */
export const MAX_DRAFTS = 500

/** Every event in a post's life. Authors cause the first eight, the worker the rest. */
export type PostEvent =
  | 'edit' // Everything except its time.
  | 'schedule' // Set or change its time.
  | 'unschedule' // Remove its time.
  | 'publish-now'
  | 'take-back' // From the worker, before it was sent or after the network showed that it is not public.
  | 'wish' // The author's wish for a post that may be public, once the network shows that it is not.
  | 'confirm-live' // The author saw an unconfirmed post on the network.
  | 'confirm-not-live' // The author did not see it: send it again.
  | 'rules-changed' // The rules of its time zone changed.
  | 'begin' // The worker is about to send it.
  | 'accepted' // The network has it.
  | 'postponed' // Not sent; the worker retries later.
  | 'refused' // Not sent; a retry would fail again.
  | 'too-late' // Not sent by the author's late limit: no worker ran, or a limit, outage or suspension delayed it.
  | 'outcome-unknowable' // Sent, but the response was lost and the network offers no lookup.

const EDITABLE: readonly PostStatus[] = ['draft', 'scheduled', 'failed', 'missed']
/**
 * Statuses in which the network may have the post. The network may still confirm a post after Frogy has asked the
 * author about it.
 */
const WITH_NETWORK: readonly PostStatus[] = ['publishing', 'unconfirmed']

const RULES: Record<PostEvent, { from: readonly PostStatus[]; to: PostStatus | 'the same' }> = {
  edit: { from: EDITABLE, to: 'the same' },
  schedule: { from: EDITABLE, to: 'scheduled' },
  unschedule: { from: EDITABLE, to: 'draft' },
  'publish-now': { from: EDITABLE, to: 'publishing' },
  'take-back': { from: WITH_NETWORK, to: 'draft' },
  wish: { from: WITH_NETWORK, to: 'the same' },
  'confirm-live': { from: ['unconfirmed'], to: 'published' },
  'confirm-not-live': { from: ['unconfirmed'], to: 'publishing' },
  'rules-changed': { from: ['scheduled'], to: 'the same' },
  begin: { from: ['scheduled', 'publishing'], to: 'publishing' },
  // The network's response counts even if it arrives late, after the status has changed.
  accepted: { from: POST_STATUSES.filter((status) => status !== 'published'), to: 'published' },
  // A post whose attempt is only prepared is still `scheduled`, so its author can change it.
  postponed: { from: ['scheduled', ...WITH_NETWORK], to: 'scheduled' },
  refused: { from: ['scheduled', ...WITH_NETWORK], to: 'failed' },
  'too-late': { from: ['scheduled', 'publishing'], to: 'missed' },
  'outcome-unknowable': { from: WITH_NETWORK, to: 'unconfirmed' },
}

export function statusAfter(event: PostEvent): PostStatus | 'the same' {
  return RULES[event].to
}

export function statusesBefore(event: PostEvent): readonly PostStatus[] {
  return RULES[event].from
}

/** Whether the author may change a post in this status, because it is neither public nor being sent. */
export function isEditable(status: PostStatus): boolean {
  return EDITABLE.includes(status)
}
