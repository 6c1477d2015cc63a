import type { Span } from '../../platforms/web-addresses.ts'
import { isInClause } from './clauses.ts'
import type { Evidence } from './evidence.ts'
import { isTelling } from './telling-words.ts'
import { withoutPrefixes, type Token } from './tokens.ts'

/** Finds comparisons that the source makes the other way round: girls lost more than boys. */
export function swappedComparisons(tokens: readonly Token[], evidence: Evidence): Span[] {
  const known = evidence.flatMap((witness) => comparisonsIn(witness.tokens))
  return comparisonsIn(tokens).filter((one) => {
    const same = known.filter(({ word }) => word === one.word)
    const isSwapped = same.some(({ subjects, other }) => one.subjects.includes(other) && subjects.includes(one.other))
    return (
      isSwapped &&
      !same.some(({ subjects, other }) => other === one.other && subjects.some((each) => one.subjects.includes(each)))
    )
  })
}

const COMPARATIVE =
  /^(?:more|less|fewer|longer|shorter|higher|lower|faster|slower|older|younger|larger|smaller|cheaper|dearer|better|worse|earlier|later|اكثر|اقل|اعلي|ادني|اطول|اقصر|اسرع|ابطا|اكبر|اصغر|ارخص|اغلي|افضل|اسوا)$/u
const THAN = /^(?:than|من)$/u
const MAX_COMPARISONS = 50
const COMPARED = 6 // The maximum distance between a comparison and its subject, in words.

interface Comparison extends Span {
  word: string
  subjects: string[]
  other: string
}

function comparisonsIn(tokens: readonly Token[]): Comparison[] {
  const found: Comparison[] = []
  const stemAt = (place: number) =>
    withoutPrefixes(tokens[place]?.key ?? '')
      .at(-1)
      ?.replace(/(?<=...)s$/, '') ?? ''
  for (let at = 0; at < tokens.length && found.length < MAX_COMPARISONS; at++) {
    if (!COMPARATIVE.test(tokens[at]?.key ?? '')) continue
    const than = [1, 2, 3].map((step) => at + step).find((place) => THAN.test(tokens[place]?.key ?? ''))
    const other = than === undefined ? undefined : [than + 1, than + 2].find((place) => isTelling(tokens[place]))
    if (than === undefined || other === undefined || !isInClause(tokens, at, other)) continue
    const subjects: number[] = []
    for (let place = at - 1; place >= Math.max(0, at - COMPARED) && isInClause(tokens, place, at); place--)
      if (isTelling(tokens[place])) subjects.push(place)
    const start = tokens[subjects.at(-1) ?? at]?.start ?? 0
    found.push({
      start,
      end: tokens[other]?.end ?? 0,
      word: tokens[at]?.key ?? '',
      subjects: subjects.map(stemAt),
      other: stemAt(other),
    })
  }
  return found
}
