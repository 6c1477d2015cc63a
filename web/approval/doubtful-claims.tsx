import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Post } from '#core/posts/contract.ts'
import { call } from '../lib/api.ts'
import { findDoubts } from '../writing/grounding/doubts.ts'

/**
 * The figures, names and quotations of a post that its source does not contain, including those that its author kept.
 * @param text all texts of the post
 */
export function DoubtfulClaims({ post, text }: { post: Post; text: string }) {
  const t = useTranslations('approval')
  const { data: texts = [] } = useQuery({
    queryKey: [`/api/posts/${post.id}/doubts`, post.revision],
    queryFn: () => doubtfulTexts(post, text),
  })
  if (texts.length === 0) return null
  return (
    <div>
      <dt className="text-13 text-ink-soft">{t('notInSource')}</dt>
      {texts.map((text) => (
        <dd key={text} className="mt-1 break-words">
          <mark className="border-b-2 border-lily bg-lily-wash text-ink">
            <bdi>{text}</bdi>
          </mark>
        </dd>
      ))}
    </div>
  )
}

async function doubtfulTexts({ id, platform }: Post, content: string): Promise<string[]> {
  const { given } = await call('GET /api/posts/{id}/source', { params: { id } })
  const doubts = (await findDoubts([{ id, platform, content, writtenFrom: given }])) ?? []
  return [...new Set(doubts.flatMap(({ claims }) => claims.map(({ text }) => text)))]
}
