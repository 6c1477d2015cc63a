import { expect, test } from 'vitest'
import { startFrogy } from '#tests/support/start-frogy.ts'

const inAnHour = (now: Date) => new Date(now.getTime() + 3_600_000)

test('a scheduled post goes out at its time, once, and not before', async () => {
  await using frogy = await startFrogy()
  const layla = await frogy.person('linkedin')
  const at = inAnHour(frogy.clock.now())
  const post = await layla.schedule({ platform: 'linkedin', content: 'Hello', at })

  frogy.clock.advanceTo(new Date(at.getTime() - 2_000))
  expect(await frogy.simulator.posts('linkedin')).toEqual([])
  expect((await layla.read(post)).status).toBe('scheduled')

  frogy.clock.advanceTo(at)
  expect((await layla.decided(post)).status).toBe('published')
  expect(await frogy.simulator.posts('linkedin')).toMatchObject([{ text: 'Hello', deleted: false }])
})

for (const platform of ['linkedin', 'twitter', 'facebook', 'threads'] as const) {
  test(`a post published now is out at ${platform} when the answer comes`, async () => {
    await using frogy = await startFrogy()
    const layla = await frogy.person(platform)
    const { status, body } = await layla.ask('POST /api/posts', {
      body: { platform, content: 'Costs fell (a lot) 3 < 5 & مرحبا', status: 'published', hashtags: 'Work, ثقة' },
    })
    expect({ status, post: body.status }).toEqual({ status: 201, post: 'published' })
    const posts = await frogy.simulator.posts(platform)
    expect(posts.map(({ text }) => text)).toEqual(['Costs fell (a lot) 3 < 5 & مرحبا\n\n#Work #ثقة'])
  })
}
