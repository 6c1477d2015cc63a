import { expect, test } from 'vitest'
import { countFor } from '../platforms/text-count.ts'
import { shorten } from './shorten.ts'

const within = (limit: number) => (text: string) => text.length <= limit
const onX = (text: string) => countFor('twitter', text) <= 280

test('cuts the last sentences of a post and keeps the rest verbatim', () => {
  const text = 'Seven people signed.\n\nFour never refused. We took them off the form. Dr. Salem agreed.'
  expect(shorten(text, within(75))).toBe('Seven people signed.\n\nFour never refused. We took them off the form.')
  expect(shorten(text, within(45))).toBe('Seven people signed.\n\nFour never refused.')
  expect(shorten(text, within(25))).toBe('Seven people signed.')
})

test('ends a shortened Arabic text with a whole sentence, including Arabic punctuation', () => {
  const text = 'نقلنا المستودع في أسبوع. فهل تأخر طلب واحد؟ لم يتأخر شيء، وارتفع التسليم في موعده بنسبة ٣٫٥٪.'
  expect(shorten(text, within(60))).toBe('نقلنا المستودع في أسبوع. فهل تأخر طلب واحد؟')
  expect(shorten(text, within(30))).toBe('نقلنا المستودع في أسبوع.')
  expect(shorten(text, within(16))).toBe('نقلنا المستودع…')
})

test('keeps the links and hashtags at the end of a shortened post, and the blank lines before them', () => {
  const text = 'One. Two. Three, which is long. https://pond.example/a?b=c\n\n#Pond #بركة'
  expect(shorten(text, within(60))).toBe('One. Two. https://pond.example/a?b=c\n\n#Pond #بركة')
  // Not even one word fits together with the trailing links, so the links are cut.
  expect(shorten(text, within(20))).toBe('One. Two.')
})

test("cuts the last list items of a post, and the list's introduction if no item remains", () => {
  const text = 'Before you start:\n• the source\n• the figures\n• the date'
  expect(shorten(text, within(45))).toBe('Before you start:\n• the source\n• the figures')
  expect(shorten(text, within(20))).toBe('Before you start…')
})

test('cuts a post of one long sentence after a whole word', () => {
  expect(shorten('A purchase, as we learnt, passed seven people', within(21))).toBe('A purchase, as we…')
  expect(shorten('A purchase, as we learnt, passed seven people', within(12))).toBe('A purchase…')
})

test('never cuts a post inside a link, hashtag or mention', () => {
  expect(shorten('Read https://pond.example/reports/2026 and tell us', within(40))).toBe(
    'Read https://pond.example/reports/2026 …',
  )
  expect(shorten('Read https://pond.example/reports/2026 and tell us', within(30))).toBe('Read…')
  expect(shorten('Ask @layla.haddad about it', within(12))).toBe('Ask…')
  expect(shorten('#Four_day_night_shift', within(10))).toBe(null)
  expect(shorten('https://pond.example/reports', within(10))).toBe(null)
})

test('cuts a post of one endless word between whole characters', () => {
  expect(shorten('زة'.repeat(30), within(11))).toBe(`${'زة'.repeat(5)}…`)
  expect(shorten('👨‍👩‍👧'.repeat(20), within(17))).toBe('👨‍👩‍👧👨‍👩‍👧…')
})

test('returns null if no shortened text fits', () => {
  expect(shorten('A pond', () => false)).toBe(null)
  expect(shorten('', within(0))).toBe(null)
})

test.each([
  ['sentences', 'A pond at dawn. '],
  ['an endless word', 'pond'],
  ['links', 'https://pond.example/a '],
  ['hashtags', '#بركة '],
  ['mentions without a blank', '@a,'],
  ['blanks', ' '],
  ['commas', ','],
  ['list signs', '- '],
  ['full stops', '.'],
  ['letters between blanks', 'a \n \n '],
])('shortens a text of a hundred thousand characters that consists of %s', (_, piece) => {
  const text = shorten(`${piece.repeat(100_000 / piece.length)} one two`, onX)
  if (text !== null) expect(onX(text)).toBe(true)
  expect(text).not.toBe('')
})
