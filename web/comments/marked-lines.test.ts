import { expect, test } from 'vitest'
import { previewParts } from '../posts/preview-parts.ts'
import { markedLines } from './marked-lines.ts'

const text = 'One two #three\nfour five six'
const note = (words: string, number: string) => {
  const start = text.indexOf(words)
  return { id: words, number, start, end: start + words.length }
}

test('splits a text at its commented words, and keeps every letter at its place', () => {
  const notes = [note('two #three\nfour', '1'), note('four five', '2')]
  const { above } = previewParts({ platform: 'linkedin' }, text)
  const { lines, end } = markedLines(above, text, 0, notes)
  const parts = lines.flat()
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.every(({ start, text: words }) => text.startsWith(words, start))).toBe(true)
  const marked = parts.filter(({ isMarked }) => isMarked).map((part) => part.text.trim())
  expect(marked.filter(Boolean)).toEqual(['two', '#three', 'four', 'five'])
  const numbers = parts.flatMap(({ ended, start, text: words }) =>
    ended.map(({ number }) => [number, start + words.length]),
  )
  expect(numbers).toEqual([
    ['1', notes[0]?.end],
    ['2', notes[1]?.end],
  ])
  expect(end).toBe(text.length)
})

test('finds commented words in the part of a text that its preview hides at first', () => {
  const long = 'One.\n\nTwo.\n\nThree.\n\nFour.'
  const start = long.indexOf('Four')
  const { above, below } = previewParts({ platform: 'linkedin' }, long)
  const { end } = markedLines(above, long, 0, [])
  const { lines } = markedLines(below ?? [], long, end, [{ id: 'a', number: '1', start, end: start + 4 }])
  const marked = lines.flat().filter(({ isMarked }) => isMarked)
  expect(marked).toMatchObject([{ text: 'Four', start }])
})
