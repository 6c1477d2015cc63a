import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import { ideasOf } from './ideas.ts'

const draft = (id: string, contentLanguage: 'en' | 'ar', siblingId: string | null = null) =>
  ({ id, contentLanguage, siblingId }) as Post
const idsOf = (...drafts: Post[]) => ideasOf(drafts).map((posts) => posts.map(({ id }) => id))

test('groups the English and Arabic drafts of an idea, English first, at the position of the newer one', () => {
  const newest = draft('d', 'en')
  expect(idsOf(newest, draft('c', 'ar', 'a'), draft('b', 'ar'), draft('a', 'en', 'c'))).toEqual([
    ['d'],
    ['a', 'c'],
    ['b'],
  ])
})

test('lists a draft without its translation if the translation is no longer a draft', () => {
  expect(idsOf(draft('b', 'ar', 'a'), draft('c', 'en', 'z'))).toEqual([['b'], ['c']])
})
