import { withDecidedHyphens } from './hyphens.ts'
import { withoutFurniture, type LevelPage } from './furniture.ts'
import { withoutTatweel } from './letters.ts'
import type { Segment } from './lines.ts'
import { directionOfLines, joined, paragraphsOf, tableOf, type Block } from './paragraphs.ts'
import { regionsOf } from './regions.ts'
import { withoutStruckLetters } from '../../struck-letters.ts'

/** A page's text in its main direction, and its rotated text. */
export interface PageSegments extends LevelPage {
  turned: readonly (readonly Segment[])[]
}

/**
 * Returns the blocks of all pages in the order of reading. Joins paragraphs across pages and moves footnotes after
 * them.
 */
export function blocksOf(pages: readonly PageSegments[]): Block[] {
  const blocks: Block[] = []
  const bodySize = mainSizeOf(segmentsIn(pages))
  const level = withoutFurniture(pages, bodySize)
  /**
   * The index of a paragraph that may continue on the next page, because only footnotes follow. -1 if there is none.
   */
  let open = -1
  for (const [at, { turned }] of pages.entries()) {
    const parts = [level[at]!, ...turned]
    const all = parts.flatMap((segments) => pageBlocks(segments))
    const notes = all.filter((block) => isNote(block, bodySize))
    const body = all.filter((block) => !isNote(block, bodySize))
    for (const [position, block] of body.entries()) {
      const before = blocks[open]
      if (position === 0 && before && goesOn(before, block)) {
        blocks[open] = { ...before, text: joined([before.text, block.text]), isOpen: block.isOpen }
      } else open = blocks.push(block) - 1
    }
    for (const note of notes) blocks.push(note)
  }
  return blocks
}

export function segmentsIn(pages: readonly PageSegments[]): Segment[] {
  return pages.flatMap(({ segments, turned }) => [...segments, ...turned.flat()])
}

export function contentOf(blocks: readonly Block[]): string {
  const text = blocks
    .map((block) => withoutTatweel(block.text).replace(/(?:\s*\.){5,}\s*/g, ' … '))
    .filter((text) => text.trim() !== '')
    .join('\n\n')
  return withoutStruckLetters(withDecidedHyphens(text).normalize('NFC'))
}

export function mainSizeOf(segments: readonly Segment[]): number {
  const letters = new Map<number, number>()
  for (const { size, glyphs } of segments) {
    const rounded = Math.round(size * 2) / 2
    letters.set(rounded, (letters.get(rounded) ?? 0) + glyphs.length)
  }
  return [...letters].reduce((most, some) => (some[1] > most[1] ? some : most), [0, 0])[0]
}

function pageBlocks(segments: readonly Segment[]): Block[] {
  const direction = directionOfLines(segments, 'ltr')
  const blocks: Block[] = []
  for (const region of regionsOf(segments, direction)) {
    if (region.kind === 'table') {
      blocks.push(tableOf(region.rows, direction))
      continue
    }
    const paragraphs = paragraphsOf(region.lines, direction)
    const before = blocks.at(-1)
    const first = paragraphs[0]
    // A paragraph may continue from the bottom of one column to the top of the next.
    if (before && first && goesOn(before, first)) {
      blocks[blocks.length - 1] = { ...before, text: joined([before.text, first.text]), isOpen: first.isOpen }
      paragraphs.shift()
    }
    for (const paragraph of paragraphs) blocks.push(paragraph)
  }
  return blocks
}

function goesOn(before: Block, after: Block): boolean {
  const isSameKind = after.kind === 'paragraph' && before.kind !== 'table' && before.isBold === after.isBold
  const isSameSize = Math.abs(before.size - after.size) < 0.06 * before.size
  if (!isSameKind || !isSameSize || /[.!?:؟۔…]["”»)\]]*[⁰¹²³⁴-⁹]*$/u.test(before.text)) return false
  if (/^\p{Ll}/u.test(after.text)) return true
  // A word with a capital letter, such as a name, may continue a paragraph. After a list item, it starts the next item.
  const isMidSentence = before.kind === 'paragraph' || !/^\p{Lu}/u.test(after.text)
  return before.isOpen && after.isFlush && isMidSentence
}

/** Whether a block is a footnote: smaller than the text, with a mark at its start. */
function isNote({ text, size }: Block, bodySize: number): boolean {
  return size < 0.92 * bodySize && /^(?:[*†‡§]|[⁰¹²³⁴-⁹]+|[([]?\p{Nd}{1,3}[)\].]?\s)/u.test(text)
}
