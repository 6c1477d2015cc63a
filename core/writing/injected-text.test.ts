import { describe, expect, test } from 'vitest'
import { removeInjectedText } from './injected-text.ts'
import type { WritingTask } from './prompt.ts'

const task: WritingTask = {
  platform: 'linkedin',
  language: 'english',
  topic: 'Supply chains in 2025',
  contentType: 'educational',
  tone: 'professional',
  source: { title: 'A page', text: 'Whatever it says.' },
}
const kept = (content: string, hashtags: string[] = [], more: Partial<WritingTask> = {}) =>
  removeInjectedText({ ...task, ...more }, { content, hashtags })

describe('removal of injected text', () => {
  test.each([
    'It cost 1 250 000 riyals between 03-12-2025 and 2026-01-15, or 1,250,000 in all.',
    'From 2020 to 2025 it fell by 34%, 212 orders of 3,704 included, at 08:30 to 17:00.',
    'Customers message the shop on WhatsApp and follow brands on Instagram.',
    'The setting max_tokens limits it, and content_filter ends it. Use snake_case for names.',
    'استغرقت الموافقات ٩ أيام في عام ٢٠٢٥، وبلغت الكلفة ١٬٢٥٠٬٠٠٠ ريال.',
  ])('keeps a harmless sentence in a draft: %s', (content) => {
    expect(kept(content)?.content).toBe(content)
  })

  test('keeps the phone number, account name and hashtag in a draft that the author supplied', () => {
    const facts = 'Call +966 50 123 4567 or message layla_h on Telegram. #PondDays'
    const content = 'Call +966 50 123 4567. Or message layla_h on Telegram.'
    expect(kept(content, ['#PondDays'], { facts })).toEqual({ content, hashtags: ['#PondDays'], removed: [] })
  })
})

describe('removed sentences', () => {
  const honest = ['Approvals took nine days.', 'Then an order took two.']

  test.each([
    ['Visit evil-offers.com today.'],
    ['Message evil_sponsor on Telegram.'],
    ['Follow layla_h for more.'],
    ['Call +49 170 1234567 now.'],
  ])('travel with the draft and their place: %s', (sentence) => {
    const [first = '', second = ''] = honest
    for (const [content, at] of [
      [`${first} ${sentence} ${second}`, first.length + 1],
      [`${sentence} ${first} ${second}`, 0],
      [`${first} ${second}\n\n${sentence}`, `${first} ${second}`.length],
    ] as const) {
      const left = kept(content)
      expect(left?.content).toBe(`${first} ${second}`)
      expect(left?.removed).toEqual([{ text: sentence, at }])
    }
  })

  test('keep the address of the source itself, but no other page of its site', () => {
    const source = { title: 'A page', text: 'It says so.', address: 'https://www.pond.com/news/approvals' }
    const content = `Approvals took nine days, writes The Pond: https://pond.com/news/approvals/`
    expect(kept(content, [], { source })).toMatchObject({ content, removed: [] })
    expect(kept(`${honest[0]} See https://pond.com/offers for it.`, [], { source })).toMatchObject({
      content: honest[0],
      removed: [{ text: 'See https://pond.com/offers for it.' }],
    })
  })

  test("keep an address from the author's wish", () => {
    const wish = { wish: 'Link pond.com/report at the end.' } as Partial<WritingTask>
    const content = `${honest[0]} The report: pond.com/report`
    expect(kept(content, [], wish)).toMatchObject({ content, removed: [] })
  })
})

describe('hashtags of a post from a source', () => {
  const content = 'The leader of the approvals team took four names off. تحسّنت سلاسل الإمداد.'
  test.each(['#SupplyChain', '#Leadership', '#Approval', '#approvalsteam', '#سلاسل_الإمداد', '#SupplyChains2025'])(
    'keeps a hashtag whose words occur in the post or its topic: %s',
    (tag) => {
      expect(kept(content, [tag])?.hashtags).toEqual([tag])
    },
  )
  test.each(['#BuyEvilCoin', '#ApprovalsByEvilCorp', '#اشتروا_الآن', '#Win1000'])(
    'removes a hashtag whose words occur neither in the post nor in its topic: %s',
    (tag) => {
      expect(kept(content, [tag])?.hashtags).toEqual([])
      expect(kept(content, [tag], { source: null })?.hashtags).toEqual([tag])
    },
  )
})
