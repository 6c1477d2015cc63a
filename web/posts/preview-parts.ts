import { findHashtags } from '#core/platforms/hashtags-in-text.ts'
import { foldIndex } from '#core/platforms/preview-fold.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { overflowStart } from '#core/platforms/text-count.ts'
import { findWebAddresses, type Span } from '#core/platforms/web-addresses.ts'

export type Part = {
  text: string
  isLink: boolean
  isExcess: boolean
  /** The index of the mark that contains this part; null if none does. */
  mark: number | null
}

/**
 * Splits a text into the parts of its preview.
 * @param marks ranges to highlight, in text order and without overlap
 */
export function previewParts(
  platform: Platform,
  text: string,
  marks: readonly Span[] = [],
): { above: Part[]; below: Part[] | null } {
  const fold = foldIndex(platform, text)
  const overflow = overflowStart({ platform }, text) ?? text.length
  const links = [...findHashtags(text), ...findWebAddresses(text)]
  const isLinkAt = (at: number) => links.some(({ start, end }) => start <= at && at < end)

  const markAt = (at: number) => marks.findIndex(({ start, end }) => start <= at && at < end)

  const spans = [...links, ...marks.filter(({ end }) => end <= text.length)]
  const cuts = new Set([0, overflow, text.length, ...spans.flatMap(({ start, end }) => [start, end])])
  if (fold !== null) cuts.add(fold)
  const places = [...cuts].sort((a, b) => a - b)
  const parts = places.slice(0, -1).map((start, at) => ({
    start,
    text: text.slice(start, places[at + 1]),
    isLink: isLinkAt(start),
    isExcess: start >= overflow,
    mark: markAt(start) < 0 ? null : markAt(start),
  }))
  if (fold === null) return { above: parts, below: null }
  return {
    above: trimmed(
      parts.filter(({ start }) => start < fold),
      'end',
    ),
    below: trimmed(
      parts.filter(({ start }) => start >= fold),
      'start',
    ),
  }
}

function trimmed(parts: Part[], side: 'start' | 'end'): Part[] {
  const edge = side === 'end' ? parts.length - 1 : 0
  return parts.map((part, at) =>
    at === edge ? { ...part, text: side === 'end' ? part.text.trimEnd() : part.text.trimStart() } : part,
  )
}
