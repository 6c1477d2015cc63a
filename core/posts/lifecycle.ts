import { unreachable } from '../unreachable.ts'

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

/** Everything that can happen to a post. The person does the first five, the worker the rest. */
export type PostEvent =
  | 'schedule' // give it a time, or another one
  | 'unschedule' // take its time away
  | 'publish-now'
  | 'confirm-live' // an unconfirmed one is seen at the network
  | 'confirm-not-live' // an unconfirmed one is not there: it is sent again
  | 'begin' // the worker takes it up
  | 'accepted' // the network has it
  | 'postponed' // nothing went out; it is tried again later
  | 'refused' // nothing went out, and trying again would not help
  | 'too-late' // nobody was there at its time
  | 'outcome-unknowable' // sent, the answer lost, and the network cannot be asked

/** What becomes of a post, or null where that cannot happen to it. */
export function afterEvent(status: PostStatus, event: PostEvent): PostStatus | null {
  switch (event) {
    case 'schedule':
      return isEditable(status) ? 'scheduled' : null
    case 'unschedule':
      return isEditable(status) ? 'draft' : null
    case 'publish-now':
      return isEditable(status) ? 'publishing' : null
    case 'confirm-live':
      return status === 'unconfirmed' ? 'published' : null
    case 'confirm-not-live':
      return status === 'unconfirmed' ? 'publishing' : null
    case 'begin':
      return status === 'scheduled' || status === 'publishing' ? 'publishing' : null
    case 'accepted':
      // What the network says after the owner was asked is still the truth, here as below.
      return status === 'publishing' || status === 'unconfirmed' ? 'published' : null
    case 'postponed':
      return status === 'publishing' || status === 'unconfirmed' ? 'scheduled' : null
    case 'refused':
      return status === 'publishing' || status === 'unconfirmed' ? 'failed' : null
    case 'too-late':
      return status === 'scheduled' || status === 'publishing' ? 'missed' : null
    case 'outcome-unknowable':
      return status === 'publishing' || status === 'unconfirmed' ? 'unconfirmed' : null
    default:
      return unreachable(event)
  }
}

/** Whether its owner may still change it: sending has not begun, and it is not out. */
export function isEditable(status: PostStatus): boolean {
  return status === 'draft' || status === 'scheduled' || status === 'failed' || status === 'missed'
}
