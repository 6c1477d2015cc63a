import { expect, test } from 'vitest'
import { timelineOf, type PastAttempt, type TimedPost } from './timeline.ts'

const noon = new Date('2025-12-03T12:00:00Z')
const after = (seconds: number) => new Date(noon.getTime() + seconds * 1_000)
const now = after(3_600)

const post = (more: Partial<TimedPost> = {}): TimedPost => ({
  status: 'published',
  createdAt: after(-7_200),
  scheduledAt: noon,
  nextStepAt: null,
  failure: null,
  ...more,
})

const attempt = (more: Partial<PastAttempt> = {}): PastAttempt => ({
  number: 1,
  state: 'accepted',
  startedAt: after(1),
  sentAt: after(2),
  finishedAt: after(3),
  failure: null,
  steps: [],
  ...more,
})

const whats = (...given: Parameters<typeof timelineOf>) => timelineOf(...given).map(({ what }) => what)

test('lists creation, due time, sending and response of a published post in its timeline', () => {
  expect(whats(post(), [attempt()], now)).toEqual(['written', 'due', 'prepared', 'sent', 'accepted'])
})

test('shows how much of a video is uploaded until the post is sent', () => {
  const prepared = attempt({ state: 'prepared', sentAt: null, finishedAt: null, uploadedShare: 0.25 })
  const coming = post({ status: 'scheduled', scheduledAt: after(7_200), nextStepAt: after(7_200) })
  expect(timelineOf(coming, [prepared], now)).toMatchObject([
    { what: 'written' },
    { what: 'prepared' },
    { what: 'uploading', uploadedShare: 0.25 },
    { what: 'goes_out' },
  ])
  expect(whats(post(), [attempt({ uploadedShare: 1 })], now)).not.toContain('uploading')
})

test('shows no due time in the timeline of a post that was published immediately', () => {
  expect(whats(post({ createdAt: noon }), [attempt()], now)).toEqual(['written', 'prepared', 'sent', 'accepted'])
})

test('ends the timeline of a scheduled post with its scheduled time', () => {
  const coming = post({ status: 'scheduled', scheduledAt: after(7_200), nextStepAt: after(7_200) })
  expect(timelineOf(coming, [], now).at(-1)).toMatchObject({ what: 'goes_out', at: after(7_200), isAhead: true })
})

test("shows in the timeline until when the sending is postponed, with the network's message", () => {
  const failure = {
    code: 'rate_limited' as const,
    detail: 'Slow down',
    at: after(3).toISOString(),
    until: after(7_200).toISOString(),
  }
  const waiting = post({ status: 'scheduled', nextStepAt: after(7_200), failure })
  const moments = timelineOf(waiting, [attempt({ state: 'rejected', failure })], now)
  expect(moments.slice(-2)).toMatchObject([
    { what: 'postponed', until: after(7_200), detail: 'Slow down', attempt: 1 },
    { what: 'tries_again', isAhead: true },
  ])
})

test('lists a lost response, each lookup and its result in the timeline in order of time', () => {
  const lost = attempt({
    steps: [
      { what: 'answer_lost', at: after(30).toISOString(), detail: 'socket hang up' },
      { what: 'looked_up', at: after(31).toISOString(), found: 'no-answer' },
      { what: 'looked_up', at: after(33).toISOString(), found: 'post' },
    ],
    finishedAt: after(33),
  })
  expect(whats(post(), [lost], now).slice(2)).toEqual(['prepared', 'sent', 'answer_lost', 'no_answer', 'found'])
})

test("lists the question to the author and the author's answer in the timeline of an unconfirmed post", () => {
  const asked = attempt({
    state: 'rejected',
    failure: { code: 'unconfirmed', detail: null, at: after(31).toISOString() },
    finishedAt: after(600),
    steps: [
      { what: 'answer_lost', at: after(30).toISOString(), detail: null },
      { what: 'asked_owner', at: after(31).toISOString() },
      { what: 'owner_answered', at: after(600).toISOString(), outcome: 'not_live' },
    ],
  })
  const again = attempt({ number: 2, startedAt: after(601), sentAt: after(602), finishedAt: after(603) })
  expect(whats(post(), [asked, again], now).slice(4)).toEqual([
    'answer_lost',
    'asked_owner',
    'owner_not_live',
    'prepared',
    'sent',
    'accepted',
  ])
})

test('shows in the timeline that a response was lost, even if an old release stored no steps of the sending', () => {
  expect(whats(post(), [attempt({ state: 'unknown' })], now).at(-1)).toBe('answer_lost')
})

test('shows in the timeline why a post without an attempt failed or missed its scheduled time', () => {
  const missed = { code: 'missed' as const, detail: null, at: now.toISOString() }
  expect(whats(post({ status: 'missed', failure: missed }), [], now)).toEqual(['written', 'due', 'missed'])
  const alone = { ...missed, code: 'account_not_connected' as const }
  expect(whats(post({ status: 'failed', failure: alone }), [], now)).toEqual(['written', 'due', 'refused'])
})
