import { expect, test } from 'vitest'
import type { SocialAccount } from '../accounts/contract.ts'
import type { PostSummary } from './contract.ts'
import { greeting, overview, type IntroText } from './dashboard-intro.ts'

const say: IntroText = (key, values) => `${key} ${JSON.stringify(values ?? {})}`
/** 23:30 in Riyadh on 3 December. */
const moment = { now: new Date('2025-12-03T20:30:00Z'), timeZone: 'Asia/Riyadh', locale: 'en-GB' }

test.each([
  ['2025-12-03T00:59:00Z', 'evening'],
  ['2025-12-03T01:00:00Z', 'morning'],
  ['2025-12-03T09:00:00Z', 'afternoon'],
  ['2025-12-03T15:00:00Z', 'evening'],
])('greets a user in Riyadh by name at the UTC time %s with "good %s"', (now, part) => {
  const user = { firstName: 'Layla', email: 'l.haddad@example.com' }
  expect(greeting(user, { ...moment, now: new Date(now) }, say)).toBe(`greeting.${part} {"name":"\u2068Layla\u2069"}`)
  expect(greeting({ ...user, firstName: '' }, moment, say)).toContain('l.haddad')
})

test.each([
  ['2025-12-03T20:59:00Z', 'today', '23:59'],
  ['2025-12-03T21:00:00Z', 'tomorrow', '00:00'],
  ['2025-12-04T21:00:00Z', 'later', '00:00'],
])('says that a post with the UTC time %s is published %s, at %s local time', (scheduledAt, when, time) => {
  const next = { id: '1', platform: 'linkedin' as const, accountId: 'a', formerAccount: null, scheduledAt }
  const said = overview({ byStatus: { scheduled: 3 } as never, next, underWay: [] }, [], moment, say)
  expect(said).toContain('"posts":3')
  expect(said).toContain(`next.${when} {`)
  expect(said).toContain(`"time":"${time}"`)
})

test('warns when the account of the next post is not usable', () => {
  const scheduledAt = '2025-12-03T20:59:00Z'
  const next = { id: '1', platform: 'linkedin' as const, accountId: 'a', formerAccount: null, scheduledAt }
  const account = { id: 'a', platform: 'linkedin', isActive: true, renewsItself: true, expiresAt: null }
  const introOf = (needsReconnect: boolean) =>
    overview(
      { byStatus: {} as never, next, underWay: [] },
      [{ ...account, needsReconnect } as SocialAccount],
      moment,
      say,
    )
  expect(introOf(true)).toContain('nextAtRisk')
  expect(introOf(false)).not.toContain('nextAtRisk')
})

test('counts active accounts and their different networks on the dashboard', () => {
  const account = (platform: string, isActive = true) =>
    ({ platform, isActive, needsReconnect: false, renewsItself: true, expiresAt: null }) as SocialAccount
  const accounts = [account('linkedin'), account('linkedin'), account('threads'), account('facebook', false)]
  expect(overview({ byStatus: {} as never, next: null, underWay: [] }, accounts, moment, say)).toBe(
    'summary {"accounts":3,"networks":2,"posts":0}',
  )
})

test('says on the dashboard how many posts are being sent', () => {
  const post = {} as PostSummary['underWay'][number]
  const said = overview({ byStatus: {} as never, next: null, underWay: [post] }, [], moment, say)
  expect(said).toBe('summary {"accounts":0,"networks":0,"posts":0} underWay {"count":1}')
})
