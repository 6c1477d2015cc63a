import { useTranslations } from 'use-intl'
import type { Post } from '#core/posts/contract.ts'

/** How many parts a thread has. Shows nothing for one post. */
export function PartCount({ post: { parts } }: { post: Pick<Post, 'parts'> }) {
  const t = useTranslations('posts')
  return parts ? <span className="text-13 text-ink-soft">{t('parts', { count: parts.length })}</span> : null
}
