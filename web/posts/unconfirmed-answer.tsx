import { History } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { Post } from '#core/posts/contract.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import type { PostChanges } from './use-post-changes.ts'

const unconfirmedPath = (post: Post): string => `/unconfirmed/${post.id}`

/** On a phone, where the two answers have the line for themselves: they weigh the same. */
export function WhatHappenedLink({ post, className }: { post: Post; className: string }) {
  const t = useTranslations('posts.trouble')
  return (
    <Link
      href={unconfirmedPath(post)}
      aria-label={t('whatHappened')}
      className={buttonClass({ variant: 'quiet', size: 'sm' }, `w-11 sm:hidden ${className}`)}
    >
      <History size={18} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  )
}

/** What its owner answers of a post that may be live, and the page that helps them to find out. */
export function UnconfirmedAnswer({ post, changes }: { post: Post; changes: PostChanges }) {
  const t = useTranslations('posts.trouble')
  const { isPending, variables } = changes.resolve
  const answering = isPending && variables?.post.id === post.id ? variables.outcome : null
  return (
    <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto sm:flex-wrap sm:items-center">
      <Link
        href={unconfirmedPath(post)}
        className={buttonClass({ variant: 'quiet', size: 'sm' }, 'text-ink max-sm:hidden')}
      >
        {t('whatHappened')}
      </Link>
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
    </div>
  )
}
