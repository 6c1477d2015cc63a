import { expect, test } from 'vitest'
import { drawn, linesDrawn } from '#tests/corpus/pdf/drawn.ts'
import { segmentsOf, withBullets } from './lines.ts'
import { paragraphsOf } from './paragraphs.ts'

const textsOf = (...args: Parameters<typeof paragraphsOf>) => paragraphsOf(...args).map(({ text }) => text)

test('joins consecutive lines into one paragraph', () => {
  expect(textsOf(linesDrawn(['the gate was open and', 'the lamp was lit and we', 'went in']), 'ltr')).toEqual([
    'the gate was open and the lamp was lit and we went in',
  ])
})

test('starts a paragraph after a larger gap between lines', () => {
  const lines = [
    ...linesDrawn(['first of all we came to', 'the gate']),
    ...linesDrawn(['then we went in to see', 'it all'], { baseline: 664 }),
  ]
  expect(textsOf(lines, 'ltr')).toEqual(['first of all we came to the gate', 'then we went in to see it all'])
})

test('starts a paragraph at an indented line', () => {
  const lines = segmentsOf([
    ...drawn('the gate was open and the', { baseline: 700 }),
    ...drawn('lamp was lit and we went on', { baseline: 688 }),
    ...drawn('Then the rain came down to', { baseline: 676, left: 65 }),
    ...drawn('us all and we ran to the gate', { baseline: 664 }),
  ])
  expect(textsOf(lines, 'ltr')).toHaveLength(2)
})

test('ends a paragraph after a short line', () => {
  const lines = linesDrawn([
    'the gate was open and the',
    'lamp was lit.',
    'Then the rain came down to',
    'us all and we ran away',
  ])
  expect(textsOf(lines, 'ltr')).toEqual([
    'the gate was open and the lamp was lit.',
    'Then the rain came down to us all and we ran away',
  ])
})

test('separates larger or bolder lines as headings', () => {
  const lines = segmentsOf([
    ...drawn('A gate', { baseline: 715, size: 16 }),
    ...drawn('Where it is', { baseline: 700, isBold: true }),
    ...drawn('It is at the foot of the hill', { baseline: 688 }),
  ])
  expect(textsOf(lines, 'ltr')).toEqual(['A gate', 'Where it is', 'It is at the foot of the hill'])
})

test('separates list items and gives them the same bullet', () => {
  const lines = linesDrawn(['◦ bread', '▪ cheese', '1. walk', '2) sleep'])
  expect(textsOf(lines, 'ltr')).toEqual(['• bread', '• cheese', '1. walk', '2) sleep'])
})

test("adds a space between an item's number and Arabic text, and keeps decimal numbers whole", () => {
  expect(textsOf(linesDrawn(['زبخ.1', 'نبج.2']), 'rtl')).toEqual(['1. خبز', '2. جبن'])
  expect(textsOf(linesDrawn(['2.5 litres']), 'ltr')).toEqual(['2.5 litres'])
})

test('starts a paragraph where the writing direction changes', () => {
  expect(
    textsOf(linesDrawn(['The gate was open all night long.', '.ةليللا كلت اهلك حوتفم بابلا ناك']), 'ltr'),
  ).toHaveLength(2)
})

test('recognizes a bullet that is drawn as a shape, on the right in Arabic', () => {
  const line = segmentsOf(drawn('زبخ', { left: 100, baseline: 700 }))
  const [item] = paragraphsOf(withBullets(line, [{ left: 122, right: 126, middle: 703 }]), 'rtl')
  expect(item).toMatchObject({ text: '• خبز', kind: 'item' })
})

test('keeps the indented lines of a list item in that item', () => {
  const lines = segmentsOf([
    ...drawn('• a lamp that burns for', { baseline: 700 }),
    ...drawn('six hours', { baseline: 688, left: 60 }),
    ...drawn('• bread', { baseline: 676 }),
  ])
  expect(textsOf(lines, 'ltr')).toEqual(['• a lamp that burns for six hours', '• bread'])
})

test('does not read uneven line starts in left-aligned Arabic as indents', () => {
  const lines = linesDrawn(['ليوط باب ىلإ انلصو', 'هنم انلخد مث ميدق روس يف حوتفم', 'انسلجو'])
  expect(textsOf(lines, 'rtl')).toHaveLength(1)
})

test('reverses the brackets of a right-to-left line if they form pairs only in reverse', () => {
  expect(textsOf(linesDrawn([')ةريدملا( ىليل']), 'rtl')).toEqual(['ليلى (المديرة)'])
  expect(textsOf(linesDrawn(['(ةريدملا) ىليل']), 'rtl')).toEqual(['ليلى (المديرة)'])
})
