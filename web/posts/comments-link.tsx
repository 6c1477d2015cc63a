import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Post } from '#core/posts/contract.ts'
import { WORKSPACE_ID } from '../lib/base-path.ts'
import { MessageSquareText } from '../ui/icons.ts'

/** Opens the comments on a post. Only posts of a workspace have comments. */
export function CommentsLink({ post }: { post: Pick<Post, 'id'> }) {
  const t = useTranslations('posts')
  if (!WORKSPACE_ID) return null
  return (
    <Link
      href={`/comments/${post.id}`}
      aria-label={t('comments')}
      data-tip=""
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft transition-colors duration-(--fast) hover:bg-sunk hover:text-ink lg:size-9"
    >
      <MessageSquareText size={18} strokeWidth={1.75} />
    </Link>
  )
}
