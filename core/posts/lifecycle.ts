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

/** Every event in a post's life. Authors cause the first eight, and the worker the others. */
export type PostEvent =
  | 'edit' // Change everything except the scheduled time.
  | 'schedule' // Set or change the scheduled time.
  | 'unschedule' // Remove the scheduled time.
  | 'publish-now'
  | 'take-back' // The post returns to its author: it is unsent, or not public according to the network.
  | 'wish' // The author asks to delete or unschedule a post that may be public.
  | 'confirm-live' // The author saw an unconfirmed post on the network.
  | 'confirm-not-live' // The author did not see the post on the network, so resend it.
  | 'rules-changed' // The rules of the post's time zone changed.
  | 'begin' // The worker is about to send the post.
  | 'accepted' // The network has the post.
  | 'postponed' // Not sent; the worker retries later.
  | 'refused' // Not sent; a retry would fail again.
  | 'too-late' // Not sent before the author's limit for late posts: no worker ran, or a limit, outage or suspension delayed it.
  | 'outcome-unknowable' // Sent, but the response was lost and the network offers no lookup.

const EDITABLE: readonly PostStatus[] = ['draft', 'scheduled', 'failed', 'missed']
/** Statuses in which the network may have the post. It may confirm a post even after Frogy has asked the author. */
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
  // The network's response counts even if it arrives late, when the status has already changed.
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
