import type { Claim } from '#core/writing/grounding/claims.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { DraftSource, Post } from '#core/posts/contract.ts'
import { call } from '../../lib/api.ts'
import type { Written } from './claim-list.tsx'

export const loadGrounding = () => import('./claim-list.tsx')

/** What a text's claims can be looked up in; null where there is nothing: a topic alone says nothing of what is true. */
export const lookedUpIn = <Given extends Written>(written: Given | null | undefined): Given | null =>
  written && (written.source || written.facts) ? written : null

/** What of a text was found nowhere, and is not kept by its author. */
export interface Doubt {
  id: string
  platform: Platform
  claims: readonly Claim[]
}

type Text = Pick<Doubt, 'id' | 'platform'> & {
  content: string
  writtenFrom?: Written | null
  keptClaims?: readonly string[]
}

/**
 * Looks texts up: null where none of them has anything to be looked up in.
 * @returns those with something in doubt; rejected where it could not be looked up
 */
export function doubtsOf(texts: readonly Text[]): Promise<Doubt[]> | null {
  if (!texts.some(({ writtenFrom }) => lookedUpIn(writtenFrom))) return null
  return loadGrounding().then(({ claimsOf, openClaims }) =>
    texts.flatMap(({ id, platform, content, writtenFrom, keptClaims = [] }) => {
      const from = lookedUpIn(writtenFrom)
      const claims = from ? openClaims(claimsOf(content, from), keptClaims) : []
      return claims.length > 0 ? [{ id, platform, claims }] : []
    }),
  )
}

/** The same of drafts that are on no desk. @throws ApiError */
export async function doubtsOfDrafts(drafts: readonly Post[]): Promise<(Doubt & { given: DraftSource })[]> {
  const sources = new Map<string, DraftSource>()
  for (const { id } of drafts) {
    const { given } = await call('GET /api/posts/{id}/source', { params: { id } })
    if (given) sources.set(id, given)
  }
  const doubts = await doubtsOf(
    drafts.map(({ id, platform, content }) => {
      const given = sources.get(id)
      return { id, platform, content, writtenFrom: given ?? null, keptClaims: given?.keptClaims ?? [] }
    }),
  )
  return (doubts ?? []).map((doubt) => ({ ...doubt, given: sources.get(doubt.id)! }))
}

/** Whoever schedules them has kept them: they are asked about once. @throws ApiError */
export async function keepClaims(doubts: readonly (Doubt & { given: DraftSource })[]): Promise<void> {
  for (const { id, given, claims } of doubts) {
    const kept = new Set([...given.keptClaims, ...claims.map(({ text }) => text)])
    const body = { ...given, keptClaims: [...kept].slice(-MOST_KEPT) }
    await call('PUT /api/posts/{id}/source', { params: { id }, body })
  }
}

/** As many as the contract takes. */
const MOST_KEPT = 200
