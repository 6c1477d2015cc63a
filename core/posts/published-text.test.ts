import { expect, test } from 'vitest'
import { publishedText } from './published-text.ts'
import { textDirection } from './text-direction.ts'

test('appends hashtags to the content after a blank line, separated by spaces', () => {
  expect(publishedText({ content: 'Hello', hashtags: 'one,#two' })).toBe('Hello\n\n#one #two')
})

test('does not append a hashtag that the content already contains', () => {
  expect(publishedText({ content: 'Hello #One', hashtags: ['one', 'two'] })).toBe('Hello #One\n\n#two')
  expect(publishedText({ content: 'Hello #onetwo', hashtags: ['one'] })).toBe('Hello #onetwo\n\n#one')
})

test('keeps line breaks and direction marks of content without hashtags', () => {
  expect(publishedText({ content: ' a\n\n\u200Fب \n' })).toBe('a\n\n\u200Fب')
  expect(publishedText({ content: '', hashtags: ['one'] })).toBe('#one')
  expect(publishedText({ content: 'a', hashtags: null })).toBe('a')
})

test.each([
  ['#Riyadh مرحبا', 'rtl'],
  ['https://example.com مرحبا', 'rtl'],
  ['@sara مرحبا بكم', 'rtl'],
  ['frogy.example/start مرحبا', 'rtl'],
  ['sara@frogy.example مرحبا', 'rtl'],
  ['Node.js مرحبا', 'rtl'],
  ['انتهى.هذا Frogy', 'rtl'],
  ['2030: مرحبا', 'rtl'],
  ['#الرياض is growing', 'ltr'],
  ['Hello مرحبا', 'ltr'],
  ['«Hello» مرحبا', 'ltr'],
  ['#الرياض', 'rtl'],
  ['١٢٣ 😀', 'ltr'],
  ['', 'ltr'],
])('gives the text %j the direction %s', (text, direction) => {
  expect(textDirection(text)).toBe(direction)
})
