import { expect, test } from 'vitest'
import { endedText, withEndings } from './endings.ts'
import type { WritingTask } from './prompt.ts'

const task: WritingTask = {
  platform: 'twitter',
  language: 'english',
  topic: 'Approvals',
  contentType: 'educational',
  tone: 'professional',
  source: null,
}
const draft = { content: 'Approvals took nine days.', hashtags: ['#Approvals'] }
const ended = (endings: string[], given = draft) => endedText({ platform: 'twitter', endings }, given)

test("chooses the author's ending phrases for a network and language, and reserves space for them", () => {
  const ending = { text: 'x'.repeat(80), platforms: ['twitter' as const], languages: ['english' as const] }
  const chosen = withEndings(task, [ending])
  expect(chosen.endings).toEqual([ending.text])
  expect(chosen.length?.[1]).toBeLessThanOrEqual(200)
  expect(withEndings({ ...task, language: 'arabic' }, [ending])).toEqual({ ...task, language: 'arabic' })
  expect(withEndings({ ...task, platform: 'linkedin' }, [ending]).endings).toBeUndefined()
})

test('appends each ending phrase once, as its own paragraph', () => {
  const { content } = ended(['We answer every comment.', 'Layla'])
  expect(content).toBe('Approvals took nine days.\n\nWe answer every comment.\n\nLayla')
  expect(ended(['We answer every comment.', 'Layla'], { ...draft, content }).content).toBe(content)
  expect(ended(['Took  nine\ndays.'], { ...draft, content: 'It took nine days.' }).content).toContain('\n\nTook')
  expect(ended(['took  nine\ndays.'], draft).content).toBe(draft.content)
})

test("adds an ending phrase that consists of hashtags to the draft's hashtags, without duplicates", () => {
  expect(ended(['#Riyadh #approvals'])).toEqual({ ...draft, hashtags: ['#Approvals', '#Riyadh'] })
  expect(ended(['#1 in Riyadh']).content).toContain('#1 in Riyadh')
})

test("omits an ending phrase with which the draft would exceed the network's limit", () => {
  expect(ended(['x'.repeat(242), 'Layla']).content).toBe('Approvals took nine days.\n\nLayla')
  const full = { content: 'ض'.repeat(268), hashtags: ['#Approvals'] }
  expect(ended(['Layla', '#Riyadh'], full)).toEqual(full)
})
