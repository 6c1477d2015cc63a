import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { ideasOf } from './ideas.ts'

const draft = (id: string, contentLanguage: 'en' | 'ar', siblingId: string | null = null) =>
  ({ id, contentLanguage, siblingId }) as Post
const idsOf = (...drafts: Post[]) => ideasOf(drafts).map((posts) => posts.map(({ id }) => id))

test('English and Arabic of one idea are one, English first, where the newer of them stands', () => {
  const newest = draft('d', 'en')
  expect(idsOf(newest, draft('c', 'ar', 'a'), draft('b', 'ar'), draft('a', 'en', 'c'))).toEqual([
    ['d'],
    ['a', 'c'],
    ['b'],
  ])
})

test('one whose sibling is no draft any more stands alone', () => {
  expect(idsOf(draft('b', 'ar', 'a'), draft('c', 'en', 'z'))).toEqual([['b'], ['c']])
})
