import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate, queryClient, reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import type { PostEdit } from './edit-dialog.tsx'

/** What a person can do to a post that is not a draft on the desk any more. */
export function usePostChanges() {
  const t = useTranslations('posts.trouble')
  const posts = useTranslations('posts')
  const dates = useDates()
  const errorText = useErrorText()
  // Also after a failure: the server may know something of the post that the page does not.
  const onSettled = () => invalidate('/api/posts')
  const failed = (title: string) => (error: unknown) =>
    toast({ title, description: errorText(error), isDestructive: true })

  /** Where a post goes that has no account of its own any more, as the page says. */
  function otherAccountId(post: Post): string | undefined {
    const accounts = queryClient.getQueryData(reading('GET /api/social-accounts').queryKey)
    if (post.accountId !== null || !accounts) return undefined
    return postingAccount(accounts, post.platform, new Date())?.id
  }

  function tellOutcome(post: Post) {
    const platform = isolate(rulesOf(post.platform).name)
    if (post.status === 'published') toast({ title: t('published', { platform }) })
    else if (post.status === 'publishing') toast({ title: t('sent', { platform }) })
    else if (post.status === 'unconfirmed')
      toast({ title: posts('statuses.unconfirmed'), description: post.failure?.message, isUncertain: true })
    else toast({ title: t('stillFailed'), description: post.failure?.message, isDestructive: true })
  }

  return {
    publish: useMutation({
      mutationFn: (post: Pick<Post, 'id'>) => call('POST /api/posts/{id}/publish', { params: { id: post.id } }),
      onSuccess: tellOutcome,
      onError: failed(t('failed')),
      onSettled,
    }),
    resolve: useMutation({
      mutationFn: ({ post, outcome }: { post: Post; outcome: 'live' | 'not_live' }) =>
        call('POST /api/posts/{id}/resolve', { params: { id: post.id }, body: { outcome } }),
      onSuccess: (post, { outcome }) => (outcome === 'live' ? toast({ title: t('markedLive') }) : tellOutcome(post)),
      onError: failed(t('failed')),
      onSettled,
    }),
    move: useMutation({
      mutationFn: ({ post, at }: { post: Post; at: Date }) =>
        call('PATCH /api/posts/{id}', {
          params: { id: post.id },
          body: { scheduledAt: at.toISOString(), accountId: otherAccountId(post) },
        }),
      onSuccess: (_, { at }) =>
        toast({ title: posts('rescheduled', { day: dates.fullDay(at), time: dates.time(at) }) }),
      onError: failed(posts('editing.failed')),
      onSettled,
    }),
    edit: useMutation({
      mutationFn: ({ post, edit }: { post: Post; edit: PostEdit }) =>
        call('PATCH /api/posts/{id}', { params: { id: post.id }, body: edit }),
      onSuccess: () => toast({ title: posts('updated') }),
      onError: failed(posts('editing.failed')),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (post: Post) => call('DELETE /api/posts/{id}', { params: { id: post.id } }),
      onSuccess: () => toast({ title: posts('deleting.done') }),
      onError: failed(posts('deleting.failed')),
      onSettled,
    }),
  }
}

export type PostChanges = ReturnType<typeof usePostChanges>
