import type { Claim } from '#core/writing/grounding/claims.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { DraftSource, Post } from '#core/posts/contract.ts'
import { call } from '../../lib/api.ts'
import { withoutContent } from '../sources/source.ts'
import { withSourceText } from '../sources/with-source-text.ts'
import type { Written } from './claim-list.tsx'

export const loadGrounding = () => import('./claim-list.tsx')

/**
 * Returns the source and facts to check claims against. Null if there is only a topic, because a topic proves nothing.
 */
export const checkableSource = <Given extends Written>(written: Given | null | undefined): Given | null =>
  written && (written.source || written.facts) ? written : null

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
 * Finds the unsupported claims in texts. Null if no text has a source. Rejects if the code for the check failed to
 * load.
 */
export function findDoubts(texts: readonly Text[]): Promise<Doubt[]> | null {
  if (!texts.some(({ writtenFrom }) => checkableSource(writtenFrom))) return null
  return loadGrounding().then(({ findClaims, openClaims }) =>
    texts.flatMap(({ id, platform, content, writtenFrom, keptClaims = [] }) => {
      const from = checkableSource(writtenFrom)
      const claims = from ? openClaims(findClaims(content, from), keptClaims) : []
      return claims.length > 0 ? [{ id, platform, claims }] : []
    }),
  )
}

export async function findDraftDoubts(drafts: readonly Post[]): Promise<(Doubt & { given: DraftSource })[]> {
  const sources = new Map<string, DraftSource>()
  for (const { id } of drafts) {
    const { given } = await call('GET /api/posts/{id}/source', { params: { id } })
    if (given) sources.set(id, given)
  }
  const doubts = await findDoubts(
    drafts.map(({ id, platform, content }) => {
      const given = sources.get(id)
      return { id, platform, content, writtenFrom: given ?? null, keptClaims: given?.keptClaims ?? [] }
    }),
  )
  return (doubts ?? []).map((doubt) => ({ ...doubt, given: sources.get(doubt.id)! }))
}

/** Stores on the server that the author keeps these claims, so that the dialog does not ask about them again. */
export async function keepClaims(doubts: readonly (Doubt & { given: DraftSource })[]): Promise<void> {
  for (const { id, given, claims } of doubts) {
    const kept = new Set([...given.keptClaims, ...claims.map(({ text }) => text)])
    const { source } = given
    const body = { ...given, source: source && withoutContent(source), keptClaims: [...kept].slice(-MAX_KEPT_CLAIMS) }
    await withSourceText(source, () => call('PUT /api/posts/{id}/source', { params: { id }, body }))
  }
}

const MAX_KEPT_CLAIMS = 200
