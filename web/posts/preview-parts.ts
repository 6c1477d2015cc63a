import { findHashtags } from '#core/platforms/hashtags-in-text.ts'
import { foldIndex } from '#core/platforms/preview-fold.ts'
import type { LimitedAccount } from '#core/platforms/limits.ts'
import { overflowStart } from '#core/platforms/text-count.ts'
import { findWebAddresses } from '#core/platforms/web-addresses.ts'

export type Part = {
  text: string
  isLink: boolean
  isExcess: boolean
}

/** Splits a text into the parts of its preview: those above and below the place where the network hides the rest. */
export function previewParts(account: LimitedAccount, text: string): { above: Part[]; below: Part[] | null } {
  const fold = foldIndex(account.platform, text)
  const overflow = overflowStart(account, text) ?? text.length
  const links = [...findHashtags(text), ...findWebAddresses(text)]
  const isLinkAt = (at: number) => links.some(({ start, end }) => start <= at && at < end)

  const cuts = new Set([0, overflow, text.length, ...links.flatMap(({ start, end }) => [start, end])])
  if (fold !== null) cuts.add(fold)
  const places = [...cuts].sort((a, b) => a - b)
  const parts = places.slice(0, -1).map((start, at) => ({
    start,
    text: text.slice(start, places[at + 1]),
    isLink: isLinkAt(start),
    isExcess: start >= overflow,
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

/** Groups the parts of a text by line. All lines except the last keep their line break. */
export function linesOf(parts: readonly Part[]): Part[][] {
  const lines: Part[][] = [[]]
  for (const part of parts)
    for (const text of part.text.split(/(?<=\n)/u)) {
      lines.at(-1)?.push({ ...part, text })
      if (text.endsWith('\n')) lines.push([])
    }
  return lines
}
