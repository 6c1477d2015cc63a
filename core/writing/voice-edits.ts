import { z } from 'zod'
import { findEmoji } from '../platforms/emoji.ts'
import { findHashtags } from '../platforms/hashtags-in-text.ts'
import { normalizeNfc } from '../clean-text.ts'
import { splitSentences } from './sentences.ts'
import { shareOf, shinglesOf, withoutLinks } from './shingles.ts'
import { wordsOf } from '../words.ts'

const Hashes = z.array(z.int())

/** Counts and hashes of a draft. Frogy stores them instead of the text. */
export const TextTraits = z.object({
  words: z.int(),
  hashtags: z.int(),
  emoji: z.int(),
  exclamations: z.int(),
  listItems: z.int(),
  asksAtEnd: z.boolean(),
  /** Hashes of all runs of three words (shingles) of the whole text, of its first sentence and of its last one. */
  all: Hashes,
  first: Hashes,
  last: Hashes,
})
export type TextTraits = z.infer<typeof TextTraits>

/** A text with its first and last sentence. Hashtags and addresses are removed. */
export interface ReadText {
  traits: TextTraits
  opening: string
  ending: string
}

/** Changes that an author can make to a draft. Each one suggests a rule for the author's voice. */
export const EDIT_KINDS = [
  'question_removed',
  'hashtags_removed',
  'list_removed',
  'emoji_removed',
  'exclamations_removed',
  'greeting_added',
  'closing_added',
  'hashtags_reduced',
  'emoji_added',
  'shortened',
  'opening_replaced',
] as const
export type EditKind = (typeof EDIT_KINDS)[number]

/** The number of characters to compare. No network allows longer posts. */
const MAX_LENGTH = 70_000

export function readText(text: string): ReadText {
  const shown = normalizeNfc(text.slice(0, MAX_LENGTH))
  const bare = withoutLinks(shown)
  const sentences = splitSentences(bare).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
  const [opening = '', ending = ''] = [sentences.at(0), sentences.at(-1)]
  return {
    opening,
    ending,
    traits: {
      words: wordsOf(bare).length,
      hashtags: findHashtags(shown).length,
      emoji: [...findEmoji(bare)].length,
      exclamations: bare.match(/[!！]/gu)?.length ?? 0,
      listItems: bare.match(LIST_ITEM)?.length ?? 0,
      asksAtEnd: isQuestion(ending),
      // Add whole sentences, because a sentence of one or two words is in no three-word run.
      all: [...new Set([bare, ...sentences].flatMap(hashesOf))],
      first: hashesOf(opening),
      last: hashesOf(ending),
    },
  }
}

const LIST_ITEM = /^[ \t]*(?:[•▪◦‣*–—-]|[\p{Nd}]{1,2}[.)]|\p{Emoji_Presentation})[ \t]+\S/gmu

const isQuestion = (sentence: string): boolean => /[?؟][^\p{L}\p{N}]*$/u.test(sentence.slice(-40))

const hashesOf = (text: string): number[] => [...shinglesOf(text)]

/** Whether the author made each edit. An edit is missing if the draft gave no occasion for it. */
export type Edits = Partial<Record<EditKind, boolean>>

/** A text with fewer words than this is already short, so nothing can be learned from it. */
const SHORT = 30
/** A text counts as shortened if at most this part of its words is left. */
const SHORTENED = 0.8
/** A sentence counts as removed if the text has less than this part of its three-word runs (shingles). */
const GONE = 0.34

/** Compares Frogy's draft with the post that its author published. */
export function editsBetween(written: TextTraits, { traits: posted }: ReadText): Edits {
  const all = new Set(posted.all)
  const isGone = (sentence: readonly number[]) => shareOf(sentence, all) < GONE
  const isNew = (sentence: readonly number[]) => sentence.length > 0 && shareOf(sentence, new Set(written.all)) < GONE
  const isOpeningGone = isGone(written.first)
  return {
    ...(written.asksAtEnd && { question_removed: !posted.asksAtEnd && isGone(written.last) }),
    ...(written.hashtags > 0 && { hashtags_removed: posted.hashtags === 0 }),
    ...(written.hashtags > 1 && { hashtags_reduced: posted.hashtags <= written.hashtags / 2 }),
    ...(written.listItems > 1 && { list_removed: posted.listItems === 0 }),
    ...(written.emoji > 0 ? { emoji_removed: posted.emoji === 0 } : { emoji_added: posted.emoji > 0 }),
    ...(written.exclamations > 0 && { exclamations_removed: posted.exclamations === 0 }),
    ...(written.words >= SHORT && { shortened: posted.words <= written.words * SHORTENED }),
    ...(written.first.length > 0 && { opening_replaced: isOpeningGone && isNew(posted.first) }),
    greeting_added: !isOpeningGone && isNew(posted.first),
    closing_added: isNew(posted.last),
  }
}
