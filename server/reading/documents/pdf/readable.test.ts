import { expect, test } from 'vitest'
import { isReadable } from './readable.ts'

const repeated = (sentence: string) => Array.from({ length: 10 }, () => sentence).join(' ')

test('accepts Arabic and Latin text with quotes and slashes as readable', () => {
  expect(isReadable(repeated("The keeper's gate isn't open and/or lit."), 0)).toBe(true)
  expect(isReadable(repeated("قال الحارس 'نعم' ثم أغلق الباب و/أو النافذة عام 1447هـ"), 0)).toBe(true)
})

test('rejects text as unreadable if a third of its letters are unknown', () => {
  expect(isReadable('garden', 2)).toBe(true)
  expect(isReadable('garden', 3)).toBe(false)
})

test('rejects text as unreadable if wrong font data turned its letters into others', () => {
  expect(isReadable(repeated("'لحا1س كتب في /فتر 'لبو'بة (سما' 'لقو'1ب"), 0)).toBe(false)
  expect(isReadable(repeated('Xbt gtwrtk bvnd mlpr'), 0)).toBe(false)
  expect(isReadable(repeated('ÇáÍÇÑÓ ßÊÈ Ýí ÏÝÊÑ'), 0)).toBe(false)
})
