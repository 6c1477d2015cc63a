import { expect, test } from 'vitest'
import { choosePassages } from './passages.ts'

const LIMIT = 60_000
const filler = (at: number) => `Paragraph ${at} covers the canteen, its tables and the colour of its walls. `.repeat(12)
const article = (facts: Record<number, string>) =>
  Array.from({ length: 180 }, (_, at) => facts[at] ?? filler(at)).join('\n')

test('keeps a text within the limit unchanged', () => {
  expect(choosePassages('One paragraph.\nAnother one.', 'approvals', LIMIT)).toEqual({
    text: 'One paragraph.\nAnother one.',
    isShortened: false,
  })
})

test.each([
  ['Why approvals take nine days', 'In May, approvals took nine days in Riyadh.', 'A signature delays each approval.'],
  ['لماذا تتأخر الموافقات', 'استغرقت الموافقة تسعة أيام في الرياض.', 'تتأخر الموافقات عند التوقيع الرابع.'],
])('keeps the passages about the topic, in their order: %s', (topic, one, other) => {
  const { text, isShortened } = choosePassages(article({ 90: one, 178: other }), topic, LIMIT)
  expect(isShortened).toBe(true)
  expect(text.length).toBeLessThanOrEqual(LIMIT)
  expect(text).toContain(other)
  expect(text.indexOf(one)).toBeLessThan(text.indexOf(other))
})

test('keeps the first passage of a shortened text, and marks where passages are left out', () => {
  const { text } = choosePassages(
    article({ 0: 'Annual report of Najd, 2025', 170: 'Approvals: 9 days' }),
    'Approvals',
    LIMIT,
  )
  expect(text.startsWith('Annual report of Najd, 2025')).toBe(true)
  expect(text).toMatch(/\n\[…\]\n[^]*Approvals: 9 days/)
})

test('keeps the beginning of a long source when no passage fits the topic', () => {
  const { text } = choosePassages(article({}), 'zebra', LIMIT)
  expect(text).toContain('Paragraph 1 ')
  expect(text).not.toContain('Paragraph 179 ')
})

test('shortens a text without paragraphs', () => {
  const { text, isShortened } = choosePassages(`${'word '.repeat(30_000)}Approvals last.`, 'approvals', LIMIT)
  expect({ isShortened, isShort: text.length <= LIMIT, end: text.endsWith('Approvals last.') }).toEqual({
    isShortened: true,
    isShort: true,
    end: true,
  })
})
