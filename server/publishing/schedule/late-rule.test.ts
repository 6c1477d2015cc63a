import { expect, test } from 'vitest'
import type { Post } from '#core/posts/contract.ts'
import type { Person } from '#tests/support/person.ts'
import { makeTeam } from '#tests/support/team.ts'
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

test("publishes a workspace's posts as late as its owners allow, and ignores the late limits of its members", async () => {
  await using frogy = await startFrogy()
  const { id, owner, members } = await makeTeam(frogy, 'editor')
  const [editor] = members
  await owner.connect('linkedin')
  await editor.call('PATCH /api/user', { body: { lateAfterMinutes: 15 } })
  const lateBy = async (minutes: number): Promise<string | undefined> => {
    const at = new Date(frogy.clock.now().getTime() + MINUTE_MS)
    const post = await editor.schedule({ platform: 'linkedin', content: `Late by ${minutes}`, at })
    frogy.clock.advanceTo(new Date(at.getTime() + minutes * MINUTE_MS))
    return (await editor.decided(post)).status
  }
  expect(await lateBy(30)).toBe('published')
  const change = (lateAfterMinutes: number) => ({ params: { id }, body: { lateAfterMinutes } })
  expect((await editor.ask('PATCH /api/workspaces/{id}', change(1440))).body.code).toBe('forbidden')
  expect((await owner.ask('PATCH /api/workspaces/{id}', change(14))).status).toBe(422)
  expect((await owner.call('PATCH /api/workspaces/{id}', change(20))).lateAfterMinutes).toBe(20)
  expect(await lateBy(30)).toBe('missed')
  await owner.call('PATCH /api/workspaces/{id}', change(360))
  expect(await lateBy(90)).toBe('published')
  const acts = await owner.call('GET /api/workspaces/{id}/events', { params: { id } })
  expect(acts.filter(({ act }) => act === 'late_limit_changed').map(({ subject }) => subject)).toEqual(['360', '20'])
})
