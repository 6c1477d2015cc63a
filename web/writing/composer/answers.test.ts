import { expect, test } from 'vitest'
import { asAnswered, isAnsweredOnce } from './answers.ts'

const outline = [
  { role: 'opening_moment' as const, hint: 'h' },
  { role: 'proof' as const, hint: 'h' },
]
const item = { content: 'Our depot cut waiting.\n\nWhat did you change?', outline }

test("puts the author's answers before and after the topic, and replaces the suggested closing question", () => {
  const answers = { opening: ' Forty trucks at the gate. ', body: 'From 9 hours to 6.', closing: 'And yours?' }
  expect(asAnswered(item, answers).content).toBe(
    'Forty trucks at the gate.\n\nOur depot cut waiting.\n\nFrom 9 hours to 6.\n\nAnd yours?',
  )
})

test('adds no text to a draft for an unanswered question', () => {
  expect(asAnswered(item, {})).toEqual({ content: item.content })
  expect(asAnswered(item, { body: '  ' }).content).toBe(item.content)
  expect(asAnswered({ content: 'Only a topic', outline }, { closing: 'And yours?' }).content).toBe(
    'Only a topic\n\nAnd yours?',
  )
})

test('keeps a phrase after the closing question that the author replaces', () => {
  const ended = { ...item, content: `${item.content}\n\nLayla Haddad` }
  expect(asAnswered(ended, { closing: 'And yours?' }).content).toBe(
    'Our depot cut waiting.\n\nAnd yours?\n\nLayla Haddad',
  )
})

test('does not ask the three questions for an outline that also lacks its topic', () => {
  expect(isAnsweredOnce(item)).toBe(true)
  expect(isAnsweredOnce({ ...item, outline: [{ role: 'topic', hint: 'h' }, ...outline] })).toBe(false)
  expect(isAnsweredOnce({ content: 'A text' })).toBe(false)
})
