import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Post } from '#core/posts/contract.ts'
import { WORKSPACE_ID } from '../lib/base-path.ts'
import { iconLink } from '../ui/icon-button.tsx'
import { MessageCircle } from '../ui/icons.ts'

/** Opens the comments on a post. Only posts of a workspace have comments. */
export function CommentsLink({ post }: { post: Pick<Post, 'id'> }) {
  const t = useTranslations('posts')
  if (!WORKSPACE_ID) return null
  return (
    <Link href={`/comments/${post.id}`} aria-label={t('comments')} {...iconLink}>
      <MessageCircle size={18} strokeWidth={1.75} />
    </Link>
  )
}
