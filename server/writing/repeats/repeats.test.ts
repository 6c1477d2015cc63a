import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Person } from '#tests/support/person.ts'
import { startFrogy, type Frogy } from '#tests/support/start-frogy.ts'

let frogy: Frogy
let layla: Person
beforeAll(async () => {
  frogy = await startFrogy()
})
beforeEach(async () => {
  layla = await frogy.person('linkedin')
})
afterAll(() => frogy[Symbol.asyncDispose]())

const SAID = {
  en: 'Four of the seven people who sign an order have never refused one, so we took their names off the form.',
  ar: 'أربعة من سبعة أشخاص يوقّعون كل طلب لم يرفضوا طلبًا قط، لذلك حذفنا أسماءهم من النموذج في الربع الأول.',
}
const publish = (content: string, who = layla) =>
  who.call('POST /api/posts', { body: { platform: 'linkedin', content, status: 'published' } })
const repeatOf = async (
  content: string,
  language: 'en' | 'ar',
  more: { who?: Person; platform?: 'linkedin' | 'threads' } = {},
) => {
  const { who = layla, platform = 'linkedin' } = more
  return (await who.call('POST /api/content/repeats', { body: { content, language, platform } })).repeat
}

test.each(['en', 'ar'] as const)(
  'finds the newest published post that a draft repeats, in the language %s',
  async (language) => {
    const draft = `${SAID[language].replaceAll('أ', 'ا')}\n\n#Work`
    expect(await repeatOf(draft, language)).toBeNull()
    await publish(`${SAID[language]} 1`)
    frogy.clock.advance(60_000)
    const newest = await publish(`${SAID[language]} 2`)
    await publish('The canteen shows its queue on a screen, and lunch now takes half the time that it took before.')
    expect(await repeatOf(draft, language)).toEqual({
      postId: newest.id,
      platform: 'linkedin',
      publishedAt: newest.publishedAt,
      permalink: newest.permalink,
    })
  },
)

test('compares a draft only with published posts of the same author', async () => {
  const text = `${SAID.en} Nobody misses them.`
  await layla.call('POST /api/posts', { body: { platform: 'linkedin', content: text, status: 'draft' } })
  expect(await repeatOf(text, 'en')).toBeNull()
  await publish(text)
  expect(await repeatOf(text, 'en')).not.toBeNull()
  expect(await repeatOf(text, 'en', { who: await frogy.person() })).toBeNull()
})

test('compares a draft with posts on other networks only after a day, because authors often send one text to several networks', async () => {
  const text = `${SAID.en} The other three still sign.`
  await publish(text)
  expect(await repeatOf(text, 'en', { platform: 'threads' })).toBeNull()
  frogy.clock.advance(25 * 3_600_000)
  expect(await repeatOf(text, 'en', { platform: 'threads' })).not.toBeNull()
})
