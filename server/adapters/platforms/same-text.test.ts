import { expect, test } from 'vitest'
import { sameText } from './same-text.ts'

test('treats texts that differ in Unicode normalization or outer spaces as the same', () => {
  expect(sameText('Café\r\nمَرْحَبًا', ' Cafe\u0301\nمَرْحَبًا\n')).toBe(true)
  expect(sameText('Café', 'Cafe')).toBe(false)
})

test('treats letters with many combining marks as the same only if Unicode normalization makes them equal', () => {
  const sent = `x${'\u0301\u0323'.repeat(40)}`
  expect(sameText(sent, sent.normalize('NFC'))).toBe(true)
  expect(sameText(sent, sent.normalize('NFD'))).toBe(true)
  expect(sameText(sent, `x${'\u0301\u0323'.repeat(39)}\u0301`)).toBe(false)
  expect(sameText(`x${'\u0301\u0300'.repeat(40)}`, `x${'\u0300\u0301'.repeat(40)}`)).toBe(false)
})
