import type { Language } from '../language.ts'
import { cutAt } from '../cut-text.ts'
import { shareOf } from './shingles.ts'
import { editsBetween, EDIT_KINDS, type EditKind, type Edits, type ReadText, type TextTraits } from './voice-edits.ts'

/** A rule that an author's edits suggest, with its evidence. */
export interface Proposal {
  kind: EditKind
  language: Language
  /** The author made the edit in `count` of the last `of` posts where it was possible. */
  count: number
  of: number
  /** By how many percent the author shortens drafts, or how many hashtags the author keeps. */
  amount: number | null
  /** The phrase that the author adds, or the opening of the author's newest post. */
  phrase: string | null
}

/** A published post and the draft that it came from. */
export interface Pair {
  written: TextTraits
  posted: ReadText
}

/** The number of posts that are compared for one rule. */
export const EVIDENCE = 5
/** The minimum number of compared posts with the same edit. Fewer are not a habit. */
const HABIT = 4
/** The maximum length of a phrase in a proposed voice rule. The rule also contains other words. */
const LONGEST_PHRASE = 80

/** The minimum share of word sequences (shingles) that a post has in common with the draft from which it came. */
const FROM_DRAFT = 0.3

/** Finds the draft that a post came from, by the word sequences (shingles) that both have. Returns its index, or -1. */
export function draftOf(posted: ReadText, drafts: readonly TextTraits[]): number {
  const all = new Set(posted.traits.all)
  let best = { at: -1, share: FROM_DRAFT }
  for (const [at, { all: written }] of drafts.entries()) {
    const shared = shareOf(written, all) * written.length
    const share = shared / Math.max(1, Math.min(written.length, all.size))
    if (share >= best.share) best = { at, share }
  }
  return best.at
}

/**
 * The rule that posts of one language suggest most clearly. The same posts always give the same result, without a
 * model.
 * @param pairs newest first
 * @param isAnswered whether the author has already accepted or refused a rule
 */
export function proposalFrom(
  pairs: readonly Pair[],
  language: Language,
  isAnswered: (kind: EditKind, phrase: string | null) => boolean,
): Proposal | null {
  const compared = pairs.map((pair) => ({ ...pair, edits: editsBetween(pair.written, pair.posted) }))
  const found = EDIT_KINDS.flatMap((kind): Proposal[] => {
    const last = compared.filter(({ edits }) => edits[kind] !== undefined).slice(0, EVIDENCE)
    const done = madeIn(kind, last)
    if (last.length < EVIDENCE || done.length < HABIT) return []
    const phrase = phraseOf(kind, done[0]?.posted)
    if (phrase !== null && phrase.length > LONGEST_PHRASE && kind !== 'opening_replaced') return []
    // Replaced openings all differ, so the author's answer to one proposal holds for every opening.
    if (isAnswered(kind, kind === 'opening_replaced' ? null : phrase)) return []
    return [
      {
        kind,
        language,
        count: done.length,
        of: EVIDENCE,
        amount: amountOf(kind, done),
        phrase: phrase && cutAt(phrase, LONGEST_PHRASE).trim(),
      },
    ]
  })
  return found.reduce<Proposal | null>((best, one) => (best && best.count >= one.count ? best : one), null)
}

type Compared = Pair & { edits: Edits }

function madeIn(kind: EditKind, pairs: readonly Compared[]): Compared[] {
  const done = pairs.filter(({ edits }) => edits[kind])
  if (kind !== 'greeting_added' && kind !== 'closing_added') return done
  // An added phrase is a habit only if it is the same in each post.
  const keyOf = ({ posted: { traits } }: Pair) => (kind === 'greeting_added' ? traits.first : traits.last).join()
  return done
    .map((pair) => done.filter((other) => keyOf(other) === keyOf(pair)))
    .reduce<Compared[]>((most, same) => (same.length > most.length ? same : most), [])
}

function phraseOf(kind: EditKind, newest: ReadText | undefined): string | null {
  if (!newest) return null
  if (kind === 'closing_added') return newest.ending
  return kind === 'greeting_added' || kind === 'opening_replaced' ? newest.opening : null
}

function amountOf(kind: EditKind, done: readonly Pair[]): number | null {
  if (kind === 'shortened')
    return Math.round(100 - 100 * median(done.map(({ written, posted }) => posted.traits.words / written.words)))
  if (kind === 'hashtags_reduced')
    return Math.max(1, Math.round(median(done.map(({ posted }) => posted.traits.hashtags))))
  return null
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
