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

test('needs the author for a failed, missed or unconfirmed post', () => {
  expect(POST_STATUSES.filter(isTroubled)).toEqual(['failed', 'missed', 'unconfirmed'])
})

describe('topicOf', () => {
  const isTogether = (one: NotificationEvent, other: NotificationEvent) =>
    topicOf(one).subject === topicOf(other).subject

  test('groups posts that failed for one reason on one account', () => {
    expect(isTogether(failed, { ...failed })).toBe(true)
    expect(topicOf(failed)).toMatchObject({ kind: 'failed', reason: 'duplicate' })
  })

  test('separates posts with different outcomes, reasons or accounts', () => {
    expect(isTogether(failed, { ...failed, trouble: 'unconfirmed' })).toBe(false)
    expect(isTogether(failed, { ...failed, reason: 'policy' })).toBe(false)
    expect(isTogether(failed, { ...failed, accountId: 'b' })).toBe(false)
  })

  test('groups posts without an account by their network', () => {
    const orphan = { ...failed, accountId: null }
    expect(isTogether(orphan, { ...orphan })).toBe(true)
    expect(isTogether(orphan, { ...orphan, platform: 'threads' })).toBe(false)
  })

  test('groups a lost account with all the posts that it blocks', () => {
    expect(isTogether(lost, heldUp)).toBe(true)
    expect(topicOf(heldUp)).toEqual(topicOf(lost))
    expect(isTogether(lost, { ...heldUp, accountId: 'b' })).toBe(false)
  })

  test('groups late posts with the same reason or without a known reason', () => {
    expect(topicOf(delayed)).toEqual({ kind: 'delayed', reason: null, subject: 'delayed:a' })
    expect(isTogether(delayed, { ...delayed, reason: 'not_reached' })).toBe(false)
    expect(isTogether({ ...heldUp, trouble: 'delayed' }, lost)).toBe(false)
  })

  test('separates a failed post whose account was connected again', () => {
    expect(topicOf({ ...heldUp, isAccountLost: false })).toMatchObject({ kind: 'failed', reason: 'reconnect' })
  })
})

describe('mail due time', () => {
  const due = (news: NotificationEvent, found: Partial<Parameters<typeof nextMailDueAt>[1]> = {}) =>
    nextMailDueAt(news, { isNew: false, mailAt: null, lastMailedAt: null, ...found }, noon)

  test('mails the first event at once', () => {
    expect(due(failed, { isNew: true })).toEqual(noon)
    expect(due(lost, { isNew: true })).toEqual(noon)
    expect(due(heldUp, { isNew: true })).toEqual(noon)
  })

  test('mails a delay once it lasts', () => {
    expect(due(delayed, { isNew: true })).toEqual(after(2 * 60_000))
    expect(due(delayed, { lastMailedAt: after(-60_000) })).toEqual(after(GATHER_MS - 60_000))
  })

  test('mails later events ten minutes after the last mail of the subject', () => {
    const lastMailedAt = after(-60_000)
    const gathered = after(GATHER_MS - 60_000)
    expect(due(failed, { lastMailedAt })).toEqual(gathered)
    expect(due(failed, { lastMailedAt, isNew: true })).toEqual(gathered)
    expect(due(lost, { lastMailedAt })).toEqual(gathered)
  })

  test('mails at once when the last mail is older than ten minutes', () => {
    expect(due(failed, { lastMailedAt: after(-GATHER_MS - 1) })).toEqual(noon)
  })

  test('keeps the due time of a mail when another event comes', () => {
    const mailAt = after(5_000)
    expect(due(failed, { mailAt, lastMailedAt: after(-1_000) })).toEqual(mailAt)
    expect(due(lost, { mailAt })).toEqual(mailAt)
    expect(due(heldUp, { mailAt })).toEqual(mailAt)
  })

  test('mails nothing for another post of an account whose loss was mailed', () => {
    expect(due(heldUp, { lastMailedAt: after(-GATHER_MS * 10) })).toBeNull()
  })
})
