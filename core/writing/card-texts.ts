import type { Claim } from './grounding/claims.ts'
import { numbersIn } from './grounding/evidence.ts'
import { arabicNamesIn, namesIn } from './grounding/names.ts'
import { quotationsIn } from './grounding/quotations.ts'
import { tokensOf, type Token } from './grounding/tokens.ts'
import { sentenceEnds } from './sentences.ts'

/** The text of a picture made from a draft. */
export type CardText =
  | { kind: 'figure'; figure: string; words: string }
  | { kind: 'quotation'; words: string; speaker: string }

const LONGEST = 280
const MOST = 12

/**
 * Lists the quotations and figures of a draft that fit on a picture.
 * @param claims the draft's claims if it has a source; claims without evidence are omitted
 */
export function cardTextsOf(draft: string, claims: readonly Claim[] | null): CardText[] {
  const tokens = tokensOf(draft)
  const isFounded = (kind: Claim['kind'], start: number) =>
    claims === null || claims.some((claim) => claim.kind === kind && claim.start === start && claim.found !== null)
  const quotations = quotationsIn(draft, tokens)
  const quoted = quotations
    .filter(({ start }) => isFounded('quotation', start))
    .map((span): CardText => ({
      kind: 'quotation',
      // A comma before the closing quotation mark is not part of the quotation, so the card omits it.
      words: oneLine(draft.slice(span.start + 1, span.end - 1)).replace(/[,،]$/u, ''),
      speaker: speakerOf(draft, tokens, span),
    }))
  const figures = numbersIn(tokens)
    .figures.filter(({ start }) => isFounded('figure', start) && !quotations.some((one) => isWithin(start, one)))
    .map(({ start, end }) => ({
      kind: 'figure' as const,
      figure: oneLine(draft.slice(start, end)),
      words: sentenceAround(draft, start),
    }))
  // Skip figures in words such as "one", which look odd in large letters.
  const texts = [...quoted, ...figures.filter(({ figure }) => /\p{Nd}/u.test(figure))]
  return texts.filter(({ words }) => words !== '' && words.length <= LONGEST).slice(0, MOST)
}

interface Span {
  start: number
  end: number
}

const isWithin = (at: number, { start, end }: Span) => at >= start && at < end
const oneLine = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()

/** The name nearest to a quotation in the sentences that contain it. Empty if there is none. */
function speakerOf(draft: string, tokens: readonly Token[], quotation: Span): string {
  const { start, end } = sentenceSpan(draft, quotation.start, quotation.end)
  const names = [...namesIn(draft, tokens), ...arabicNamesIn(draft, tokens)].filter(
    (name) => name.start >= start && name.end <= end && (name.end <= quotation.start || name.start >= quotation.end),
  )
  const gap = (name: Span) => Math.max(quotation.start - name.end, name.start - quotation.end)
  const [nearest] = names.toSorted((a, b) => gap(a) - gap(b))
  return nearest ? draft.slice(nearest.start, nearest.end) : ''
}

function sentenceAround(draft: string, at: number): string {
  const { start, end } = sentenceSpan(draft, at, at + 1)
  return oneLine(draft.slice(start, end))
}

/** The sentences from `from` to `to`, within one paragraph. */
function sentenceSpan(draft: string, from: number, to: number): Span {
  const start = draft.lastIndexOf('\n', from - 1) + 1
  const next = draft.indexOf('\n', to)
  const end = next < 0 ? draft.length : next
  const ends = sentenceEnds(draft.slice(start, end)).map((offset) => start + offset)
  return { start: ends.findLast((offset) => offset <= from) ?? start, end: ends.find((offset) => offset >= to) ?? end }
}
