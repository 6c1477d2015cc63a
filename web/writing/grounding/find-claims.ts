import { claimsIn, type Claim } from '#core/writing/grounding/claims.ts'
import { evidenceOf, type Evidence } from '#core/writing/grounding/evidence.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import type { Source } from '../sources/source.ts'

/** The origin of a draft: a source, or the user's topic, facts and request. */
export interface Written {
  source: Source | null
  topic: string
  facts?: string
  /** The user's request for the draft, in their own words. */
  wish?: string
  /** Whether a model wrote the draft. Without a source, only such drafts are checked. */
  isByModel?: true
}

/** Caches parsed sources, because parsing is slow and all drafts share a source. */
const evidenceCache = new WeakMap<Written, Evidence>()

export const findClaims = (content: string, written: Written): Claim[] =>
  outsidePhrases(content, claimsOf(content, written))

function claimsOf(content: string, written: Written): Claim[] {
  const thisYear = new Date().getFullYear()
  if (!written.source && !written.facts) return claimsIn(content, evidenceOf({ topic: ownWords(written) }), thisYear)
  let evidence = evidenceCache.get(written)
  if (!evidence) {
    const { source, topic, wish, facts } = written
    evidence = evidenceOf({
      source: source && { ...source, text: source.content },
      topic: [topic, wish].filter(Boolean).join('\n'),
      facts,
    })
    evidenceCache.set(written, evidence)
  }
  return claimsIn(content, evidence, thisYear)
}

/** Saved phrases are the user's own words, so claims inside them need no evidence. */
function outsidePhrases(content: string, claims: Claim[]): Claim[] {
  const phrases = queryClient.getQueryData(reading('GET /api/phrases').queryKey) ?? []
  const places = phrases.flatMap(({ text }) => {
    const start = content.lastIndexOf(text)
    return start < 0 ? [] : [{ start, end: start + text.length }]
  })
  return claims.filter(({ start, end }) => !places.some((place) => place.start <= start && end <= place.end))
}

/**
 * The user's words that count as evidence for a draft without a source: the topic, the request and the rules of the
 * writing voice.
 */
function ownWords({ topic, wish = '' }: Written): string {
  const voice = queryClient.getQueryData(reading('GET /api/voice').queryKey)
  return [topic, wish, ...(voice?.dos ?? [])].join('\n')
}

const isOpen = (claim: Claim, kept: readonly string[]): boolean => claim.found === null && !kept.includes(claim.text)

/** Unsupported claims that the user has not accepted. */
export const openClaims = (claims: readonly Claim[], kept: readonly string[]): Claim[] =>
  claims.filter((claim) => isOpen(claim, kept))

/** Claims that are certainly unsupported and not accepted. Posting asks about them. */
export const sureClaims = (claims: readonly Claim[], kept: readonly string[]): Claim[] =>
  openClaims(claims, kept).filter(({ isSure }) => isSure)

interface ClaimMark {
  start: number
  end: number
  kind: 'found' | 'kept' | 'open' | 'doubtful' | 'chosen'
}

/**
 * Returns the places of claims in the text, which are then marked. A selected claim has a second mark, which colours
 * its background.
 */
export function claimMarks(claims: readonly Claim[], kept: readonly string[], selected: Claim | null): ClaimMark[] {
  return claims.flatMap((claim): ClaimMark[] => {
    const { start, end, isSure } = claim
    const kind = claim.found ? 'found' : !isOpen(claim, kept) ? 'kept' : isSure ? 'open' : 'doubtful'
    const mark: ClaimMark = { start, end, kind }
    return claim === selected && kind !== 'open' ? [mark, { start, end, kind: 'chosen' }] : [mark]
  })
}

export const claimAt = (claims: readonly Claim[], offset: number): Claim | undefined =>
  claims.find(({ start, end }) => start <= offset && offset <= end)
