import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Span } from '#core/platforms/web-addresses.ts'
import type { Post } from '#core/posts/contract.ts'
import type { Claim } from '#core/writing/grounding/claims.ts'
import { call } from '../lib/api.ts'
import { DOUBTFUL_LOOK } from '../posts/changed-text.tsx'
import { findDoubts } from '../writing/grounding/doubts.ts'

const SEPARATOR = '\n\n'

/**
 * The figures, names and quotations of a post that its source does not contain, including those that its author kept.
 * @param texts all texts of the post
 */
export function useDoubtfulClaims(post: Post, texts: readonly string[]): readonly Claim[] {
  const { data = [] } = useQuery({
    queryKey: [`/api/posts/${post.id}/doubts`, post.revision],
    queryFn: () => doubtfulClaims(post, texts.join(SEPARATOR)),
  })
  return data
}

async function doubtfulClaims({ id, platform }: Post, content: string): Promise<Claim[]> {
  const { given } = await call('GET /api/posts/{id}/source', { params: { id } })
  const doubts = (await findDoubts([{ id, platform, content, writtenFrom: given }])) ?? []
  return doubts.flatMap(({ claims }) => claims)
}

/** The places of the claims in each text. */
export function placesIn(texts: readonly string[], claims: readonly Claim[]): Span[][] {
  let offset = 0
  return texts.map((text) => {
    const start = offset
    offset += text.length + SEPARATOR.length
    return claims
      .filter((claim) => claim.start < start + text.length && claim.end > start)
      .map((claim) => ({ start: claim.start - start, end: claim.end - start }))
  })
}

export function DoubtfulClaims({ claims }: { claims: readonly Claim[] }) {
  const t = useTranslations('approval')
  if (claims.length === 0) return null
  return (
    <div>
      <dt className="text-13 text-ink-soft">{t('notInSource')}</dt>
      {[...new Set(claims.map(({ text }) => text))].map((text) => (
        <dd key={text} className="mt-1 break-words">
          <mark className={DOUBTFUL_LOOK}>
            <bdi>{text}</bdi>
          </mark>
        </dd>
      ))}
    </div>
  )
}
