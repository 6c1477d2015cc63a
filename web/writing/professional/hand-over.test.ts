import { expect, test } from 'vitest'
import { handedOver } from './hand-over.ts'

const given = { selectedAngle: { title: 'Who signs?' }, topic: 'Approvals', category: 'business', conversationId: '1' }

test('an angle becomes the topic, with its country and in its language', () => {
  expect(handedOver(JSON.stringify({ ...given, country: 'SA', language: 'en' }))).toEqual({
    topic: 'Who signs? (Saudi Arabia)',
    chosen: {
      contentIntent: 'share_knowledge',
      voiceTone: 'professional',
      languageRegion: 'english_global',
      countryRegion: 'saudi_arabia',
    },
  })
  expect(handedOver(JSON.stringify({ ...given, country: 'ma', language: 'arabic' }))).toMatchObject({
    topic: 'Who signs? (المغرب)',
    chosen: { languageRegion: 'arabic_professional', countryRegion: 'morocco' },
  })
})

test.each(['AE uae', 'QA qatar', 'KW kuwait', 'BH bahrain', 'OM oman', 'JO jordan', 'LB lebanon', 'EG egypt'])(
  'the country %s',
  (pair) => {
    const [country, countryRegion] = pair.split(' ')
    expect(handedOver(JSON.stringify({ ...given, country }))?.chosen).toMatchObject({ countryRegion })
  },
)

test('another country is the world, and adds nothing to the topic', () => {
  expect(handedOver(JSON.stringify({ ...given, country: 'DE' }))).toMatchObject({
    topic: 'Who signs?',
    chosen: { countryRegion: 'global' },
  })
})

test('without an angle the topic alone is taken, and nonsense is not', () => {
  expect(handedOver(JSON.stringify({ topic: ' Approvals ', selectedAngle: null }))?.topic).toBe('Approvals')
  for (const text of [null, '', '{', '[]', '"x"', '{"topic":5}', '{"selectedAngle":{"title":" "}}'])
    expect(handedOver(text)).toBeNull()
  expect(handedOver(JSON.stringify({ topic: 'x'.repeat(9_000) }))?.topic).toHaveLength(5_000)
})
