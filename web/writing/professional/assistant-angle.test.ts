import { expect, test } from 'vitest'
import { readAssistantAngle } from './assistant-angle.ts'

const given = { selectedAngle: { title: 'Who signs?' }, topic: 'Approvals', category: 'business', conversationId: '1' }

test('fills in the topic, language and region from an angle that the assistant proposed', () => {
  expect(readAssistantAngle(JSON.stringify({ ...given, country: 'SA', language: 'en' }))).toEqual({
    topic: 'Who signs? (Saudi Arabia)',
    chosen: {
      contentIntent: 'share_knowledge',
      voiceTone: 'professional',
      languageRegion: 'english_global',
      countryRegion: 'saudi_arabia',
    },
  })
  expect(readAssistantAngle(JSON.stringify({ ...given, country: 'ma', language: 'arabic' }))).toMatchObject({
    topic: 'Who signs? (المغرب)',
    chosen: { languageRegion: 'arabic_professional', countryRegion: 'morocco' },
  })
})

test.each(['AE uae', 'QA qatar', 'KW kuwait', 'BH bahrain', 'OM oman', 'JO jordan', 'LB lebanon', 'EG egypt'])(
  'maps the country of an angle from the assistant to a region of Professional mode: %s',
  (pair) => {
    const [country, countryRegion] = pair.split(' ')
    expect(readAssistantAngle(JSON.stringify({ ...given, country }))?.chosen).toMatchObject({ countryRegion })
  },
)

test('maps an angle of any other country to the region "global", and does not mention the country in the topic', () => {
  expect(readAssistantAngle(JSON.stringify({ ...given, country: 'DE' }))).toMatchObject({
    topic: 'Who signs?',
    chosen: { countryRegion: 'global' },
  })
})

test("uses the assistant's topic if the user chose no angle, and rejects invalid data", () => {
  expect(readAssistantAngle(JSON.stringify({ topic: ' Approvals ', selectedAngle: null }))?.topic).toBe('Approvals')
  for (const text of [null, '', '{', '[]', '"x"', '{"topic":5}', '{"selectedAngle":{"title":" "}}'])
    expect(readAssistantAngle(text)).toBeNull()
  expect(readAssistantAngle(JSON.stringify({ topic: 'x'.repeat(9_000) }))?.topic).toHaveLength(5_000)
})
