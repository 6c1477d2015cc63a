import { expect, test } from 'vitest'
import { pageTextsOf } from './page-texts.ts'

test('makes each paragraph of a post a page of a document', () => {
  const content = 'Frogs at dawn\n\nWe counted forty.\nOn Monday.\n \n\nعادت الضفادع.'
  expect(pageTextsOf(content, 'en')).toEqual(['Frogs at dawn', 'We counted forty. On Monday.', 'عادت الضفادع.'])
})

test('continues a long paragraph on another page after a sentence', () => {
  const sentence = `Forty ${'frogs '.repeat(40)}jump.`
  const pages = pageTextsOf(`${sentence} ${sentence} ${sentence}`, 'en')
  expect(pages).toEqual([sentence, sentence, sentence])
})

test('continues a long sentence on another page after a word, and loses no word', () => {
  const sentence = `${'ضفدع '.repeat(200)}انتهى`
  const pages = pageTextsOf(sentence, 'ar')
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.join(' ')).toBe(sentence)
  for (const page of pages) expect(page.length).toBeLessThanOrEqual(420)
})

test('makes no document page if the post has no words', () => {
  expect(pageTextsOf(' \n\n ', 'en')).toEqual([])
})
