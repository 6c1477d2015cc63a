import { describe, expect, test } from 'vitest'
import { GATHER_MS, isTroubled, nextMailDueAt, topicOf, type NotificationEvent } from './notification-events.ts'
import { POST_STATUSES } from '../posts/lifecycle.ts'

const failed = {
  about: 'post',
  trouble: 'failed',
  reason: 'duplicate',
  platform: 'twitter',
  accountId: 'a',
  isAccountLost: false,
} as const satisfies NotificationEvent
const lost: NotificationEvent = { about: 'account', platform: 'twitter', accountId: 'a' }
const delayed: NotificationEvent = { ...failed, trouble: 'delayed', reason: null }
const heldUp: NotificationEvent = { ...failed, reason: 'reconnect', isAccountLost: true }

const noon = new Date('2025-06-01T12:00:00Z')
const after = (ms: number) => new Date(noon.getTime() + ms)

test('asks the author to act on a failed, missed or unconfirmed post', () => {
  expect(POST_STATUSES.filter(isTroubled)).toEqual(['failed', 'missed', 'unconfirmed'])
})

describe('topic of a notification event', () => {
  const isTogether = (one: NotificationEvent, other: NotificationEvent) =>
    topicOf(one).subject === topicOf(other).subject

  test('groups posts that failed for the same reason on the same account into one notification', () => {
    expect(isTogether(failed, { ...failed })).toBe(true)
    expect(topicOf(failed)).toMatchObject({ kind: 'failed', reason: 'duplicate' })
  })

  test('separates notifications about posts with different results, reasons or accounts', () => {
    expect(isTogether(failed, { ...failed, trouble: 'unconfirmed' })).toBe(false)
    expect(isTogether(failed, { ...failed, reason: 'policy' })).toBe(false)
    expect(isTogether(failed, { ...failed, accountId: 'b' })).toBe(false)
  })

  test('groups notifications about posts without an account by network', () => {
    const orphan = { ...failed, accountId: null }
    expect(isTogether(orphan, { ...orphan })).toBe(true)
    expect(isTogether(orphan, { ...orphan, platform: 'threads' })).toBe(false)
  })

  test("groups an account's loss of access and all posts blocked by that loss into one notification", () => {
    expect(isTogether(lost, heldUp)).toBe(true)
    expect(topicOf(heldUp)).toEqual(topicOf(lost))
    expect(isTogether(lost, { ...heldUp, accountId: 'b' })).toBe(false)
  })

  test('groups notifications about late posts by their reason, and those without a known reason together', () => {
    expect(topicOf(delayed)).toEqual({ kind: 'delayed', reason: null, subject: 'delayed:a' })
    expect(isTogether(delayed, { ...delayed, reason: 'not_reached' })).toBe(false)
    expect(isTogether({ ...heldUp, trouble: 'delayed' }, lost)).toBe(false)
  })

  test("does not group a failed post with its account's loss of access if the account has been reconnected", () => {
    expect(topicOf({ ...heldUp, isAccountLost: false })).toMatchObject({ kind: 'failed', reason: 'reconnect' })
  })
})

describe('mail due time', () => {
  const due = (news: NotificationEvent, found: Partial<Parameters<typeof nextMailDueAt>[1]> = {}) =>
    nextMailDueAt(news, { isNew: false, mailAt: null, lastMailedAt: null, ...found }, noon)

  test('mails the first event of a notification immediately', () => {
    expect(due(failed, { isNew: true })).toEqual(noon)
    expect(due(lost, { isNew: true })).toEqual(noon)
    expect(due(heldUp, { isNew: true })).toEqual(noon)
  })

  test('mails the author about a delayed post only after the delay has lasted two minutes', () => {
    expect(due(delayed, { isNew: true })).toEqual(after(2 * 60_000))
    expect(due(delayed, { lastMailedAt: after(-60_000) })).toEqual(after(GATHER_MS - 60_000))
  })

  test('mails later events of a notification ten minutes after its last mail', () => {
    const lastMailedAt = after(-60_000)
    const gathered = after(GATHER_MS - 60_000)
    expect(due(failed, { lastMailedAt })).toEqual(gathered)
    expect(due(failed, { lastMailedAt, isNew: true })).toEqual(gathered)
    expect(due(lost, { lastMailedAt })).toEqual(gathered)
  })

  test('mails a later event of a notification immediately when its last mail is older than ten minutes', () => {
    expect(due(failed, { lastMailedAt: after(-GATHER_MS - 1) })).toEqual(noon)
  })

  test('keeps the due time of a pending mail when another event occurs', () => {
    const mailAt = after(5_000)
    expect(due(failed, { mailAt, lastMailedAt: after(-1_000) })).toEqual(mailAt)
    expect(due(lost, { mailAt })).toEqual(mailAt)
    expect(due(heldUp, { mailAt })).toEqual(mailAt)
  })

  test("sends no mail about another blocked post after a mail about its account's loss of access", () => {
    expect(due(heldUp, { lastMailedAt: after(-GATHER_MS * 10) })).toBeNull()
  })
})
