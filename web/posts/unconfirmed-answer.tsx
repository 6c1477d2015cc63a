import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { isolate } from '../lib/isolate.ts'
import { reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ExternalLink } from '../ui/icons.ts'
import { ownPostsUrl } from './own-posts-url.ts'
import type { PostChanges } from './use-post-changes.ts'

const unconfirmedPath = (post: Post): string => `/unconfirmed/${post.id}`

type UnconfirmedAnswerProps = { post: Post; changes: PostChanges; children?: ReactNode }

export function UnconfirmedAnswer({ post, changes, children }: UnconfirmedAnswerProps) {
  const t = useTranslations('posts.trouble')
  const { isPending, variables } = changes.resolve
  const answering = isPending && variables?.post.id === post.id ? variables.outcome : null
  return (
    <div className="grid w-full gap-2 sm:flex sm:w-auto sm:flex-wrap sm:items-center">
      {children}
      {(mayAs('editor') ? (['live', 'not_live'] as const) : []).map((outcome) => (
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

export function OwnPostsLink({ post: { platform, accountId } }: { post: Post }) {
  const t = useTranslations('posts.unconfirmed')
  const { data: platforms } = useQuery(reading('GET /api/platforms'))
  const { data: accounts } = useQuery(reading('GET /api/social-accounts'))
  const postsUrl = ownPostsUrl(
    platform,
    platforms,
    accounts?.find(({ id }) => id === accountId),
  )
  if (!postsUrl) return null
  return (
    <a href={postsUrl} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
      {t('open', { platform: isolate(rulesOf(platform).name) })}
      <ExternalLink size={16} strokeWidth={1.75} className="points" />
    </a>
  )
}
