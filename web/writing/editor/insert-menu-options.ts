import type { Reworking } from '#core/writing/contract.ts'
import type { Phrase } from '#core/writing/phrases-contract.ts'
import type { ToolPanel } from './text-tools.ts'
import { caretAt, isCaret, lineAt, type TextRange } from './text-edits.ts'

export type MenuPage = 'all' | 'tones' | 'delete-phrase' | 'people'
type MenuGroup = 'write' | 'insert' | 'phrases' | 'people'

export type MenuAct =
  | { do: 'rework'; how: Reworking }
  | { do: 'open'; page: MenuPage }
  | { do: 'open-panel'; panel: ToolPanel }
  | { do: 'add-link' }
  | { do: 'suggest-hashtags' }
  | { do: 'add-media' }
  | { do: 'insert-phrase'; phrase: Phrase }
  | { do: 'delete-phrase'; phrase: Phrase }
  | { do: 'mention'; handle: string }

export interface MenuOption {
  label: string
  group: MenuGroup
  act: MenuAct
}

/**
 * The maximum length of a menu's search words. A longer line with a slash is part of the post and does not open the
 * menu.
 */
const LONGEST_QUERY = 40

/**
 * Returns the slash at the start of a line and the query typed after it. Null if the caret is not at the end of such a
 * line.
 */
export function slashAt(text: string, selection: TextRange): (TextRange & { query: string }) | null {
  if (!isCaret(selection)) return null
  const line = lineAt(text, selection.start)
  const query = text.slice(line.start + 1, line.end)
  const isSlash = text.charAt(line.start) === '/' && selection.start === line.end && line.end > line.start
  return isSlash && /^(?![\s/])/u.test(query) && query.length <= LONGEST_QUERY ? { ...line, query } : null
}

/** A search for people begins with this many characters. */
const SHORTEST_NAME = 2

/**
 * Returns the `@` before the caret and the name typed after it. Null if the name is too short, or the `@` is part of an
 * email address.
 */
export function mentionAt(text: string, selection: TextRange): (TextRange & { query: string }) | null {
  if (!isCaret(selection)) return null
  const before = text.slice(Math.max(0, selection.start - LONGEST_QUERY), selection.start)
  const query = /(?:^|[\s([{"'«،؛])@([\p{L}\p{M}\p{N}_.@-]+)$/u.exec(before)?.[1]
  if (!query || query.length < SHORTEST_NAME) return null
  return { start: selection.start - query.length - 1, end: selection.start, query }
}

/** Removes the slash and the query, and their line if the user added it only for the menu. */
export function withoutSlash(text: string, slash: TextRange): { range: TextRange; caret: TextRange } {
  const isOwnLine = slash.end === text.length && slash.start > 0
  const start = isOwnLine ? slash.start - 1 : slash.start
  return { range: { start, end: slash.end }, caret: caretAt(start) }
}

/**
 * Returns the options whose labels contain all words of the query. Ignores the spelling of alef, hamza and vowel signs.
 */
export function matchingOptions(options: readonly MenuOption[], query: string): MenuOption[] {
  const words = foldedWords(query)
  return options.filter(({ label }) => {
    const folded = foldedWords(label).join(' ')
    return words.every((word) => folded.includes(word))
  })
}

const foldedWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|\u0640/gu, '')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '')

/** Converts the selected words to one hashtag. Null if they contain no letter, which a hashtag needs. */
export function hashtagOf(words: string): string | null {
  const tag = words.replace(/[^\p{L}\p{M}\p{Nd}_\u200C\u200D]+/gu, '_').replace(/^_+|_+$/gu, '')
  return /\p{L}/u.test(tag) ? `#${tag}` : null
}

/**
 * Returns the typed web address with its scheme, because some networks do not link an address without one. Null if the
 * text is not a web address.
 */
export function addressOf(typed: string): string | null {
  const address = typed.trim()
  const full = /^https?:\/\//iu.test(address) ? address : `https://${address}`
  if (/\s/u.test(address) || !URL.canParse(full)) return null
  return /^[^.]+(?:\.[^.]+)+$/u.test(new URL(full).hostname) ? full : null
}

/** Returns where a web address is inserted: after the selected words, or at the caret. */
export function withAddress(text: string, { end }: TextRange, address: string): { range: TextRange; inserted: string } {
  const before = text.charAt(end - 1)
  const after = text.charAt(end)
  const gap = before === '' || /\s/u.test(before) ? '' : ' '
  const gapAfter = after === '' || /[\s.,،;؛:!?؟)]/u.test(after) ? '' : ' '
  return { range: caretAt(end), inserted: `${gap}${address}${gapAfter}` }
}
