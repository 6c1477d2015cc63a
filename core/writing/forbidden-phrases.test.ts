import { expect, test } from 'vitest'
import { FORBIDDEN_PHRASES, forbiddenPhrases, WORST_PHRASES } from './forbidden-phrases.ts'

test('lists at least eighty different forbidden phrases in each language', () => {
  for (const phrases of Object.values(FORBIDDEN_PHRASES)) {
    expect(phrases.length).toBeGreaterThanOrEqual(80)
    expect(new Set(phrases).size).toBe(phrases.length)
  }
})

test('selects twenty phrases of each language for the prompt', () => {
  for (const phrases of Object.values(WORST_PHRASES)) expect(new Set(phrases).size).toBe(20)
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
  ['At the end of the day, trust wins.', ['at the end of the day,']],
  ['We threw away 40 loaves at the end of the day shift.', []],
  ['Think about it.', ['think about it.']],
  ['They think about it. Then they sign.', []],
  ['وتجدر الإشارة إلى أن الفريق كبر.', ['تجدر الإشارة إلى']],
  ['وضع الوزير حجر الأساس، وفاز الفريق في الختام.', []],
  [
    'In summary, best practices matter when it comes to the power of sleep and the importance of rest. It is not about pay.',
    [],
  ],
  ['خلاصة القول إن أفضل الممارسات تتغير بشكل كبير في نهاية المطاف.', []],
])('finds the forbidden phrases in the draft %j: %j', (text, phrases) => {
  expect(forbiddenPhrases(text)).toEqual(phrases)
})

test.each([
  ['This is a game changer.', 'Why “game changer” is an empty word'],
  ['الثقة مفتاح النجاح.', 'هل الثقة مفتاح النجاح؟'],
])('accepts a forbidden phrase in the draft %j if it also occurs in the topic %j', (text, topic) => {
  expect(forbiddenPhrases(text, topic)).toEqual([])
})
