import { expect, test } from 'vitest'
import { sameText } from './same-text.ts'

test('recognizes a text in another Unicode normalization and without outer spaces', () => {
  expect(sameText('Café\r\nمَرْحَبًا', ' Cafe\u0301\nمَرْحَبًا\n')).toBe(true)
  expect(sameText('Café', 'Cafe')).toBe(false)
})

test('recognizes a letter with reordered combining marks, and does not match another letter', () => {
  const sent = `x${'\u0301\u0323'.repeat(40)}`
  expect(sameText(sent, sent.normalize('NFC'))).toBe(true)
  expect(sameText(sent, sent.normalize('NFD'))).toBe(true)
  expect(sameText(sent, `x${'\u0301\u0323'.repeat(39)}\u0301`)).toBe(false)
  expect(sameText(`x${'\u0301\u0300'.repeat(40)}`, `x${'\u0300\u0301'.repeat(40)}`)).toBe(false)
})
