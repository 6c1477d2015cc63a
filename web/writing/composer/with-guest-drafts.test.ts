import { expect, test } from 'vitest'
import { newGuestDrafts, type GuestDraft } from '../../lib/guest-drafts.ts'
import { EMPTY_COMPOSER } from './composer-model.ts'
import { contentOf } from './draft.ts'
import { withGuestDrafts } from './with-guest-drafts.ts'

const draft = (platform: 'linkedin' | 'twitter', language: 'english' | 'arabic', more = {}): GuestDraft => ({
  platform,
  language,
  content: `${platform} ${language}`,
  characterCount: 10,
  hashtags: [],
  source: 'offline',
  model: null,
  warnings: [],
  keptClaims: [],
  isEdited: false,
  ...more,
})

const SOURCE = {
  id: 'a',
  title: 'Why approvals slow us down',
  content: 'Review time fell by 34%.',
  wordCount: 5,
  language: 'en',
  direction: 'ltr',
  pageCount: null,
  author: null,
  siteName: null,
  url: 'https://example.com/a',
} as const

const given = newGuestDrafts({
  about: 'https://example.com/a',
  topic: SOURCE.title,
  source: SOURCE,
  language: 'english',
  items: [
    draft('linkedin', 'english', { keptClaims: ['2031'] }),
    draft('linkedin', 'arabic', { isEdited: true }),
    draft('twitter', 'english'),
    draft('twitter', 'arabic'),
  ],
})

test("opens a guest's drafts that are in the visible language or edited, with their source", () => {
  const { cards, input } = withGuestDrafts(EMPTY_COMPOSER, given)
  expect(cards.map(contentOf)).toEqual(['linkedin english', 'linkedin arabic', 'twitter english'])
  expect(cards[0]?.keptClaims).toEqual(['2031'])
  expect(cards[0]?.writtenFrom).toMatchObject({ topic: SOURCE.title, source: { from: 'url', id: 'a' } })
  expect(input).toMatchObject({ method: 'url', topic: SOURCE.title, platforms: ['linkedin', 'twitter'] })
})

test("keeps a user's drafts and input when a guest's drafts arrive", () => {
  const own = withGuestDrafts(EMPTY_COMPOSER, { ...given, topic: 'Mine', source: null })
  const next = withGuestDrafts(own, given)
  expect(next.input.topic).toBe('Mine')
  expect(next.cards.map(({ variants }) => variants.length)).toEqual([2, 2, 2])
})
