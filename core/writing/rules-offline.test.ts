import { expect, test } from 'vitest'
import { limitsByRules } from './rules-offline.ts'

const limits = (rule: string, language: 'english' | 'arabic' = 'english') =>
  limitsByRules({ dos: [], donts: [rule] }, language)

test.each([
  ['A closing question in English posts', 'english'],
  ['Questions at the end', 'english'],
  ['سؤال ختامي في المنشورات العربية', 'arabic'],
] as const)(
  "writes no closing question if a rule of the author's writing voice forbids questions: %s",
  (rule, language) => {
    expect(limits(rule, language)).toEqual({ closing: 'none' })
  },
)

test.each([
  ['Hashtags in English posts', 'english', 0],
  ['use hashtags', 'english', 0],
  ['More than 2 hashtags in English posts', 'english', 2],
  ['More than one hashtag', 'english', 1],
  ['الوسوم في المنشورات العربية', 'arabic', 0],
  ['أكثر من وسمين في المنشورات العربية', 'arabic', 2],
  ['أكثر من ٣ وسوم', 'arabic', 3],
  ['أكثر من وسم واحد', 'arabic', 1],
] as const)("limits hashtags to the number in a rule of the author's writing voice: %s", (rule, language, most) => {
  expect(limits(rule, language)).toEqual({ mostHashtags: most })
})

test("reads a hashtag limit from the “always” rules of the author's writing voice", () => {
  expect(limitsByRules({ dos: ['Use at most two hashtags', 'Use hashtags'], donts: [] }, 'english')).toEqual({
    mostHashtags: 2,
  })
})

test.each([
  ['A closing question in Arabic posts', 'english'],
  ['الوسوم في المنشورات الإنجليزية', 'arabic'],
  ['Opening with a question', 'english'],
  ['Hashtags inside sentences', 'english'],
  ['Say “game changer”', 'english'],
] as const)(
  "ignores a rule of the author's writing voice for posts in another language, or for other parts of a post: %s",
  (rule, language) => {
    expect(limits(rule, language)).toEqual({})
  },
)
