import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { Person } from '#tests/support/person.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'

const MINUTE_MS = 60_000

test("applies each author's own limit for late posts: one post is missed, the other is published late", async () => {
  await using frogy = await startFrogy()
  const people: Person[] = []
  for (const lateAfterMinutes of [15, undefined, 1440]) {
    const person = await frogy.person('linkedin')
    if (lateAfterMinutes) await person.call('PATCH /api/user', { body: { lateAfterMinutes } })
    people.push(person)
  }
  const lateBy = async (minutes: number): Promise<unknown[]> => {
    const at = new Date(frogy.clock.now().getTime() + MINUTE_MS)
    const posts: Post[] = []
    for (const [n, person] of people.entries())
      posts.push(await person.schedule({ platform: 'linkedin', content: `${n} is late by ${minutes}`, at }))
    frogy.clock.advanceTo(new Date(at.getTime() + minutes * MINUTE_MS))
    return await Promise.all(posts.map(async (post, n) => (await people[n]?.decided(post))?.status))
  }
  expect(await lateBy(10)).toEqual(['published', 'published', 'published'])
  expect(await lateBy(30)).toEqual(['missed', 'published', 'published'])
  expect(await lateBy(90)).toEqual(['missed', 'missed', 'published'])
  expect(await lateBy(1_430)).toEqual(['missed', 'missed', 'published'])
})
