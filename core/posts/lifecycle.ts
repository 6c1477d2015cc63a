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

/** How many drafts a person keeps; a few more where many are made in the same moment. */
export const MOST_DRAFTS = 500

/** Everything that can happen to a post. The person does the first eight, the worker the rest. */
export type PostEvent =
  | 'edit' // change anything but its time
  | 'schedule' // give it a time, or another one
  | 'unschedule' // take its time away
  | 'publish-now'
  | 'take-back' // out of the worker's hands, before it was sent, or once the network has shown that it is not out
  | 'wish' // what is to become of one that may be out, once the network has shown that it is not
  | 'confirm-live' // an unconfirmed one is seen at the network
  | 'confirm-not-live' // an unconfirmed one is not there: it is sent again
  | 'rules-changed' // the clock of its zone goes by another rule
  | 'begin' // the worker is about to send it
  | 'accepted' // the network has it
  | 'postponed' // nothing went out; it is tried again later
  | 'refused' // nothing went out, and trying again would not help
  | 'too-late' // nobody was there at its time
  | 'outcome-unknowable' // sent, the answer lost, and the network cannot be asked

const EDITABLE: readonly PostStatus[] = ['draft', 'scheduled', 'failed', 'missed']
/** Sent, or being sent. What the network says after its owner was asked is still the truth. */
const WITH_NETWORK: readonly PostStatus[] = ['publishing', 'unconfirmed']

/** What each event makes of a post, and of which posts. */
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
  // Whatever was believed of it in the meantime: a late answer is the truth as well.
  accepted: { from: POST_STATUSES.filter((status) => status !== 'published'), to: 'published' },
  // Also of one that is only being made ready: its owner can still change it.
  postponed: { from: ['scheduled', ...WITH_NETWORK], to: 'scheduled' },
  refused: { from: ['scheduled', ...WITH_NETWORK], to: 'failed' },
  'too-late': { from: ['scheduled', 'publishing'], to: 'missed' },
  'outcome-unknowable': { from: WITH_NETWORK, to: 'unconfirmed' },
}

/** The status of a post after an event. */
export function statusAfter(event: PostEvent): PostStatus | 'the same' {
  return RULES[event].to
}

/** The posts that an event can happen to. */
export function statusesBefore(event: PostEvent): readonly PostStatus[] {
  return RULES[event].from
}

/** Whether the owner may still change a post: sending has not begun, and the post is not out. */
export function isEditable(status: PostStatus): boolean {
  return EDITABLE.includes(status)
}
