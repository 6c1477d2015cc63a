import { expect, test } from 'vitest'
import { drawn } from '#tests/corpus/pdf/drawn.ts'
import type { Drawn } from './page-glyphs.ts'
import { withoutWatermarks } from './watermarks.ts'

type Place = Parameters<typeof drawn>[1] & { angle?: number; isFaint?: boolean; isTransparent?: boolean }

const words = (text: string, { angle = 0, isFaint = false, isTransparent = false, ...place }: Place = {}): Drawn[] =>
  drawn(text, place).map((glyph) => ({ ...glyph, angle, isFaint, isTransparent, isArtifact: false }))

const BODY = ['The harbour of Almina', 'opened its third quay', 'in March of that year'].flatMap((line, at) =>
  words(line, { baseline: 700 - 12 * at }),
)

const read = (...pages: Drawn[][][]) =>
  withoutWatermarks(pages.map((glyphs) => ({ glyphs }))).map(({ glyphs }) =>
    glyphs.map((group) => group.map(({ text }) => text).join('')),
  )
const body = BODY.map(({ text }) => text).join('')

test('removes large diagonal text as a watermark', () => {
  expect(read([BODY, words('CONFIDENTIAL', { angle: 45, size: 60 })])).toEqual([[body]])
  expect(read([BODY, words('سري', { angle: 315, size: 60 })])).toEqual([[body]])
})

test('removes small diagonal text as a watermark if it is faint or on every page', () => {
  expect(read([BODY, words('a@example.com', { angle: 30, isFaint: true })])).toEqual([[body]])
  const stamp = words('Copy of Mona', { angle: 30 })
  expect(read([BODY, stamp], [BODY, stamp])).toEqual([[body], [body]])
})

test('removes large text under other text, and keeps large text that nothing covers', () => {
  const draft = words('DRAFT', { left: 40, baseline: 675, size: 40 })
  expect(read([[...BODY, ...draft]])).toEqual([[body]])
  expect(read([[...BODY, ...words('DRAFT', { baseline: 760, size: 40 })]])).toEqual([[`${body}DRAFT`]])
})

test("removes faint text along a page's edge and large transparent text as watermarks", () => {
  expect(read([BODY, words('COPY', { angle: 90, isFaint: true })])).toEqual([[body]])
  const ghost = words('DRAFT', { baseline: 300, size: 60, isFaint: true, isTransparent: true })
  expect(read([[...BODY, ...ghost]])).toEqual([[body]])
})

test('removes large light text that is on several pages, and keeps a light title', () => {
  const light = words('DRAFT', { baseline: 760, size: 60, isFaint: true })
  expect(read([[...BODY, ...light]], [[...BODY, ...light]])).toEqual([[body], [body]])
  expect(read([[...light, ...BODY]])).toEqual([[`DRAFT${body}`]])
})

const heading = words('The third quay', { baseline: 760, size: 20 })
const blank = { left: 60, baseline: 300, size: 60 }
const grey = (text: string, place: Place = blank) => words(text, { ...place, isFaint: true })
const text = `The third quay${body}`

test.for<[string, Drawn[]]>([
  ['CONFIDENTIAL', grey('CONFIDENTIAL')],
  ['D R A F T', grey('D R A F T')],
  ['Entwurf', grey('Entwurf', { ...blank, size: 24 })],
  ['يرس', grey('يرس')],
  ['Harbour Ltd', grey('Harbour Ltd')],
])('removes the light word %s from a blank part of a page', ([, word]) => {
  expect(read([[...heading, ...BODY, ...word]])).toEqual([[text]])
})

test.for<[string, Drawn[], number]>([
  ['large black words', words('CONFIDENTIAL', blank), 3],
  ['other large black words', words('Harbour Ltd', blank), 3],
  ['small light words', grey('DRAFT', { ...blank, size: 20 }), 3],
  ['small light words at the top', grey('Mona 4711', { baseline: 800, size: 14 }), 2],
  ['tiny light words', grey('Copy', { baseline: 20, size: 8 }), 4],
])('removes %s from the same place of several pages', ([, word, count]) => {
  const pages = Array.from({ length: count }, () => [[...heading, ...BODY, ...word]])
  expect(read(...pages)).toEqual(pages.map(() => [text]))
})

test('removes the light word DRAFT even if each page has it at another place', () => {
  const pages = [100, 300].map((baseline) => [[...heading, ...BODY, ...grey('DRAFT', { baseline, size: 14 })]])
  expect(read(...pages)).toEqual([[text], [text]])
})

test('removes diagonal or light words that a page repeats', () => {
  const tiles = [300, 400, 500, 600].flatMap((left) =>
    words('Licensed to Mona', { left, baseline: left, angle: 30, size: 10 }),
  )
  expect(read([BODY, tiles])).toEqual([[body]])
  const light = [100, 200, 300, 400].flatMap((baseline) => grey('Licensed to Mona', { baseline, size: 10 }))
  expect(read([[...BODY, ...light]])).toEqual([[body]])
})

test.for<[string, Drawn[][]]>([
  ['a light title', [[...grey('The harbour', { baseline: 780, size: 40 }), ...BODY]]],
  ['a light heading', [[...heading, ...BODY, ...grey('The ships', { baseline: 500, size: 26 })]]],
  ['a black heading that names a watermark', [[...heading, ...BODY, ...words('Draft', { baseline: 500, size: 20 })]]],
  ['a large black word on one page', [[...heading, ...BODY, ...words('CONFIDENTIAL', blank)]]],
  [
    'the same title of several slides',
    [1, 2, 3].map(() => [...words('Results', { baseline: 780, size: 36 }), ...BODY]),
  ],
  ['light titles of slides', [1, 2].map(() => [...grey('Results', { baseline: 780, size: 30 }), ...BODY])],
  [
    'light words at other places',
    [100, 300].map((baseline) => [...heading, ...BODY, ...grey('See page', { baseline, size: 14 })]),
  ],
  [
    'light cells of a table',
    [[...BODY, ...grey('Yes', { baseline: 300, size: 10 }), ...grey('Yes', { baseline: 280, size: 10 })]],
  ],
])('keeps text that is not a watermark: %s', ([, pages]) => {
  const all = pages.map((glyphs) => [glyphs.map((glyph) => glyph.text).join('')])
  expect(read(...pages.map((glyphs) => [glyphs]))).toEqual(all)
})

test("removes the same text along every page's edge", () => {
  const note = words('Downloaded by Mona', { angle: 90, left: 20 })
  expect(read([BODY, note], [BODY, note])).toEqual([[body], [body]])
  expect(read([BODY, note], [BODY])).toEqual([[body, 'Downloaded by Mona'], [body]])
})

test("keeps the diagonal labels of a chart, and text along the page's edge, as content", () => {
  expect(read([BODY, words('March', { angle: 45 }), words('arXiv', { angle: 90, size: 20 })])).toEqual([
    [body, 'March', 'arXiv'],
  ])
})

test('keeps diagonal text if a file has no other text', () => {
  expect(read([words('CONFIDENTIAL', { angle: 45, size: 60 })])).toEqual([['CONFIDENTIAL']])
})
