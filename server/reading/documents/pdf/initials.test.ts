import { expect, test } from 'vitest'
import { drawn } from '#tests/corpus/pdf/drawn.ts'
import type { Glyph } from './glyph.ts'
import { segmentsWithInitials } from './initials.ts'
import { lineText } from './line-text.ts'

/**
 * Draws a large initial and lines of text. The lines up to number `ends` stand next to the initial, and later ones below
 * it.
 */
function beside(letter: string, lines: readonly string[], { ends = 1, right = false } = {}): Glyph[] {
  const size = 12 * (ends + 1)
  const cap = drawn(letter, { left: right ? 400 : 50, baseline: 700 - 12 * ends, size })
  const indent = (letter.length * size) / 2 + 4
  const width = (text: string) => [...text].length * 5
  const text = lines.flatMap((line, at) => {
    const shift = at <= ends ? indent : 0
    const left = right ? 400 + indent - 4 - shift - width(line) : 50 + shift
    return drawn(line, { left, baseline: 700 - 12 * at })
  })
  return [...text, ...cap]
}

const linesOf = (glyphs: readonly Glyph[], direction: 'ltr' | 'rtl' = 'ltr') =>
  segmentsWithInitials(glyphs).map((line) => lineText(line.glyphs, direction))

test.for<[string, string, number, string]>([
  ['T', 'he harbour of Almina', 1, 'The harbour of Almina'],
  ['T', 'he harbour of Almina', 2, 'The harbour of Almina'],
  ['“T', 'he harbour of Almina', 1, '“The harbour of Almina'],
  ['A', 'harbour opened', 1, 'A harbour opened'],
  ['A', 'nother harbour', 1, 'Another harbour'],
  ['A', 'fter that', 1, 'After that'],
  ['A', 'long the river', 1, 'Along the river'],
  ['A', 'long river', 1, 'A long river'],
  ['I', 'n 2026 it opened', 1, 'In 2026 it opened'],
  ['I', 'saw it', 1, 'I saw it'],
  ['T', 'HE HARBOUR of', 1, 'THE HARBOUR of'],
  ['A', 'bandoned ships', 1, 'Abandoned ships'],
  ['A', 'irlines came', 1, 'Airlines came'],
  ['4', '12 ships came', 2, '412 ships came'],
  ['4', 'ships came', 2, '4 ships came'],
])(
  'joins the large initial %s of a PDF to the line "%s" if the letter reaches %s lines further down',
  ([letter, line, ends, right]) => {
    const lines = [line, 'opened in March', 'and 412 ships', 'used it since']
    expect(linesOf(beside(letter, lines, { ends }))).toEqual([right, ...lines.slice(1)])
  },
)

test("joins a large initial letter of a PDF to lines at a distance that fits the letter's size", () => {
  const lines = ['he harbour', 'opened in', 'March and', 'later'].flatMap((line, at) =>
    drawn(line, { left: at < 3 ? 88 : 50, baseline: 700 - 12 * at }),
  )
  const letter = drawn('T', { left: 50, baseline: 676, size: 36 })
  expect(linesOf([...lines, ...letter])).toEqual(['The harbour', 'opened in', 'March and', 'later'])
})

test('aligns the lines next to a large initial letter with the lines below it', () => {
  const lefts = segmentsWithInitials(beside('T', ['he harbour', 'opened in', 'March and', 'later'])).map(
    ({ left }) => left,
  )
  expect(new Set(lefts)).toEqual(new Set([50]))
})

test('joins a large Arabic initial letter on the right to its word', () => {
  const [first] = linesOf(beside('و', ['نفسلا تلص', 'ءانيملا ىلإ', 'سرام يف'], { right: true }), 'rtl')
  expect(first).toBe('وصلت السفن')
})

test('joins a large first word in Arabic to its line, but leaves a heading in the margin in place', () => {
  const lines = ['ءانيملا حتتفا', 'سرام يف ديدجلا', 'ةنسلا هذه نم', 'ةمدقلا']
  expect(linesOf(beside('ناك', lines, { right: true }), 'rtl')[0]).toBe('كان افتتح الميناء')
  const margin = lines.flatMap((line, at) => drawn(line, { left: 330 - line.length * 5, baseline: 700 - 12 * at }))
  const heading = drawn('باب', { left: 340, baseline: 692, size: 24 })
  expect(linesOf([...margin, ...heading], 'rtl')).toContain('باب')
})

test("leaves a large letter in place if it is on the line's baseline, in a heading, or without lines next to it", () => {
  const raised = [
    ...drawn('T', { size: 24 }),
    ...drawn('he harbour', { left: 62 }),
    ...drawn('opened', { baseline: 688 }),
  ]
  expect(linesOf(raised)).toEqual(['The harbour', 'opened'])
  const heading = [...drawn('Tide', { size: 24 }), ...drawn('The harbour of Almina', { baseline: 660 })]
  expect(linesOf(heading)).toEqual(['Tide', 'The harbour of Almina'])
  const alone = [...drawn('A', { size: 30 }), ...drawn('The harbour of Almina', { baseline: 600 })]
  expect(linesOf(alone)).toEqual(['A', 'The harbour of Almina'])
})
