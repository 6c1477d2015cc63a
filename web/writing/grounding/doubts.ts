import type { Claim } from '#core/writing/grounding/claims.ts'
import type { Platform } from '#core/platforms/platform.ts'
import type { DraftSource, Post } from '#core/posts/contract.ts'
import { call } from '../../lib/api.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { withoutContent } from '../sources/source.ts'
import { withSourceText } from '../sources/with-source-text.ts'
import type { Written } from './find-claims.ts'

export const loadGrounding = () => import('./claim-list.tsx')

/** Returns a draft's material if its source or facts can prove claims. Null if there is only a topic. */
export const checkableSource = <Given extends Written>(written: Given | null | undefined): Given | null =>
  written && (written.source || written.facts) ? written : null

/** Returns the material to check claims against. A topic alone counts only if a model wrote the draft. */
export const checkedMaterial = <Given extends Written>(written: Given | null | undefined): Given | null =>
  checkableSource(written) ?? (written?.isByModel ? written : null)

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
 * Finds the claims in texts that are certainly unsupported. Returns null if no text is checked. Rejects if the code for
 * the check fails to load.
 */
export function findDoubts(texts: readonly Text[]): Promise<Doubt[]> | null {
  const checked = texts.map(({ writtenFrom }) => checkedMaterial(writtenFrom)).filter((from) => from !== null)
  if (checked.length === 0) return null
  // The user's phrases count as evidence. For a topic without a source, the rules of the user's writing voice do too.
  // If they fail to load, the check is only stricter. Offline, the requests fail immediately instead of waiting for a
  // connection.
  const phrases = queryClient
    .ensureQueryData({ ...reading('GET /api/phrases'), networkMode: 'always' })
    .catch(() => undefined)
  const needsVoice = checked.some((from) => !checkableSource(from))
  const voice =
    needsVoice &&
    queryClient.ensureQueryData({ ...reading('GET /api/voice'), networkMode: 'always' }).catch(() => undefined)
  return Promise.all([loadGrounding(), phrases, voice]).then(([{ findClaims, sureClaims }]) =>
    texts.flatMap(({ id, platform, content, writtenFrom, keptClaims = [] }) => {
      const from = checkedMaterial(writtenFrom)
      const claims = from ? sureClaims(findClaims(content, from), keptClaims) : []
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

/** Stores on the server that the author accepts these claims, so that the dialog does not ask again. */
export async function keepClaims(doubts: readonly (Doubt & { given: DraftSource })[]): Promise<void> {
  for (const { id, given, claims } of doubts) {
    const kept = new Set([...given.keptClaims, ...claims.map(({ text }) => text)])
    const { source } = given
    const body = { ...given, source: source && withoutContent(source), keptClaims: [...kept].slice(-MAX_KEPT_CLAIMS) }
    await withSourceText(source, () => call('PUT /api/posts/{id}/source', { params: { id }, body }))
  }
}

const MAX_KEPT_CLAIMS = 200
