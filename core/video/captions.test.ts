import { expect, test } from 'vitest'
import { readCaptions, toSubRip, toWebVtt } from './captions.ts'

const SUBRIP = `\uFEFF1\r
00:00:01,500 --> 00:00:03,000\r
Frogs <i>jump</i> at dawn\r
\r
2\r
00:01:02,045 --> 00:01:04,100\r
تقفز الضفادع\r
عند الفجر\r
`

const WEBVTT = `WEBVTT - Pond

STYLE
::cue { color: white }

NOTE Checked twice

intro
00:01.500 --> 00:03.000 align:start
Frogs <v Layla>jump</v> at dawn

01:02.045 --> 01:04.100
تقفز الضفادع
عند الفجر
`

const CAPTIONS = [
  { fromMs: 1_500, toMs: 3_000, text: 'Frogs jump at dawn' },
  { fromMs: 62_045, toMs: 64_100, text: 'تقفز الضفادع\nعند الفجر' },
]

test.each([
  ['SubRip', SUBRIP],
  ['WebVTT', WEBVTT],
])('reads a %s file without its markup', (_, file) => {
  expect(readCaptions(file)).toEqual(CAPTIONS)
})

test('reads the same captions again from the SubRip and WebVTT files that it writes', () => {
  expect(toWebVtt(CAPTIONS)).toMatch(/^WEBVTT\n\n00:00:01\.500 --> 00:00:03\.000\nFrogs jump at dawn\n/)
  expect(toSubRip(CAPTIONS)).toMatch(/^1\n00:00:01,500 --> 00:00:03,000\nFrogs jump at dawn\n/)
  expect(readCaptions(toWebVtt(CAPTIONS))).toEqual(CAPTIONS)
  expect(readCaptions(toSubRip(CAPTIONS))).toEqual(CAPTIONS)
})

test('escapes special characters of captions for WebVTT, and reads them back unchanged', () => {
  const captions = [{ fromMs: 0, toMs: 1_000, text: 'Salt & 1 < 2 > 0' }]
  expect(toWebVtt(captions)).toContain('Salt &amp; 1 &lt; 2 &gt; 0')
  expect(readCaptions(toWebVtt(captions))).toEqual(captions)
})

test('removes characters that the database cannot store from captions', () => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\nFr\u0000ogs \uD800jump\n'
  expect(readCaptions(file)).toEqual([{ fromMs: 1_000, toMs: 2_000, text: 'Fr ogs jump' }])
})

test('sorts captions by time', () => {
  const file = '1\n00:00:09,000 --> 00:00:10,000\nlast\n\n2\n00:00:01,000 --> 00:00:02,000\nfirst\n'
  expect(readCaptions(file)?.map(({ text }) => text)).toEqual(['first', 'last'])
})

test.each([
  ['another text', 'Frogs jump at dawn'],
  ['an empty file', ''],
  ['captions without text', 'WEBVTT\n\n00:01.000 --> 00:02.000\n'],
  ['a caption that ends before it begins', '1\n00:00:03,000 --> 00:00:01,000\nFrogs\n'],
  ['an unreadable time', '1\n00:00:61,000 --> 00:01:02,000\nFrogs\n'],
  ['a text between SubRip captions', '1\n00:00:01,000 --> 00:00:02,000\nFrogs\n\nwithout a time\n'],
])('rejects a captions file with this content: %s', (_, file) => {
  expect(readCaptions(file)).toBeUndefined()
})
