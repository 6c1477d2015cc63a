import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Post } from '#core/posts/contract.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import type { PostChanges } from './use-post-changes.ts'

const unconfirmedPath = (post: Post): string => `/unconfirmed/${post.id}`

/** What its owner answers of a post that may be live: two answers that weigh the same, then the page that helps them to find out. */
export function UnconfirmedAnswer({ post, changes }: { post: Post; changes: PostChanges }) {
  const t = useTranslations('posts.trouble')
  const { isPending, variables } = changes.resolve
  const answering = isPending && variables?.post.id === post.id ? variables.outcome : null
  return (
    <div className="grid w-full gap-2 sm:flex sm:w-auto sm:flex-wrap sm:items-center">
      {(['live', 'not_live'] as const).map((outcome) => (
        <Button
          key={outcome}
          size="sm"
          isPending={answering === outcome}
          disabled={answering !== null}
          onClick={() => changes.resolve.mutate({ post, outcome })}
        >
          {t(outcome === 'live' ? 'isLive' : 'isNotLive')}
        </Button>
      ))}
      <Link
        href={unconfirmedPath(post)}
        className={buttonClass({ variant: 'quiet', size: 'sm' }, 'text-ink max-sm:-ms-3 max-sm:justify-self-start')}
      >
        {t('whatHappened')}
      </Link>
    </div>
  )
}
