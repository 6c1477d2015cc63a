import { expect, test } from 'vitest'
import { PLATFORMS } from '../platforms/platform.ts'
import { textIssues } from '../platforms/text-issues.ts'
import { publishedText } from '../posts/published-text.ts'
import { draftFrom } from './model-draft.ts'

test("turns a model's answer into a draft that Frogy can store", () => {
  const answer = {
    content: ' Nine\u0000 days\uD83D.\r\nThen\u0007 ten. ',
    hashtags: ['tr\u0000ust', '\uDE00work', '#work', ' '],
  }
  for (const platform of PLATFORMS) {
    const draft = draftFrom(answer, platform)
    expect(draft).toEqual({ content: 'Nine  days.\nThen  ten.', hashtags: ['#tr_ust', '#work'] })
    expect(textIssues({ platform }, publishedText(draft ?? { content: '\u0000' }), 1)).toEqual([])
  }
})

test("rejects a model's answer that is too long or empty", () => {
  expect(draftFrom({ content: 'word '.repeat(2_001), hashtags: [] }, 'facebook')).toBeUndefined()
  expect(draftFrom({ content: '\u0000\uD83D \n', hashtags: ['x'] }, 'facebook')).toBeUndefined()
})

test('keeps a few short hashtags when a model returns thousands', () => {
  const hashtags = Array.from({ length: 50_000 }, (_, n) => `tag${n}`)
  expect(draftFrom({ content: 'A draft', hashtags }, 'linkedin')?.hashtags).toEqual(
    hashtags.slice(0, 10).map((tag) => `#${tag}`),
  )
  const endless = ['x'.repeat(101), 'y'.repeat(700_000), hashtags.join(','), 'fits']
  expect(draftFrom({ content: 'A draft', hashtags: endless }, 'linkedin')?.hashtags).toEqual(['#fits'])
  expect(draftFrom({ content: 'A draft', hashtags: ['#one #two, three'] }, 'linkedin')?.hashtags).toEqual([
    '#one',
    '#two',
    '#three',
  ])
})
