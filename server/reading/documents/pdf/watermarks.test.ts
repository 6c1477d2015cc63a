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

test("keeps the diagonal labels of a chart, and text along the page's edge, as content", () => {
  expect(read([BODY, words('March', { angle: 45 }), words('arXiv', { angle: 90, size: 20 })])).toEqual([
    [body, 'March', 'arXiv'],
  ])
})

test('keeps diagonal text if a file has no other text', () => {
  expect(read([words('CONFIDENTIAL', { angle: 45, size: 60 })])).toEqual([['CONFIDENTIAL']])
})
