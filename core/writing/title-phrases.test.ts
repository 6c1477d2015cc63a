import { expect, test } from 'vitest'
import { titlePhrases } from './title-phrases.ts'

test('returns the word pairs of a title that the text repeats, then the single words that the text repeats', () => {
  const text =
    'Late parcels fell. The parcels of three days, a parcel an hour, are sorted at night. Sorting takes hours.'
  expect(titlePhrases('Night sorting cuts late parcels in three days', text)).toEqual(['late parcels', 'parcels'])
})

test('recognises an Arabic noun by its article despite prefixes', () => {
  const text = 'انخفض هدر الخضار والفواكه. وبلغ هدر الخضار طنًا. وفي المتاجر تُحفظ الخضار مبردة في كل ساعة من الساعات.'
  expect(titlePhrases('متاجر تقلّص هدر الخضار إلى النصف', text)).toEqual(['هدر الخضار', 'الخضار'])
})

test('skips figures, units, and title words that the text does not repeat', () => {
  expect(
    titlePhrases('Half a million dollars in three weeks', 'Three weeks, three weeks, and a million dollars.'),
  ).toEqual([])
})
