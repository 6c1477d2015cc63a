export const POST_STATUSES = [
  'draft',
  'in_review',
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

/** Every event in a post's life. Users cause the first eleven, and the worker the others. */
export type PostEvent =
  | 'edit' // Change everything except the scheduled time.
  | 'schedule' // Set or change the scheduled time.
  | 'unschedule'
  | 'ask' // A member of a workspace sends a post for approval.
  | 'approve'
  | 'return' // The approver sends the post back to its author.
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
  | 'too-late' // Not sent before the author's limit for late posts, or not approved before its time.
  | 'outcome-unknowable' // Sent, but the response was lost and the network offers no lookup.

/** Statuses of posts that their authors may send. */
const UNSENT: readonly PostStatus[] = ['draft', 'scheduled', 'failed', 'missed']
const EDITABLE: readonly PostStatus[] = [...UNSENT, 'in_review']
/**
 * Statuses of posts that an approver can approve or return. A post whose time passed without approval is `missed`. A
 * changed failed post waits for approval again.
 */
export const MAY_AWAIT_APPROVAL = ['in_review', 'missed', 'failed'] as const satisfies readonly PostStatus[]
/**
 * Statuses in which the network may have the post. The network may confirm the post even after Frogy has asked the
 * author.
 */
const WITH_NETWORK: readonly PostStatus[] = ['publishing', 'unconfirmed']

const RULES: Record<PostEvent, { from: readonly PostStatus[]; to: PostStatus | 'the same' }> = {
  edit: { from: EDITABLE, to: 'the same' },
  schedule: { from: UNSENT, to: 'scheduled' },
  unschedule: { from: EDITABLE, to: 'draft' },
  ask: { from: EDITABLE, to: 'in_review' },
  approve: { from: MAY_AWAIT_APPROVAL, to: 'scheduled' },
  return: { from: MAY_AWAIT_APPROVAL, to: 'draft' },
  'publish-now': { from: UNSENT, to: 'publishing' },
  'take-back': { from: WITH_NETWORK, to: 'draft' },
  wish: { from: WITH_NETWORK, to: 'the same' },
  'confirm-live': { from: ['unconfirmed'], to: 'published' },
  'confirm-not-live': { from: ['unconfirmed'], to: 'publishing' },
  'rules-changed': { from: ['scheduled'], to: 'the same' },
  begin: { from: ['scheduled', 'publishing'], to: 'publishing' },
  // The network's response counts even if it arrives late, when the status has already changed.
  accepted: { from: POST_STATUSES.filter((status) => status !== 'published'), to: 'published' },
  // A post whose request Frogy has prepared but not sent is still `scheduled`, so its author can change it.
  postponed: { from: ['scheduled', ...WITH_NETWORK], to: 'scheduled' },
  refused: { from: ['scheduled', ...WITH_NETWORK], to: 'failed' },
  'too-late': { from: ['in_review', 'scheduled', 'publishing'], to: 'missed' },
  'outcome-unknowable': { from: WITH_NETWORK, to: 'unconfirmed' },
}

export function statusAfter(event: PostEvent): PostStatus | 'the same' {
  return RULES[event].to
}

export function statusesBefore(event: PostEvent): readonly PostStatus[] {
  return RULES[event].from
}

/** Whether other posts may repeat this one. A post in review is approved first, so that no unapproved text repeats. */
export function canRepeat({ status }: { status: PostStatus }): boolean {
  return status === 'scheduled' || status === 'published'
}

/** Whether the author may change a post in this status, because it is neither public nor being sent. */
export function isEditable(status: PostStatus): boolean {
  return EDITABLE.includes(status)
}
