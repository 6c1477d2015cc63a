import { expect, test } from 'vitest'
import type { Platform } from '#core/platforms/platform.ts'
import type { Card } from './draft.ts'
import { cardsInView, chosenTab, railTabs } from './faces.ts'

const card = (platform: Platform, language: Card['language'] = 'english', more: Partial<Card> = {}): Card => ({
  id: `${platform}-${language}`,
  platform,
  language,
  contentType: 'educational',
  tone: 'professional',
  variants: [{ id: 'v1', content: 'A pond at dawn', hashtags: [], source: 'offline', model: null, warnings: [] }],
  selectedId: 'v1',
  edit: null,
  targets: [platform],
  deliveries: {},
  ...more,
})
const delivered = (one: Card): Card => ({ ...one, deliveries: { [one.platform]: { state: 'done', postId: 'p1' } } })
const platforms = (tabs: ReturnType<typeof railTabs>) => tabs.map(({ platform }) => platform)

test('keeps the tab of each pending network in place, whichever draft arrives first', () => {
  const before = railTabs([], ['linkedin', 'twitter', 'threads'])
  const after = railTabs([card('twitter')], ['linkedin', 'threads'])
  expect(platforms(after)).toEqual(platforms(before))
  expect(after.map(({ key }) => key)).toEqual(before.map(({ key }) => key))
})

test('shows a draft in two languages as one tab, and two drafts for one network as two tabs', () => {
  const idea = 'a'
  const pair = [card('linkedin', 'english', { idea }), card('linkedin', 'arabic', { idea })]
  const tabs = railTabs([...pair, card('linkedin', 'english', { id: 'other' })], [])
  expect(tabs.map(({ face }) => face?.cards.length)).toEqual([2, 1])
  expect(new Set(tabs.map(({ key }) => key)).size).toBe(2)
})

test('shows the first draft that is not yet posted, unless the user chose a network', () => {
  const cards = [delivered(card('linkedin')), card('twitter'), card('threads')]
  const tabs = railTabs(cards, [])
  expect(chosenTab(tabs, null)?.platform).toBe('twitter')
  expect(chosenTab(tabs, { platform: 'linkedin', cardId: 'linkedin-english' })?.platform).toBe('linkedin')
  expect(chosenTab(tabs, { platform: 'threads' })?.platform).toBe('threads')
  expect(chosenTab(tabs, { platform: 'facebook', cardId: 'gone' })?.platform).toBe('twitter')
})

test("shows a network's new draft, not its draft that is already posted", () => {
  const tabs = railTabs([card('linkedin', 'english', { id: 'new' }), delivered(card('linkedin'))], [])
  expect(chosenTab(tabs, { platform: 'linkedin' })?.face?.cards[0]?.id).toBe('new')
})

test('posts generated drafts in the visible language together, but a draft opened from the list separately', () => {
  const idea = 'a'
  const cards = [
    card('facebook', 'english', { id: 'opened', isOpened: true }),
    card('linkedin', 'english', { idea }),
    card('linkedin', 'arabic', { idea }),
    card('twitter'),
  ]
  const ids = (shown: Card, language: Card['language']) => cardsInView(cards, shown, language).map(({ id }) => id)
  expect(ids(cards[1]!, 'arabic')).toEqual(['linkedin-arabic', 'twitter-english'])
  expect(ids(cards[0]!, 'english')).toEqual(['opened'])
})
