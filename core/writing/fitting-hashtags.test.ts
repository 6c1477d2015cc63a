import { expect, test } from 'vitest'
import { PLATFORMS } from '../platforms/platform.ts'
import { textIssues } from '../platforms/text-issues.ts'
import { publishedText } from '../posts/published-text.ts'
import { fittingHashtags } from './fitting-hashtags.ts'

const hashtags = ['#one', '#two', '#three', '#four', '#five', '#six', '#seven']

test('keeps at most as many hashtags for a draft as the network allows', () => {
  for (const platform of PLATFORMS) {
    const fitting = fittingHashtags(platform, { content: 'A draft', hashtags })
    expect(textIssues({ platform }, publishedText({ content: 'A draft', hashtags: fitting }), 1)).toEqual([])
    expect(fitting).toEqual(platform === 'instagram' ? hashtags.slice(0, 5) : hashtags)
  }
})

test("counts a hashtag only once if the draft's text already contains it", () => {
  const content = 'A #one and #zero draft'
  expect(fittingHashtags('instagram', { content, hashtags })).toEqual(['#one', '#two', '#three', '#four'])
  expect(fittingHashtags('instagram', { content: '#a #b #c #d #e #f', hashtags })).toEqual([])
})
