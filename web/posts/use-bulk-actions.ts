import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NewPost, Post } from '#core/posts/contract.ts'
import { givenFollowUps } from '#core/posts/follow-ups.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import { atRevision, call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { invalidate } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { actOnEach, type BulkResult } from './act-on-each.ts'

export function useBulkActions(onDone: () => void) {
  const t = useTranslations('many')
  const { timeZone } = useDates()
  const [progress, setProgress] = useState<{ count: number; of: number } | null>(null)
  const [unfinished, setUnfinished] = useState<Pick<BulkResult<Post, unknown>, 'refused' | 'halted'> | null>(null)
  const isStopped = useRef(false)

  async function run<Done>(
    posts: readonly Post[],
    change: (post: Post, index: number) => Promise<Done>,
    messageKey: 'moved' | 'scheduled' | 'deleted',
    undo: (done: Done) => Promise<unknown>,
  ) {
    isStopped.current = false
    setUnfinished(null)
    setProgress({ count: 0, of: posts.length })
    const result = await actOnEach(
      posts,
      change,
      (count) => setProgress({ count, of: posts.length }),
      () => isStopped.current,
    )
    await invalidate('/api/posts')
    setProgress(null)
    if (result.done.length > 0)
      toast({
        title: t(`done.${messageKey}`, { count: result.done.length }),
        action: { label: t('undo'), run: () => void undoAll(result.done, undo) },
      })
    if (result.refused.length > 0 || result.halted) setUnfinished(result)
    else onDone()
  }

  async function undoAll<Done>(all: readonly Done[], undo: (done: Done) => Promise<unknown>) {
    const { done } = await actOnEach(
      all,
      undo,
      () => {},
      () => false,
    )
    void invalidate('/api/posts')
    const left = all.length - done.length
    toast(
      left > 0
        ? { title: t('undoFailed', { count: left }), isDestructive: true }
        : { title: t('undone', { count: done.length }) },
    )
  }

  const moveTo = (post: Post, at: Date, zone: string) =>
    call('PATCH /api/posts/{id}', { ...atRevision(post), body: chosenTime(at, zone) })

  return {
    progress,
    unfinished,
    stop: () => void (isStopped.current = true),
    /**
     * Moves posts to new times.
     * @param times one for each post, or one for all
     */
    move: (posts: readonly Post[], times: readonly Date[]) =>
      void run(
        posts,
        async (post, index) => ({
          before: post,
          moved: await moveTo(post, times[index] ?? times[0] ?? new Date(), timeZone),
        }),
        'moved',
        ({ before, moved }) => moveTo(moved, new Date(before.scheduledAt ?? 0), before.timeZone ?? timeZone),
      ),
    schedule: (drafts: readonly Post[], times: readonly Date[]) =>
      void run(
        drafts,
        (post, index) => moveTo(post, times[index] ?? times[0] ?? new Date(), timeZone),
        'scheduled',
        (post) => call('PATCH /api/posts/{id}', { ...atRevision(post), body: { scheduledAt: null } }),
      ),
    remove: (posts: readonly Post[]) =>
      void run(
        posts,
        async (post) => {
          await call('DELETE /api/posts/{id}', { ...atRevision(post), query: {} })
          return post
        },
        'deleted',
        (post) => call('POST /api/posts', { body: newPostFrom(post) }),
      ),
  }
}

function newPostFrom(post: Post): NewPost {
  const { content, platform, accountId, contentLanguage, hashtags, media, scheduledAt, timeZone } = post
  return {
    content,
    platform,
    accountId,
    contentLanguage,
    // The casts are safe. `Post` and `NewPost` have different types, but the values come from the same API contract.
    contentType: post.contentType as NewPost['contentType'],
    tone: post.tone as NewPost['tone'],
    hashtags,
    media,
    siblingId: post.siblingId,
    ...givenFollowUps(post),
    options: post.options,
    status: 'scheduled',
    ...(timeZone ? chosenTime(new Date(scheduledAt ?? 0), timeZone) : { scheduledAt }),
  }
}
