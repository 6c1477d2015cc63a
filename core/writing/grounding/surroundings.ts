import type { Span } from '../../platforms/web-addresses.ts'
import type { DateMention } from './dates.ts'
import type { Figure } from './figure.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** The numbers and words of a draft. A computed claim often occurs near the figures it was computed from. */
export interface DraftNumbers {
  tokens: readonly Token[]
  figures: readonly Figure[]
  dates: readonly DateMention[]
  /** The current year, which ends spans such as "since 2014". Zero if unknown. */
  thisYear: number
}

/** The words, figures and dates near a claim. */
export interface Surroundings {
  words: ReadonlySet<string>
  figures: Figure[]
  /** The figure that the claim explains, as in "£21,500, or 13 pence a loaf". */
  explained?: Figure | undefined
  /** The figure of which the claim is a part, as in "$13m of the $84m profit". */
  whole?: Figure | undefined
  dates: DateMention[]
  /** The current year. Zero if unknown. */
  thisYear: number
}

export function surroundingsOf(claim: Figure, { tokens, figures, dates, thisYear }: DraftNumbers): Surroundings {
  const isNear = ({ start, end }: Span) => start < claim.end + NEARBY && end > claim.start - NEARBY
  const beside = tokens.slice(Math.max(0, claim.at - WORDS_BESIDE), claim.next + WORDS_BESIDE)
  const words = beside.filter(({ sentence }) => Math.abs(sentence - claim.sentence) <= 1)
  return {
    words: new Set(words.flatMap(({ key }) => withoutPrefixes(key))),
    figures: figures.filter((each) => each !== claim && isNear(each)),
    explained: figures.findLast(
      (each) => each !== claim && each.end < claim.start && isExplanation(tokens, each, claim),
    ),
    whole: figures.find(
      ({ at, sentence }) =>
        at > claim.next &&
        at - claim.next <= 3 &&
        sentence === claim.sentence &&
        /^(?:of|من)$/u.test(tokens[claim.next]?.key ?? ''),
    ),
    dates: dates.filter(isNear),
    thisYear,
  }
}

/** Whether a claim explains the figure before it: 11 pupils, or 2%; ١١ تلميذًا، أي ٢٪. */
function isExplanation(tokens: readonly Token[], { next, sentence }: Figure, claim: Figure): boolean {
  if (sentence !== claim.sentence || claim.at - next > 6) return false
  return tokens.slice(next, claim.at).some(({ key }) => /^(?:or|ie|meaning|اي|يعني)$/u.test(key))
}

/** The maximum distance, in UTF-16 units, at which words and figures count as near a claim. */
const NEARBY = 220
export const WORDS_BESIDE = 9
