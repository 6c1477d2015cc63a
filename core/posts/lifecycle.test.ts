import { describe, expect, test } from 'vitest'
import { isEditable, POST_STATUSES, statusAfter, statusesBefore, type PostEvent, type PostStatus } from './lifecycle.ts'

const afterEvent = (status: PostStatus, event: PostEvent): PostStatus | null => {
  if (!statusesBefore(event).includes(status)) return null
  const after = statusAfter(event)
  return after === 'the same' ? status : after
}

/** For each event, the new status by old status. The event is forbidden in every other status. */
const BECOMES: Record<PostEvent, Partial<Record<PostStatus, PostStatus>>> = {
  edit: { draft: 'draft', in_review: 'in_review', scheduled: 'scheduled', failed: 'failed', missed: 'missed' },
  schedule: { draft: 'scheduled', scheduled: 'scheduled', failed: 'scheduled', missed: 'scheduled' },
  unschedule: { draft: 'draft', in_review: 'draft', scheduled: 'draft', failed: 'draft', missed: 'draft' },
  ask: { draft: 'in_review', in_review: 'in_review', scheduled: 'in_review', failed: 'in_review', missed: 'in_review' },
  approve: { in_review: 'scheduled', failed: 'scheduled', missed: 'scheduled' },
  return: { in_review: 'draft', failed: 'draft', missed: 'draft' },
  'publish-now': { draft: 'publishing', scheduled: 'publishing', failed: 'publishing', missed: 'publishing' },
  'take-back': { publishing: 'draft', unconfirmed: 'draft' },
  wish: { publishing: 'publishing', unconfirmed: 'unconfirmed' },
  'confirm-live': { unconfirmed: 'published' },
  'confirm-not-live': { unconfirmed: 'publishing' },
  'rules-changed': { scheduled: 'scheduled' },
  begin: { scheduled: 'publishing', publishing: 'publishing' },
  accepted: {
    draft: 'published',
    in_review: 'published',
    scheduled: 'published',
    publishing: 'published',
    failed: 'published',
    missed: 'published',
    unconfirmed: 'published',
  },
  postponed: { scheduled: 'scheduled', publishing: 'scheduled', unconfirmed: 'scheduled' },
  refused: { scheduled: 'failed', publishing: 'failed', unconfirmed: 'failed' },
  'too-late': { in_review: 'missed', scheduled: 'missed', publishing: 'missed' },
  'outcome-unknowable': { publishing: 'unconfirmed', unconfirmed: 'unconfirmed' },
}
const EVENTS = Object.keys(BECOMES) as PostEvent[]

test.each(EVENTS)("changes a post's status on the event %s only from the allowed statuses", (event) => {
  const led = Object.fromEntries(
    POST_STATUSES.flatMap((status) => {
      const next = afterEvent(status, event)
      return next === null ? [] : [[status, next]]
    }),
  )
  expect(led).toEqual(BECOMES[event])
})

describe('rules for the events of a post', () => {
  test('allows no event that changes a published post', () => {
    expect(EVENTS.filter((event) => afterEvent('published', event) !== null)).toEqual([])
  })

  test('marks a post as published only when the network accepts it or the author confirms it', () => {
    const events = EVENTS.filter((event) => POST_STATUSES.some((status) => afterEvent(status, event) === 'published'))
    expect(events).toEqual(['confirm-live', 'accepted'])
  })

  test('resends a post with a lost response only if the author or the network reports it missing', () => {
    const again = EVENTS.filter((event) => ['publishing', 'scheduled'].includes(afterEvent('unconfirmed', event) ?? ''))
    expect(again).toEqual(['confirm-not-live', 'postponed'])
  })

  test('lets the author edit a post until it is being sent or public', () => {
    expect(POST_STATUSES.filter(isEditable)).toEqual(['draft', 'in_review', 'scheduled', 'failed', 'missed'])
  })

  test('allows at least one event in every post status except published', () => {
    const stuck = POST_STATUSES.filter((status) => EVENTS.every((event) => afterEvent(status, event) === null))
    expect(stuck).toEqual(['published'])
  })
})
