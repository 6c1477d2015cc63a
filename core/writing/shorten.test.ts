import { expect, test } from 'vitest'
import { countFor } from '../platforms/text-count.ts'
import { shorten } from './shorten.ts'

const within = (limit: number) => (text: string) => text.length <= limit
const onX = (text: string) => countFor('twitter', text) <= 280

test('a text loses its last sentences, and what is left stays as it was written', () => {
  const text = 'Seven people signed.\n\nFour never refused. We took them off the form. Dr. Salem agreed.'
  expect(shorten(text, within(75))).toBe('Seven people signed.\n\nFour never refused. We took them off the form.')
  expect(shorten(text, within(45))).toBe('Seven people signed.\n\nFour never refused.')
  expect(shorten(text, within(25))).toBe('Seven people signed.')
})

test('an Arabic text ends with a whole sentence, also at its own signs', () => {
  const text = 'نقلنا المستودع في أسبوع. فهل تأخر طلب واحد؟ لم يتأخر شيء، وارتفع التسليم في موعده بنسبة ٣٫٥٪.'
  expect(shorten(text, within(60))).toBe('نقلنا المستودع في أسبوع. فهل تأخر طلب واحد؟')
  expect(shorten(text, within(30))).toBe('نقلنا المستودع في أسبوع.')
  expect(shorten(text, within(16))).toBe('نقلنا المستودع…')
})

test('the link and the hashtags at the end stay there, as far from the text as they were', () => {
  const text = 'One. Two. Three, which is long. https://pond.example/a?b=c\n\n#Pond #بركة'
  expect(shorten(text, within(60))).toBe('One. Two. https://pond.example/a?b=c\n\n#Pond #بركة')
  // Where they leave no room for a word, the words matter more.
  expect(shorten(text, within(20))).toBe('One. Two.')
})

test('a list loses its last items, and does not end with what introduces it', () => {
  const text = 'Before you start:\n• the source\n• the figures\n• the date'
  expect(shorten(text, within(45))).toBe('Before you start:\n• the source\n• the figures')
  expect(shorten(text, within(20))).toBe('Before you start…')
})

test('a sentence that is too long itself is cut behind a word', () => {
  expect(shorten('A purchase, as we learnt, passed seven people', within(21))).toBe('A purchase, as we…')
  expect(shorten('A purchase, as we learnt, passed seven people', within(12))).toBe('A purchase…')
})

test('no link, hashtag or mention is torn apart', () => {
  expect(shorten('Read https://pond.example/reports/2026 and tell us', within(40))).toBe(
    'Read https://pond.example/reports/2026 …',
  )
  expect(shorten('Read https://pond.example/reports/2026 and tell us', within(30))).toBe('Read…')
  expect(shorten('Ask @layla.haddad about it', within(12))).toBe('Ask…')
  expect(shorten('#Four_day_night_shift', within(10))).toBe(null)
  expect(shorten('https://pond.example/reports', within(10))).toBe(null)
})

test('a word without end is cut between characters, none of which is torn apart', () => {
  expect(shorten('زة'.repeat(30), within(11))).toBe(`${'زة'.repeat(5)}…`)
  expect(shorten('👨‍👩‍👧'.repeat(20), within(17))).toBe('👨‍👩‍👧👨‍👩‍👧…')
})

test('nothing fits where there is no room', () => {
  expect(shorten('A pond', () => false)).toBe(null)
  expect(shorten('', within(0))).toBe(null)
})

test.each([
  ['sentences', 'A pond at dawn. '],
  ['a word without end', 'pond'],
  ['links', 'https://pond.example/a '],
  ['hashtags', '#بركة '],
  ['mentions without a blank', '@a,'],
  ['blanks', ' '],
  ['commas', ','],
  ['list signs', '- '],
  ['signs', '.'],
  ['blanks between', 'a \n \n '],
])('%s of a hundred thousand characters become a post', (_, piece) => {
  const text = shorten(`${piece.repeat(100_000 / piece.length)} one two`, onX)
  if (text !== null) expect(onX(text)).toBe(true)
  expect(text).not.toBe('')
})
