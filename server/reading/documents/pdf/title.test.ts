import { expect, test } from 'vitest'
import type { Block } from './paragraphs.ts'
import { titleOf } from './title.ts'

const block = (text: string, size: number): Block => ({
  text,
  size,
  isBold: false,
  kind: 'paragraph',
  isOpen: false,
  isFlush: true,
})
const BLOCKS = [
  block('Port office', 12),
  block('Night boats', 20),
  block('Count them', 20),
  block('It was late and the gate was open.', 10),
]

test('uses the title that the PDF declares', () => {
  expect(titleOf(['  The gate\n of the port '], BLOCKS, 10)).toBe('The gate of the port')
})

test.each([
  '',
  'untitled',
  'Untitled-1',
  'Microsoft Word - gate.docx',
  'gate_final.indd',
  'C:\\papers\\gate.doc',
  'https://a.example/gate',
  'مستند1',
  12,
])("replaces the PDF's meaningless title %j by the first of its largest headings", (named) => {
  expect(titleOf([named], BLOCKS, 10)).toBe('Night boats')
})

test('returns no title if the PDF has neither a declared title nor a heading', () => {
  expect(titleOf([undefined], [block('It was late.', 10)], 10)).toBe(null)
})
