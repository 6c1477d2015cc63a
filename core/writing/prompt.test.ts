import { describe, expect, test } from 'vitest'
import { PLATFORMS } from '../platforms/platform.ts'
import { professionalTasks } from './professional-tasks.ts'
import { ProfessionalRequest } from './professional.ts'
import { lengthOf, userPrompt, type WritingTask } from './prompt.ts'
import { countryOf } from './regions.ts'

const task: WritingTask = {
  platform: 'linkedin',
  language: 'english',
  topic: 'Trust at work',
  contentType: 'educational',
  tone: 'professional',
  source: null,
}
const COUNTRIES = [
  'saudi_arabia',
  'uae',
  'egypt',
  'kuwait',
  'qatar',
  'bahrain',
  'jordan',
  'lebanon',
  'oman',
  'morocco',
] as const
const professional = (variables: Record<string, unknown>) => {
  const [first] = professionalTasks(
    ProfessionalRequest.parse({ variables: { contentFocus: 'Trust', ...variables }, platforms: ['linkedin'] }),
  )
  return userPrompt(first as WritingTask)
}

describe('prompt', () => {
  test('explains in the prompt how links work on each network, and forbids invented links', () => {
    const rules = PLATFORMS.map((platform) => /^Links: .+$/mu.exec(userPrompt({ ...task, platform }))?.[0] ?? '')
    expect(new Set(rules).size).toBe(PLATFORMS.length)
    for (const rule of rules) expect(rule).toContain('only a link that the topic or the facts hold')
  })

  test.each(COUNTRIES)(
    'describes in the prompt the weekend, manners and occasions of the country %s',
    (countryRegion) => {
      const prompt = professional({ countryRegion, languageRegion: 'arabic_local' })
      expect(prompt).toMatch(/the weekend is (?:Friday and Saturday|Saturday and Sunday)/)
      expect(prompt).toMatch(/Days that they know: .*Eid/)
      expect(prompt).toContain('words that are usual in the readers’ country')
    },
  )

  test('describes each country differently in the prompt', () => {
    const rests = COUNTRIES.map((readersIn) => {
      const line = /^Its readers are in [^:]+:(.+)$/mu.exec(userPrompt({ ...task, readersIn }))
      return line?.[1]
    })
    expect(new Set(rests).size).toBe(COUNTRIES.length)
  })

  test("includes the occasions of the author's country in a Basic prompt if the time zone shows the country", () => {
    const authorIn = countryOf('Africa/Casablanca')
    expect(userPrompt({ ...task, ...(authorIn && { authorIn }) })).toContain('writes from Morocco')
    expect(countryOf('Europe/Berlin')).toBeUndefined()
    expect(userPrompt(task)).not.toMatch(/weekend|Ramadan/)
  })

  test('names no country in the prompt when the user chose no country', () => {
    const prompt = professional({ languageRegion: 'arabic_local', countryRegion: 'global' })
    expect(prompt).toContain('everyday words that readers in every Arab country use')
    expect(prompt).not.toMatch(/that country|readers’ country/)
  })

  test('asks the model for opinions instead of achievements when the user gave no facts', () => {
    expect(professional({ contentIntent: 'build_my_brand' })).toContain('by one opinion that is called one')
    expect(professional({ contentIntent: 'build_my_brand', supportingFacts: 'I led 12 people.' })).toContain(
      'by what they did or learnt',
    )
  })
})

test('asks the model for no length above the maximum of a draft', () => {
  expect(lengthOf({ ...task, platform: 'facebook', length: [12_000, 18_000] })).toEqual([4_500, 9_000])
})
