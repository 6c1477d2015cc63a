import { expect, test } from 'vitest'
import { readTime } from './publication-time.ts'

test.each([
  ['2026-03-01T08:30+03:00', { kind: 'instant', scheduledAt: '2026-03-01T05:30:00.000Z' }],
  ['2026-03-01 08:30 +0300', { kind: 'instant', scheduledAt: '2026-03-01T05:30:00.000Z' }],
  ['2026-03-01T05:30:15Z', { kind: 'instant', scheduledAt: '2026-03-01T05:30:15.000Z' }],
  ['2026-03-01T08:30', { kind: 'local', wallTime: '2026-03-01T08:30' }],
  [' 2026-03-01 08:30 ', { kind: 'local', wallTime: '2026-03-01T08:30' }],
  ['2026-03-01 08:30:00', { kind: 'local', wallTime: '2026-03-01T08:30' }],
  ['٢٠٢٦-٠٣-٠١ ٠٨:٣٠', { kind: 'local', wallTime: '2026-03-01T08:30' }],
  ['۲۰۲۶-۰۳-۰۱ ۰۸:۳۰', { kind: 'local', wallTime: '2026-03-01T08:30' }],
  ['2028-02-29 23:59', { kind: 'local', wallTime: '2028-02-29T23:59' }],
  ['+90m', { kind: 'after', ms: 5_400_000 }],
  ['+2h', { kind: 'after', ms: 7_200_000 }],
  ['+٣d', { kind: 'after', ms: 259_200_000 }],
  ['next', { kind: 'next' }],
])('reads the time %s', (text, time) => {
  expect(readTime(text)).toEqual(time)
})

test.each([
  '',
  'soon',
  '08:30',
  '2026-03-01',
  '01/03/2026 08:30',
  '2026-02-30 08:30',
  '2027-02-29T08:30Z',
  '2026-13-01 08:30',
  '2026-03-01 24:00',
  '2026-03-01 08:60',
  '2026-03-01 08:30:30',
  '2026-03-01T08:30:99Z',
  '2026-03-01T08:30+99:00',
  '2h',
  '+2',
  '+2w',
  '-2h',
  '+99999d',
  '2026-03-01 08:30 Asia/Riyadh',
])('refuses the time "%s" and lists the accepted forms', (text) => {
  expect(() => readTime(text)).toThrow(/2026-03-01T08:30\+03:00.*next/)
})
