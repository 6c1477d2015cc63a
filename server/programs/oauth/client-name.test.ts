import { expect, test } from 'vitest'
import { clientName } from './client-name.ts'

test.each([
  'Frogy',
  'frogy',
  'FROGY Official',
  'The Frogy Team',
  'Fr\u200bogy',
  'Fro\u00adgy',
  'F r o g y',
  'F.r-o_g·y',
  'Frogy\u202e',
  'Frоgy',
  'Ϝrοgy',
  'Fгоgу',
  'Fr0gy',
  'Frөgʏ',
  'Ƒrogy',
  '𝐅𝐫𝐨𝐠𝐲',
  'Ⓕⓡⓞⓖⓨ',
  'Ｆｒｏｇｙ',
  'Fŕögý',
  'F̶r̶o̶g̶y̶',
  'Froggy',
  'Fr\u{e0001}ogy',
  'Frogy (desk)',
  'Frogy (Frogy)',
  'فروجي',
  'فروجى',
  'فـروجي',
  'فَرُوجِي الرسمي',
  'فرو\u200cجي',
  'فروگی',
  'ﻓﺮﻭﺟﻲ',
  '',
  '\u200b',
])('hides the program name %j', (name) => {
  expect(clientName(name)).toBeUndefined()
})

test.each([
  ['Claude Code (frogy)', 'Claude Code'],
  ['Claude', 'Claude'],
  ['مساعد المكتب', 'مساعد المكتب'],
  ['Frog of your day', 'Frog of your day'],
  ['Cursor\n\u202e1', 'Cursor 1'],
])('shows the program name %j as %j', (given, shown) => {
  expect(clientName(given)).toBe(shown)
})
