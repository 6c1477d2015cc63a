import { expect, test } from 'vitest'
import type { SocialAccount } from '../accounts/contract.ts'
import type { PostSummary } from './lists-contract.ts'
import { countsText, greeting, overview, SPARK, SPARK_BAR_WIDTH, sparkBars, type IntroText } from './dashboard-intro.ts'

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

const next = (scheduledAt: string) => ({
  id: '1',
  platform: 'linkedin' as const,
  accountId: 'a',
  formerAccount: null,
  scheduledAt,
})
const overviewOf = (of: Partial<Pick<PostSummary, 'next' | 'underWay' | 'views'>>, accounts: SocialAccount[] = []) =>
  overview({ next: null, underWay: [], views: null, ...of }, accounts, moment, say)

test.each([
  ['2025-12-03T20:30:20Z', 'next.minutes {', '"minutes":1'],
  ['2025-12-03T21:29:00Z', 'next.minutes {', '"minutes":59'],
  ['2025-12-03T22:40:00Z', 'next.hours {', '"hours":2,"minutes":10'],
  ['2025-12-04T08:30:00Z', 'next.hours {', '"hours":12,"minutes":0'],
  ['2025-12-04T08:31:00Z', 'next.tomorrow {', '"time":"11:31"'],
  ['2025-12-04T21:00:00Z', 'next.later {', '"time":"0:00"'],
])(
  'states the wait until the next post within twelve hours, and otherwise its time: post at %s UTC',
  (at, key, value) => {
    const said = overviewOf({ next: next(at) })
    expect(said).toContain(key)
    expect(said).toContain(value)
  },
)

test('states the time of the next post if it is later today, but more than twelve hours away', () => {
  const early = { ...moment, now: new Date('2025-12-03T00:00:00Z') }
  const said = overview({ next: next('2025-12-03T20:59:00Z'), underWay: [], views: null }, [], early, say)
  expect(said).toContain('next.today {')
  expect(said).toContain('"time":"23:59"')
})

test('warns when the account of the next post is not usable', () => {
  const account = { id: 'a', platform: 'linkedin', isActive: true, renewsItself: true, expiresAt: null }
  const introOf = (needsReconnect: boolean) =>
    overviewOf({ next: next('2025-12-03T20:59:00Z') }, [{ ...account, needsReconnect } as SocialAccount])
  expect(introOf(true)).toContain('nextAtRisk')
  expect(introOf(false)).not.toContain('nextAtRisk')
})

test('shows no overview below the greeting if the user has neither a next post nor views', () => {
  expect(overviewOf({})).toBeNull()
  expect(overviewOf({ views: { days: [0, 0, 0, 0, 0, 0, 0], before: 7 } })).toBeNull()
})

test.each([
  [1799, 1343, 'views.more', '34%'],
  [900, 1000, 'views.fewer', '10%'],
  [1000, 1001, 'views.same', '0%'],
  [1000, null, 'views.alone', undefined],
  [1000, 0, 'views.alone', undefined],
  [1000, 2, 'views.alone', undefined],
])('compares %i views of the last seven days with %s of the seven before', (count, before, key, percent) => {
  const said = overviewOf({ views: { days: [0, 0, 0, 0, 0, 0, count], before } })
  expect(said).toBe(`${key} ${JSON.stringify({ count, percent })}`)
})

test('draws a bar for each of the last seven days, the highest for the most views, with today last', () => {
  const bars = sparkBars({ days: [0, 10, 0, 5, 0, 0, 20], before: null })
  expect(bars?.map(({ height }) => height)).toEqual([3, 12, 3, 7, 3, 3, 20])
  expect(bars?.map(({ isToday }) => isToday)).toEqual([false, false, false, false, false, false, true])
  expect((bars?.at(-1)?.x ?? 0) + SPARK_BAR_WIDTH).toBe(SPARK.width)
  expect(sparkBars(null)).toBeNull()
})

test('counts active accounts, their different networks and scheduled posts', () => {
  const account = (platform: string, isActive = true) =>
    ({ platform, isActive, needsReconnect: false, renewsItself: true, expiresAt: null }) as SocialAccount
  const accounts = [account('linkedin'), account('linkedin'), account('threads'), account('facebook', false)]
  expect(countsText({ byStatus: { scheduled: 3 } as never }, accounts, moment.now, say)).toBe(
    'summary {"accounts":3,"networks":2,"posts":3}',
  )
})

test('says on the dashboard how many posts are being sent', () => {
  const post = {} as PostSummary['underWay'][number]
  expect(overviewOf({ underWay: [post] })).toBe('underWay {"count":1}')
})
