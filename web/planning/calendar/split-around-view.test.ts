import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { splitAroundView } from './split-around-view.ts'

const post = (id: string, scheduledAt: string | null, more: Partial<Post> = {}) =>
  ({ id, status: 'scheduled', scheduledAt, publishedAt: null, ...more }) as Post

test('splits search results into those before and after the visible days, nearest first, in the user’s time zone', () => {
  const posts = [
    // The first two times are one minute before and the first minute after the visible days, 1 to 3 December in Riyadh.
    post('evening before', '2025-11-30T20:59:00Z'),
    post('midnight after', '2025-12-03T21:00:00Z'),
    post('first minute', '2025-11-30T21:00:00Z'),
    post('last minute', '2025-12-03T20:59:00Z'),
    post('year before', '2024-12-02T09:00:00Z'),
    post('went out late', '2025-12-02T09:00:00Z', { status: 'published', publishedAt: '2025-12-09T09:00:00Z' }),
    post('draft', null, { status: 'draft' }),
  ]
  const { before, after } = splitAroundView(posts, ['2025-12-01', '2025-12-02', '2025-12-03'], 'Asia/Riyadh')
  expect(before.map(({ post, date }) => [post.id, date])).toEqual([
    ['evening before', '2025-11-30'],
    ['year before', '2024-12-02'],
  ])
  expect(after.map(({ post, date }) => [post.id, date])).toEqual([
    ['midnight after', '2025-12-04'],
    ['went out late', '2025-12-09'],
  ])
})
