import { describe, expect, test } from 'vitest'
import { GATHER_MS, isTroubled, mailDue, topicOf, type News } from './news.ts'
import { POST_STATUSES } from '../posts/lifecycle.ts'

const failed = {
  about: 'post',
  trouble: 'failed',
  reason: 'duplicate',
  platform: 'twitter',
  accountId: 'a',
  isAccountLost: false,
} as const satisfies News
const lost: News = { about: 'account', platform: 'twitter', accountId: 'a' }
const delayed: News = { ...failed, trouble: 'delayed', reason: null }
const heldUp: News = { ...failed, reason: 'reconnect', isAccountLost: true }

const noon = new Date('2025-06-01T12:00:00Z')
const after = (ms: number) => new Date(noon.getTime() + ms)

test('a post needs its owner when it failed, was missed, or waits for their word', () => {
  expect(POST_STATUSES.filter(isTroubled)).toEqual(['failed', 'missed', 'unconfirmed'])
})

describe('what belongs together', () => {
  const isTogether = (one: News, other: News) => topicOf(one).subject === topicOf(other).subject

  test('posts that failed for one reason on one account', () => {
    expect(isTogether(failed, { ...failed })).toBe(true)
    expect(topicOf(failed)).toMatchObject({ kind: 'failed', reason: 'duplicate' })
  })

  test('not what differs in how it ended, in its reason or in its account', () => {
    expect(isTogether(failed, { ...failed, trouble: 'unconfirmed' })).toBe(false)
    expect(isTogether(failed, { ...failed, reason: 'policy' })).toBe(false)
    expect(isTogether(failed, { ...failed, accountId: 'b' })).toBe(false)
  })

  test('without an account it is their network that they share', () => {
    const orphan = { ...failed, accountId: null }
    expect(isTogether(orphan, { ...orphan })).toBe(true)
    expect(isTogether(orphan, { ...orphan, platform: 'threads' })).toBe(false)
  })

  test('an account that has to be connected again, and all the posts that it holds up', () => {
    expect(isTogether(lost, heldUp)).toBe(true)
    expect(topicOf(heldUp)).toEqual(topicOf(lost))
    expect(isTogether(lost, { ...heldUp, accountId: 'b' })).toBe(false)
  })

  test('posts that are late, for one reason or for none that is known', () => {
    expect(topicOf(delayed)).toEqual({ kind: 'delayed', reason: null, subject: 'delayed:a' })
    expect(isTogether(delayed, { ...delayed, reason: 'not_reached' })).toBe(false)
    expect(isTogether({ ...heldUp, trouble: 'delayed' }, lost)).toBe(false)
  })

  test('a post whose account was connected again meanwhile is a failure of its own', () => {
    expect(topicOf({ ...heldUp, isAccountLost: false })).toMatchObject({ kind: 'failed', reason: 'reconnect' })
  })
})

describe('when its mail is due', () => {
  const due = (news: News, found: Partial<Parameters<typeof mailDue>[1]> = {}) =>
    mailDue(news, { isNew: false, mailAt: null, lastMailedAt: null, ...found }, noon)

  test('at once, for the first', () => {
    expect(due(failed, { isNew: true })).toEqual(noon)
    expect(due(lost, { isNew: true })).toEqual(noon)
    expect(due(heldUp, { isNew: true })).toEqual(noon)
  })

  test('once it lasts, for a delay', () => {
    expect(due(delayed, { isNew: true })).toEqual(after(2 * 60_000))
    expect(due(delayed, { lastMailedAt: after(-60_000) })).toEqual(after(GATHER_MS - 60_000))
  })

  test('ten minutes after the last mail of its subject, for what follows', () => {
    const lastMailedAt = after(-60_000)
    const gathered = after(GATHER_MS - 60_000)
    expect(due(failed, { lastMailedAt })).toEqual(gathered)
    expect(due(failed, { lastMailedAt, isNew: true })).toEqual(gathered)
    expect(due(lost, { lastMailedAt })).toEqual(gathered)
  })

  test('at once again, when the last mail is longer ago than that', () => {
    expect(due(failed, { lastMailedAt: after(-GATHER_MS - 1) })).toEqual(noon)
  })

  test('when it was due already: one more does not put it off', () => {
    const mailAt = after(5_000)
    expect(due(failed, { mailAt, lastMailedAt: after(-1_000) })).toEqual(mailAt)
    expect(due(lost, { mailAt })).toEqual(mailAt)
    expect(due(heldUp, { mailAt })).toEqual(mailAt)
  })

  test('not any more, for one more post of an account whose loss was mailed', () => {
    expect(due(heldUp, { lastMailedAt: after(-GATHER_MS * 10) })).toBeNull()
  })
})
