import { describe, expect, test } from 'vitest'
import type { Platform } from '../platforms/platform.ts'
import { analyse, medianOf, MAX_SINGLE_POSTS, type Counted } from './analyse.ts'

const RIYADH = { from: '2025-11-04', to: '2025-12-03', timeZone: 'Asia/Riyadh' }

let made = 0
/**
 * A published post with `likes` likes.
 * @param at local time in Riyadh: `2025-11-16T07:30`
 */
const post = (at: string, likes: number | null, more: Partial<Counted> = {}): Counted => ({
  id: `post ${++made}`,
  platform: 'linkedin',
  publishedAt: new Date(`${at}:00+03:00`),
  impressions: null,
  likes,
  comments: null,
  shares: null,
  refused: [],
  entered: [],
  ...more,
})
const many = (count: number, at: string, likes: (index: number) => number | null, platform: Platform = 'linkedin') =>
  Array.from({ length: count }, (_, index) => post(at, likes(index), { platform }))

const seen = (posts: Counted[], range: Partial<typeof RIYADH> = {}) => analyse({ ...RIYADH, ...range }, posts, [])

describe('chart columns', () => {
  test('divides a date range into chart columns of a day, a week or four weeks, depending on its length', () => {
    expect(seen([]).columns).toHaveLength(30)
    const quarter = seen([], { from: '2025-09-05' })
    expect([quarter.daysAColumn, quarter.columns.length]).toEqual([7, 13])
    expect(quarter.columns.at(-1)).toMatchObject({ from: '2025-11-27', to: '2025-12-03' })
    expect(quarter.columns[0]).toMatchObject({ from: '2025-09-05', to: '2025-09-10' })
    expect(seen([], { from: '2024-12-04' })).toMatchObject({ daysAColumn: 28 })
  })

  test("counts published posts per day in the user's time zone", () => {
    const { columns } = seen([post('2025-11-16T00:10', 3), post('2025-11-15T23:50', 1)])
    const on = (date: string) => columns.find(({ from }) => from === date)
    expect(on('2025-11-16')).toMatchObject({ published: 1, median: 3 })
    expect(on('2025-11-15')).toMatchObject({ published: 1, median: 1 })
    expect(on('2025-11-14')).toMatchObject({ published: 0, reported: 0, median: null })
  })

  test('counts failed and unconfirmed posts per column of the chart', () => {
    const at = new Date('2025-12-01T05:00Z')
    const { columns, published } = analyse(
      RIYADH,
      [],
      [
        { status: 'failed', at },
        { status: 'unconfirmed', at },
      ],
    )
    expect(columns.at(-3)).toMatchObject({ published: 0, failed: 1, unconfirmed: 1 })
    expect(published).toBe(0)
  })
})

test('sums reported reactions, comments and shares as engagement, and leaves out views', () => {
  const told = seen([
    post('2025-11-16T08:00', 7, { comments: 3, shares: 2, impressions: 900 }),
    post('2025-11-17T08:00', 0),
    post('2025-11-18T08:00', null, { impressions: 40 }),
    post('2025-11-18T09:00', null),
  ])
  expect(told).toMatchObject({ published: 4, reported: 2, engagement: 12 })
  expect(told.platforms[0]).toMatchObject({ published: 4, impressions: 940, engagement: 12 })
  expect(told.platforms[1]).toMatchObject({ published: 0, impressions: null, engagement: null })
})

test('distinguishes metrics that a network refuses from metrics not reported yet', () => {
  const [, , facebook, , threads] = seen([
    post('2025-11-16T08:00', 7, { platform: 'facebook', refused: ['impressions'] }),
    post('2025-11-16T08:00', null, { platform: 'threads' }),
  ]).platforms
  expect(facebook).toMatchObject({ impressions: null, refused: ['impressions'] })
  expect(threads).toMatchObject({ impressions: null, refused: [] })
})

test('counts metrics that a member entered like reported ones, and names the networks whose sums include them', () => {
  const { engagement, platforms } = seen([
    post('2025-11-16T08:00', 7),
    post('2025-11-16T09:00', null, {
      platform: 'telegram',
      impressions: 300,
      shares: 4,
      entered: ['impressions', 'shares'],
    }),
  ])
  expect(engagement).toBe(11)
  expect(platforms.find(({ platform }) => platform === 'telegram')).toMatchObject({
    impressions: 300,
    engagement: 4,
    entered: ['impressions', 'shares'],
  })
  expect(platforms[0]).toMatchObject({ entered: [] })
})

test('lists the five posts with the most engagement, and leaves out posts without any', () => {
  const posts = [4, 9, 0, 2, 7, 1, 8].map((likes) => post('2025-11-16T08:00', likes))
  const likesOf = (id: string) => posts.find((one) => one.id === id)?.likes
  expect(seen(posts).top.map(likesOf)).toEqual([9, 8, 7, 4, 2])
})

test('returns the individual posts of a chart only if the chart has few enough to draw', () => {
  expect(seen(many(MAX_SINGLE_POSTS, '2025-11-16T08:00', () => 1)).posts).toHaveLength(MAX_SINGLE_POSTS)
  expect(seen(many(MAX_SINGLE_POSTS + 1, '2025-11-16T08:00', () => 1)).posts).toBeNull()
  expect(seen([], { from: '2025-09-05' }).posts).toBeNull()
})

describe('bands of hours', () => {
  test('groups posts into bands of hours, with a median for bands of at least five posts', () => {
    const { hours } = seen([
      ...many(5, '2025-11-16T06:30', (index) => 10 * index),
      ...many(4, '2025-11-16T09:00', () => 3),
    ])
    expect(hours).toEqual([
      { from: 6, to: 9, count: 5, median: 20, engagements: [0, 10, 20, 30, 40] },
      { from: 9, to: 12, count: 4, median: null, engagements: [3, 3, 3, 3] },
    ])
  })

  test('divides the day into at most six bands of hours', () => {
    const everyHour = Array.from({ length: 24 }, (_, hour) => post(`2025-11-16T${String(hour).padStart(2, '0')}:00`, 1))
    expect(seen(everyHour).hours.map(({ from, to }) => [from, to])).toEqual([
      [0, 4],
      [4, 8],
      [8, 12],
      [12, 16],
      [16, 20],
      [20, 24],
    ])
  })

  test('samples the engagement values of a band of hours with many posts, including the minimum and maximum', () => {
    const [band] = seen(many(1_000, '2025-11-16T06:30', (index) => index)).hours
    expect(band).toMatchObject({ count: 1_000, median: 499.5 })
    expect(band?.engagements).toHaveLength(40)
    expect([band?.engagements[0], band?.engagements.at(-1)]).toEqual([0, 999])
  })

  test('leaves posts without reported engagement out of the bands of hours', () => {
    expect(seen(many(6, '2025-11-16T06:30', () => null)).hours).toEqual([])
  })
})

describe('hint about the best hours', () => {
  const early = (count: number, platform: Platform = 'linkedin') => many(count, '2025-11-16T06:30', () => 74, platform)
  const midday = (count: number, likes = 31, platform: Platform = 'linkedin') =>
    many(count, '2025-11-16T13:00', () => likes, platform)

  test('gives a hint about the best hours only when two bands have five posts each', () => {
    expect(seen([...early(7), ...midday(4)]).hint).toBeNull()
    expect(seen([...early(7), ...midday(5)]).hint).toMatchObject({
      better: { from: 6, to: 9, count: 7, median: 74 },
      other: { from: 12, to: 15, count: 5, median: 31 },
    })
  })

  test('gives no hint about the best hours when two bands are equal', () => {
    expect(seen([...early(5), ...midday(5, 74)]).hint).toBeNull()
  })

  test('names the network that may explain the difference between two bands of hours', () => {
    expect(seen([...early(7), ...midday(4), ...midday(1, 31, 'twitter')]).hint?.network).toBe('linkedin')
    expect(seen([...early(7), ...midday(5, 31, 'twitter')]).hint?.network).toBe('linkedin')
    expect(seen([...early(7), ...midday(5)]).hint?.network).toBeNull()
    expect(seen([...early(6), ...early(1, 'threads'), ...midday(5)]).hint?.network).toBeNull()
  })

  test('compares the best band of hours with the second best, not with the worst', () => {
    const evening = many(5, '2025-11-16T19:00', () => 2)
    expect(seen([...early(5), ...midday(5), ...evening]).hint?.other).toMatchObject({ from: 12, median: 31 })
  })
})

test('reports the median engagement of a weekday only if it has at least five posts', () => {
  // 16 November 2025 is a Sunday and has five posts; Monday has only four.
  const posts = [...many(5, '2025-11-16T06:30', () => 8), ...many(4, '2025-11-17T06:30', () => 9)]
  expect(seen(posts).weekdays).toEqual([{ weekday: 0, count: 5, median: 8 }])
})

test('takes the mean of the two middle values as the median of an even count', () => {
  expect([medianOf([3]), medianOf([4, 1]), medianOf([9, 1, 5]), medianOf([1, 2, 10, 20])]).toEqual([3, 2.5, 5, 6])
})
