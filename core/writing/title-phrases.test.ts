import { expect, test } from 'vitest'
import { titlePhrases } from './title-phrases.ts'

test('a title’s words side by side that its text has so come first, then those that it repeats', () => {
  const text =
    'Late parcels fell. The parcels of three days, a parcel an hour, are sorted at night. Sorting takes hours.'
  expect(titlePhrases('Night sorting cuts late parcels in three days', text)).toEqual(['late parcels', 'parcels'])
})

test('in Arabic a noun is known by its article, whatever has grown onto it in the text', () => {
  const text = 'انخفض هدر الخضار والفواكه. وبلغ هدر الخضار طنًا. وفي المتاجر تُحفظ الخضار مبردة في كل ساعة من الساعات.'
  expect(titlePhrases('متاجر تقلّص هدر الخضار إلى النصف', text)).toEqual(['هدر الخضار', 'الخضار'])
})

test('what the text does not take up, figures and units are none', () => {
  expect(
    titlePhrases('Half a million dollars in three weeks', 'Three weeks, three weeks, and a million dollars.'),
  ).toEqual([])
})
