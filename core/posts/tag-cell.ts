import { normalizeNfc } from '../clean-text.ts'
import { isOneLine, isVisible } from '../one-line.ts'
import { MAX_TAG_LENGTH, MAX_TAGS_PER_POST } from './tags.ts'

// The names of tags in one cell of a CSV file. The export writes this cell, and the import reads it.

/** A name in quotes, in which `""` means `"`, or the text up to the next separator. */
const NAMES = /\s*"((?:[^"]|"")*)"(?=\s*(?:[,;،؛|\n]|$))|[^,;،؛|\n]+/gu
const NEEDS_QUOTES = /[,;،؛|"]/u
/** The maximum length of a CSV cell. Longer cells cannot hold valid tag names. */
const MAX_LENGTH = 1_000

export const tagCell = (names: readonly string[]): string =>
  names.map((name) => (NEEDS_QUOTES.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(', ')

/** Two names with the same key are the same tag. */
export const tagKey = (name: string): string => name.toLowerCase()

/** Returns each name in a cell once, or null if a name is invalid or there are too many. */
export function readTagCell(cell: string): string[] | null {
  if (cell.length > MAX_LENGTH) return null
  const found = new Map<string, string>()
  for (const [text, quoted] of normalizeNfc(cell).matchAll(NAMES)) {
    const name = (quoted?.replaceAll('""', '"') ?? text).trim()
    if (name !== '' && !found.has(tagKey(name))) found.set(tagKey(name), name)
  }
  const names = [...found.values()]
  return names.length <= MAX_TAGS_PER_POST && names.every(isTagName) ? names : null
}

const isTagName = (name: string): boolean => name.length <= MAX_TAG_LENGTH && isOneLine(name) && isVisible(name)
