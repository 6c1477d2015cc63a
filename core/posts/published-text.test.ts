import { expect, test } from 'vitest'
import { publishedText, textDirection } from './published-text.ts'

test('hashtags follow behind a blank line, joined by blanks', () => {
  expect(publishedText({ content: 'Hello', hashtags: 'one,#two' })).toBe('Hello\n\n#one #two')
})

test('a hashtag that the text holds already is not said twice', () => {
  expect(publishedText({ content: 'Hello #One', hashtags: ['one', 'two'] })).toBe('Hello #One\n\n#two')
  expect(publishedText({ content: 'Hello #onetwo', hashtags: ['one'] })).toBe('Hello #onetwo\n\n#one')
})

test('without hashtags the text is the content, line breaks and direction marks kept', () => {
  expect(publishedText({ content: ' a\n\n\u200Fب \n' })).toBe('a\n\n\u200Fب')
  expect(publishedText({ content: '', hashtags: ['one'] })).toBe('#one')
  expect(publishedText({ content: 'a', hashtags: null })).toBe('a')
})

test.each([
  ['#Riyadh مرحبا', 'rtl'],
  ['https://example.com مرحبا', 'rtl'],
  ['@sara مرحبا بكم', 'rtl'],
  ['2030: مرحبا', 'rtl'],
  ['#الرياض is growing', 'ltr'],
  ['Hello مرحبا', 'ltr'],
  ['«Hello» مرحبا', 'ltr'],
  ['#الرياض', 'rtl'],
  ['١٢٣ 😀', 'ltr'],
  ['', 'ltr'],
])('%j reads %s', (text, direction) => {
  expect(textDirection(text)).toBe(direction)
})
