import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { chosenTime } from '#core/posts/wall-time.ts'
import type { Post } from '#core/posts/contract.ts'
import { ApiError, atRevision, call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { markLiveAsKnown } from '../lib/live-posts.ts'
import { invalidate, queryClient, reading } from '../lib/queries.ts'
import { useUser } from '../lib/session.ts'
import { toast } from '../lib/toast.ts'
import type { PostEdit } from './edit-dialog.tsx'
import { deleteUnsavedEdit } from './unsaved-edit.ts'

/**
 * Whether a change failed because the post has changed in the meantime. For a deletion, this includes that the post was
 * published, because the user can then delete the published post.
 */
export function isStaleChange(error: unknown, isDeletion: boolean): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'changed_meanwhile' || (isDeletion && error.code === 'already_published')
}

export function usePostChanges() {
  const t = useTranslations('posts.trouble')
  const posts = useTranslations('posts')
  const dates = useDates()
  const errorText = useErrorText()
  const { user } = useUser()
  const discardUnsavedEdit = (post: Post) => user && deleteUnsavedEdit(user.id, post.id)
  // Refetches the posts even after a failed change, because they may have changed on the server.
  const onSettled = () => invalidate('/api/posts')
  const failed = (title: string) => (error: unknown) =>
    toast({ title, description: errorText(error), isDestructive: true })
  const failedInDialog =
    (title: string, isDeletion = false) =>
    (error: unknown) => {
      if (!isStaleChange(error, isDeletion)) failed(title)(error)
    }

  /**
   * Returns the account that now publishes a post whose account is disconnected. The page has already shown its name to
   * the user.
   */
  function otherAccountId(post: Post): string | undefined {
    const accounts = queryClient.getQueryData(reading('GET /api/social-accounts').queryKey)
    if (post.accountId !== null || !accounts) return undefined
    return postingAccount(accounts, post.platform, new Date())?.id
  }

  function toastOutcome(post: Post) {
    markLiveAsKnown(post)
    const platform = isolate(rulesOf(post.platform).name)
    if (post.status === 'published') toast({ title: t('published', { platform }), isLive: true })
    else if (post.status === 'publishing') toast({ title: t('sent', { platform }) })
    else if (post.status === 'unconfirmed')
      toast({ title: posts('statuses.unconfirmed'), description: post.failure?.message, isUncertain: true })
    else toast({ title: t('stillFailed'), description: post.failure?.message, isDestructive: true })
  }

  /**
   * Reports a deletion.
   * @param waiting the post, if Frogy deletes it only after the network confirms whether it is live
   */
  function toastRemoval({ platform }: Post, waiting: Post | undefined, network: boolean | undefined) {
    const values = { platform: isolate(rulesOf(platform).name) }
    if (waiting)
      toast({ title: posts('deleting.noted'), description: posts('deleting.notedText', values), isUncertain: true })
    else if (network === undefined) toast({ title: posts('deleting.done') })
    else toast({ title: posts(network ? 'deleting.live.doneThere' : 'deleting.live.doneHere', values) })
  }

  async function moveBack(post: Post, at: Date) {
    try {
      await call('PATCH /api/posts/{id}', { ...atRevision(post), body: chosenTime(at, dates.timeZone) })
      toast({ title: posts('rescheduled', { day: dates.fullDay(at), time: dates.time(at) }) })
    } catch (error) {
      failed(posts('editing.failed'))(error)
    } finally {
      void onSettled()
    }
  }

  return {
    publish: useMutation({
      mutationFn: (post: Pick<Post, 'id' | 'revision'>) => call('POST /api/posts/{id}/publish', atRevision(post)),
      onSuccess: toastOutcome,
      onError: failed(t('failed')),
      onSettled,
    }),
    resolve: useMutation({
      mutationFn: ({ post, outcome }: { post: Post; outcome: 'live' | 'not_live' }) =>
        call('POST /api/posts/{id}/resolve', { ...atRevision(post), body: { outcome } }),
      onSuccess: (post, { outcome }) => {
        if (post) markLiveAsKnown(post)
        if (outcome === 'live') toast({ title: t('markedLive'), isLive: true })
        else if (post === null) toast({ title: posts('deleting.done') })
        else if (post.status !== 'draft') toastOutcome(post)
      },
      onError: failed(t('failed')),
      onSettled,
    }),
    move: useMutation({
      mutationFn: ({ post, at }: { post: Post; at: Date }) =>
        call('PATCH /api/posts/{id}', {
          ...atRevision(post),
          body: { ...chosenTime(at, dates.timeZone), accountId: otherAccountId(post) },
        }),
      onSuccess: (moved, { post, at }) => {
        const before = post.status === 'scheduled' && post.scheduledAt ? new Date(post.scheduledAt) : null
        toast({
          title:
            moved.status === 'in_review'
              ? posts('sentForApproval')
              : posts('rescheduled', { day: dates.fullDay(at), time: dates.time(at) }),
          // Offers no undo if the post's previous time is in the past.
          ...(before &&
            before > new Date() && {
              action: { label: posts('drafts.undo'), run: () => void moveBack(moved, before) },
            }),
        })
      },
      onError: failedInDialog(posts('editing.failed')),
      onSettled,
    }),
    edit: useMutation({
      mutationFn: ({ post, edit }: { post: Post; edit: PostEdit }) =>
        call('PATCH /api/posts/{id}', { ...atRevision(post), body: edit }),
      onSuccess: (changed, { post }) => {
        discardUnsavedEdit(post)
        toast({ title: posts(changed.status === 'in_review' ? 'sentForApproval' : 'updated') })
      },
      onError: failedInDialog(posts('editing.failed')),
      onSettled,
    }),
    remove: useMutation({
      /** `network`: whether to delete a published post on its network too. */
      mutationFn: ({ post, network }: { post: Post; network?: boolean }) =>
        call('DELETE /api/posts/{id}', {
          ...atRevision(post),
          query: network === undefined ? {} : { network: network ? 'true' : 'false' },
        }),
      onSuccess: (waiting, { post, network }) => {
        discardUnsavedEdit(post)
        toastRemoval(post, waiting, network)
      },
      onError: failedInDialog(posts('deleting.failed'), true),
      onSettled,
    }),
  }
}

export type PostChanges = ReturnType<typeof usePostChanges>
