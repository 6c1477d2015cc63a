import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import sql from '#server/db/sql.ts'
import type { Person } from '#tests/support/person.ts'
import { change, fromNow, HOUR_MS } from '#tests/support/post-requests.ts'
import { startFrogy } from '#tests/support/start-frogy.ts'
import { startWriting, type Writing } from '#tests/support/writing.ts'

let writing: Writing
let layla: Person
beforeAll(async () => {
  writing = await startWriting()
  layla = await writing.frogy.person('linkedin', 'threads')
})
beforeEach(() => writing.reset())
afterAll(() => writing[Symbol.asyncDispose]())

const asked = (variables: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
  variables: { contentFocus: 'Trust at work', ...variables },
  platforms: ['threads', 'linkedin'],
  saveAsDraft: true,
  ...more,
})
const ask = (who: Person, body: unknown, headers: Record<string, string> = {}) =>
  who.ask('POST /api/generate/v2', { body, headers })
const draftsOf = (who: Person) => who.call('GET /api/posts', { query: { status: 'draft' } })

describe('Professional generator', () => {
  test('writes drafts in Professional mode with Anthropic only, stores them and returns their ids', async () => {
    const omar = await writing.frogy.person()
    const { status, body } = await ask(
      omar,
      asked({ contentIntent: 'share_news', voiceTone: 'analytical', languageRegion: 'arabic_local' }),
    )
    expect(status).toBe(200)
    expect(body.content.map(({ platform, source, language }) => [platform, source, language])).toEqual([
      ['linkedin', 'anthropic', 'arabic'],
      ['threads', 'anthropic', 'arabic'],
    ])
    expect(writing.openai.asked).toEqual([])
    const drafts = await draftsOf(omar)
    expect(drafts).toHaveLength(2)
    for (const item of body.content)
      expect(drafts.find(({ id }) => id === item.postId)).toMatchObject({
        status: 'draft',
        platform: item.platform,
        content: item.content,
        hashtags: item.hashtags,
        contentLanguage: 'ar',
        contentType: 'share_news',
        tone: 'analytical',
        scheduledAt: null,
      })
  })

  test('sends the model the chosen options, with lengths that fit the network', async () => {
    const wishes = { targetAudience: 'interest_communities', ctaType: 'no_cta', countryRegion: 'saudi_arabia' }
    const facts = 'Approvals fell from seven to two.'
    await ask(
      layla,
      asked({ ...wishes, contentLength: 'comprehensive', supportingFacts: facts }, { saveAsDraft: false }),
    )
    const prompts = writing.anthropic.asked.map(({ prompt }) => prompt)
    for (const prompt of prompts)
      for (const part of [
        'a community that shares this interest',
        'without asking readers for anything.',
        'in Saudi Arabia: the weekend is Friday and Saturday',
        facts,
      ])
        expect(prompt).toContain(part)
    expect(prompts.find((prompt) => prompt.includes('LinkedIn'))).toContain('1500 to 2500 characters')
    expect(prompts.find((prompt) => prompt.includes('Threads'))).toContain('225 to 450 characters')
  })

  test('saves drafts of Professional mode only if requested', async () => {
    const omar = await writing.frogy.person()
    const { body } = await ask(omar, asked({}, { saveAsDraft: false }))
    expect(body.content.map(({ postId }) => postId)).toEqual([null, null])
    expect(await draftsOf(omar)).toEqual([])
  })

  test('publishes and schedules drafts of Professional mode without duplicates', async () => {
    const { body } = await ask(layla, asked())
    const [linkedin, threads] = body.content.map(({ postId }) => ({ id: postId ?? '' }))
    if (!linkedin || !threads) throw new Error('Two drafts were expected')
    const published = await layla.ask('POST /api/posts/{id}/publish', { params: linkedin })
    expect(published.body).toMatchObject({ id: linkedin.id, status: 'published' })
    const planned = await change(layla, threads, { scheduledAt: fromNow(writing.frogy, HOUR_MS) })
    expect(planned.body).toMatchObject({ id: threads.id, status: 'scheduled' })
    expect(await layla.call('GET /api/posts', {})).toHaveLength(2)
    expect(await writing.frogy.simulator.posts('linkedin')).toHaveLength(1)
  })

  test("overwrites the user's own draft that a request in Professional mode names", async () => {
    const omar = await writing.frogy.person()
    const first = (await ask(omar, asked())).body.content
    const replaces = first.map(({ postId }) => postId)
    const again = (await ask(omar, asked({ contentIntent: 'share_news' }, { replaces, platforms: ['threads'] }))).body
    expect(again.content).toMatchObject([{ platform: 'threads', postId: first[1]?.postId, revision: 2 }])
    expect(await draftsOf(omar)).toHaveLength(2)
    // A request that names another user's draft, or a deleted one, saves a new draft instead.
    const [mine] = (await ask(layla, asked({}, { replaces, platforms: ['linkedin'] }))).body.content
    expect(replaces).not.toContain(mine?.postId)
    await omar.call('DELETE /api/posts/{id}', { params: { id: first[0]?.postId ?? '' } })
    const [anew] = (await ask(omar, asked({}, { replaces, platforms: ['linkedin'] }))).body.content
    expect(anew).toMatchObject({ platform: 'linkedin', revision: 1 })
    expect(await draftsOf(omar)).toHaveLength(2)
  })

  test('returns the same drafts of Professional mode for the same idempotency key', async () => {
    const omar = await writing.frogy.person()
    const key = { 'idempotency-key': crypto.randomUUID() }
    const [first, second] = [await ask(omar, asked(), key), await ask(omar, asked(), key)]
    expect(second.body).toEqual(first.body)
    expect(await draftsOf(omar)).toHaveLength(2)
  })

  test.each([
    ['no focus', asked({ contentFocus: '  ' }), 'variables.contentFocus'],
    ['too many facts', asked({ supportingFacts: 'x'.repeat(2_001) }), 'variables.supportingFacts'],
    ['an unknown intent', asked({ contentIntent: 'shout' }), 'variables.contentIntent'],
    ['no network', asked({}, { platforms: [] }), 'platforms'],
  ])('rejects a request in Professional mode with %s', async (_what, body, path) => {
    const reply = await ask(layla, body)
    expect({ status: reply.status, path: reply.body.issues?.[0]?.path }).toEqual({ status: 422, path })
    expect(writing.anthropic.asked).toEqual([])
  })

  test('rejects a request in Professional mode beyond the limit of drafts before it calls a model', async () => {
    await using full = await startFrogy(writing.anthropicSettings, {
      fill: async (place) => {
        await using database = await openDatabase({ ...place, onError: console.error })
        await database.query(
          sql`insert into post_counts select id, 'threads', 'draft', '-infinity', 499, 0, 1 from users`,
        )
      },
    })
    const omar = await full.person()
    expect(await ask(omar, asked())).toMatchObject({ status: 409, body: { code: 'too_many_drafts' } })
    expect(writing.anthropic.asked).toEqual([])
    expect(await draftsOf(omar)).toEqual([])
  })
})
