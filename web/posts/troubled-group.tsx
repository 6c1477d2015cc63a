import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import type { TroubleStatus } from '#core/posts/dashboard-lists.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { canRetryUnchanged } from '#core/publishing/retry-unchanged.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { mayPublish } from '../lib/role.ts'
import { useNow } from '../lib/use-now.ts'
import { Button } from '../ui/button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { TONES } from '../ui/tones.ts'
import { mayChangePost } from './may-change-post.ts'
import { PostIconButton, PostMenu } from './post-menu.tsx'
import type { PostRow } from './post-dialogs.tsx'
import { PostState } from './post-state.tsx'
import { RiskAction } from './risk-badge.tsx'
import { STATE_LOOK } from './state-look.ts'
import { dueTimeOf, obstacleTo } from './trouble-groups.ts'
import { TroubleReason } from './trouble-reason.tsx'
import { OwnPostsLink, UnconfirmedAnswer } from './unconfirmed-answer.tsx'
import type { PostingAll } from './use-post-all.ts'

export const PAGE_SIZE = 3

type PostGroup = Omit<PostRow, 'post'> & { posts: readonly [Post, ...Post[]]; posting: PostingAll }

export function TroubledGroup({ posts, accounts, changes, posting, onOpen }: PostGroup) {
  const t = useTranslations('posts.trouble')
  const all = useTranslations('posts.all')
  const now = useNow()
  const [shownCount, setShownCount] = useState(PAGE_SIZE)
  const [first] = posts
  const inOrder = posts.toSorted((a, b) => dueTimeOf(a) - dueTimeOf(b))
  const obstacle = accounts ? obstacleTo(first, accounts, now) : null
  const mayPostAll =
    mayPublish([first.platform]) &&
    accounts &&
    first.status !== 'unconfirmed' &&
    !obstacle &&
    canRetryUnchanged(first.failure?.code)

  return (
    <li className={classNames('border-s-[3px] py-1 ps-3', TONES[STATE_LOOK[first.status].tone].rule)}>
      <div className="grid gap-x-6 gap-y-2 lg:grid-cols-[1fr_auto] lg:items-center">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-13">
            <PlatformBadge platform={first.platform} size={18} />
            <span className="sr-only">{rulesOf(first.platform).name}</span>
            <PostState state={first.status}>
              {t(`group.${first.status as TroubleStatus}`, { count: posts.length })}
            </PostState>
          </p>
          {first.status === 'unconfirmed' ? (
            <p className="text-13 text-ink-soft">
              {t('group.unconfirmedText', { platform: isolate(rulesOf(first.platform).name) })}
            </p>
          ) : (
            <TroubleReason post={first} hasObstacle={!accounts || obstacle !== null} />
          )}
        </div>
        {first.status !== 'unconfirmed' && obstacle ? (
          <div>
            <RiskAction risk={obstacle} platform={first.platform} />
          </div>
        ) : (
          mayPostAll && (
            <div>
              <Button variant="primary" size="sm" onClick={() => posting.open(inOrder)}>
                {all('post', { count: posts.length })}
              </Button>
            </div>
          )
        )}
      </div>
      <ul className="mt-2 max-lg:divide-y max-lg:divide-line">
        {inOrder.slice(0, shownCount).map((post) => (
          <GroupedPost
            key={post.id}
            post={post}
            mayPost={!obstacle && mayPublish([post.platform])}
            changes={changes}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {posts.length > shownCount && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1 text-ink"
          onClick={() => setShownCount(shownCount + PAGE_SIZE * 5)}
        >
          {t('more', { count: posts.length - shownCount })}
        </Button>
      )}
    </li>
  )
}

function GroupedPost({ post, mayPost, changes, onOpen }: Omit<PostRow, 'accounts'> & { mayPost: boolean }) {
  const posts = useTranslations('posts')
  const dates = useDates()
  const due = new Date(dueTimeOf(post))
  const isPublishing = changes.publish.isPending && changes.publish.variables?.id === post.id
  return (
    <li className="grid items-center gap-x-4 py-1 lg:grid-cols-[1fr_auto]">
      <p className="flex min-w-0 items-center gap-2 sm:items-baseline">
        <time dateTime={due.toISOString()} className="shrink-0 text-13 text-ink-soft tabular-nums">
          {dates.shortDay(due)} <span className="max-sm:sr-only">{dates.time(due)}</span>
        </time>
        <span dir={textDirection(post.content)} className="line-clamp-1 min-w-0 flex-1 text-14 break-words">
          {post.content}
        </span>
      </p>
      <div
        className={classNames(
          'flex flex-wrap items-center',
          post.status === 'unconfirmed' ? 'sm:max-lg:-ms-3' : '-ms-3 lg:ms-0',
        )}
      >
        {post.status === 'unconfirmed' ? (
          <UnconfirmedAnswer post={post} changes={changes}>
            <OwnPostsLink post={post} />
          </UnconfirmedAnswer>
        ) : (
          <>
            <div className="flex max-sm:hidden">
              <PostIconButton kind="edit" post={post} onOpen={onOpen} />
              <PostIconButton kind="timeline" post={post} onOpen={onOpen} />
              <PostIconButton kind="move" post={post} onOpen={onOpen} />
              <PostIconButton kind="remove" post={post} onOpen={onOpen} />
            </div>
            {mayChangePost(post) && (
              <Button
                variant="quiet"
                size="sm"
                className="text-ink sm:hidden"
                onClick={() => onOpen({ kind: 'edit', post })}
              >
                {posts('edit')}
              </Button>
            )}
            {mayPost && (
              <Button
                variant="quiet"
                size="sm"
                className="text-ink"
                isPending={isPublishing}
                onClick={() => changes.publish.mutate(post)}
              >
                {posts('postNow')}
              </Button>
            )}
            <div className="sm:hidden">
              <PostMenu post={post} actions={['move', 'timeline', 'remove']} onOpen={onOpen} />
            </div>
          </>
        )}
      </div>
    </li>
  )
}
