import { expect, test } from 'vitest'
import { asAnswered } from './answers.ts'
import { isAnsweredOnce } from './composer-model.ts'

const outline = [
  { role: 'opening_moment' as const, hint: 'h' },
  { role: 'proof' as const, hint: 'h' },
]
const item = {
  platform: 'linkedin' as const,
  content: 'Our depot cut waiting.\n\nWhat did you change?',
  hashtags: ['#Depots'],
  outline,
}

test("puts the author's answers before and after the topic, and replaces the suggested closing question", () => {
  const answers = { opening: ' Forty trucks at the gate. ', body: 'From 9 hours to 6.', closing: 'And yours?' }
  expect(asAnswered(item, answers).content).toBe(
    'Forty trucks at the gate.\n\nOur depot cut waiting.\n\nFrom 9 hours to 6.\n\nAnd yours?',
  )
})

test('keeps the topic as the text if the user answers nothing, and only suggests a closing question and hashtags', () => {
  for (const answers of [{}, { body: '  ' }])
    expect(asAnswered(item, answers)).toEqual({
      platform: 'linkedin',
      content: 'Our depot cut waiting.',
      hashtags: [],
      offers: { closing: 'What did you change?', hashtags: ['#Depots'] },
    })
  expect(asAnswered({ ...item, content: 'Only a topic' }, { closing: 'And yours?' }).content).toBe(
    'Only a topic\n\nAnd yours?',
  )
})

test("puts the user's view after the quotations of an article, and keeps the article's address at the end", () => {
  const article = {
    ...item,
    content: '“Bread.” — Mona\n\nFrom the same text: “Ovens.”\n\nAnd you?\n\nhttps://a.example/b',
    outline: [{ role: 'view' as const, hint: 'h' }],
  }
  expect(asAnswered(article, { opening: 'I agree.', closing: 'Do you?' }).content).toBe(
    '“Bread.” — Mona\n\nFrom the same text: “Ovens.”\n\nI agree.\n\nDo you?\n\nhttps://a.example/b',
  )
  expect(asAnswered(article, {}).content).toBe(article.content)
})

test('replaces the closing question of a draft, and keeps a saved phrase after the question', () => {
  const ended = { ...item, content: `${item.content}\n\nLayla Haddad` }
  expect(asAnswered(ended, { closing: 'And yours?' }).content).toBe(
    'Our depot cut waiting.\n\nAnd yours?\n\nLayla Haddad',
  )
})

test("adds as much of the user's answers to each network's draft as fits", () => {
  const answers = {
    opening: 'Forty trucks stood at the gate.',
    body: 'It took a year of talks. '.repeat(12).trim(),
  }
  const onLinkedin = asAnswered(item, answers)
  expect(onLinkedin.content).toContain(answers.body)
  const onX = asAnswered({ ...item, platform: 'twitter' as const }, answers)
  expect(onX.content.length).toBeLessThanOrEqual(280)
  expect(onX.content.startsWith('Forty trucks stood at the gate.\n\nOur depot cut waiting.\n\nIt took a year')).toBe(
    true,
  )
  expect(onX.content.endsWith('talks.')).toBe(true)
})

test("skips the composer's questions if their answers cannot fill the outline, because its topic is missing too", () => {
  expect(isAnsweredOnce(item)).toBe(true)
  expect(isAnsweredOnce({ ...item, outline: [{ role: 'topic', hint: 'h' }, ...outline] })).toBe(false)
  expect(isAnsweredOnce({})).toBe(false)
})
