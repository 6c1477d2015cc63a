import { expect, test } from 'vitest'
import { FORBIDDEN_PHRASES, forbiddenPhrases } from './forbidden-phrases.ts'

test('lists at least eighty different forbidden phrases in each language', () => {
  for (const phrases of Object.values(FORBIDDEN_PHRASES)) {
    expect(phrases.length).toBeGreaterThanOrEqual(80)
    expect(new Set(phrases).size).toBe(phrases.length)
  }
})

test.each([
  ['In today’s fast-paced world, teams win.', ["in today's fast-paced world"]],
  ['A GAME-CHANGING idea. Thoughts?', ['game-changing', 'thoughts?']],
  ['My thoughts on it. Do you agree?', []],
  ['Agree?', ['agree?']],
  ['He dives into the sea and reads on.', []],
  ['ممّا لا شكّ فيه أن الفرق تتعلم.', ['مما لا شك فيه']],
  ['هذه نقلةٌ نوعيّة. ما رأيكم؟', ['نقلة نوعية', 'ما رأيكم؟']],
  ['ما رأيكم في هذا الطلب؟', []],
])('finds in a draft %j the forbidden phrases %j', (text, phrases) => {
  expect(forbiddenPhrases(text)).toEqual(phrases)
})
