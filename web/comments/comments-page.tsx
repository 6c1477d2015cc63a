import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link, useRoute } from 'wouter'
import { commentedText, commentedTexts } from '#core/comments/commented-text.ts'
import type { Comment } from '#core/comments/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import type { Post } from '#core/posts/contract.ts'
import { dueAt } from '#core/posts/due-at.ts'
import { includesRole } from '#core/workspaces/role.ts'
import { call } from '../lib/api.ts'
import { WORKSPACE_ID } from '../lib/base-path.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText, useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { useUser } from '../lib/session.ts'
import { useNow } from '../lib/use-now.ts'
import { authorOf } from '../posts/author.ts'
import { Button } from '../ui/button.tsx'
import { ArrowLeft, Check } from '../ui/icons.ts'
import { NotLoaded } from '../ui/load-failed.tsx'
import { Switch } from '../ui/switch.tsx'
import { CommentForm } from './comment-form.tsx'
import { commentElementId, CommentList } from './comment-list.tsx'
import { CommentedPost } from './commented-post.tsx'
import { numberComments } from './numbered-comments.ts'
import type { ChosenQuote } from './selected-quote.ts'

/** A post of a workspace with the comments of its members. */
export default function CommentsPage() {
  const t = useTranslations('comments')
  const id = useRoute('/comments/:id')[1]?.id ?? ''
  const post = useQuery(reading('GET /api/posts/{id}', { params: { id } }))
  usePageTitle(t('title'))
  return (
    <div className="column pt-6 pb-12 lg:pt-10">
      <Link
        href="/schedule"
        className="-ms-1 inline-flex min-h-11 items-center gap-2 rounded-control px-1 text-13 text-ink-soft hover:text-ink lg:min-h-8"
      >
        <ArrowLeft size={16} strokeWidth={1.75} className="points" />
        {t('back')}
      </Link>
      <h1 className="title mt-1 mb-5 text-28">{t('title')}</h1>
      <NotLoaded query={post} title={t('notLoaded')} skeleton="h-72" />
      {post.data && <Commenting post={post.data} />}
    </div>
  )
}

function Commenting({ post }: { post: Post }) {
  const t = useTranslations('comments')
  const format = useFormatter()
  const errorText = useErrorText()
  const toastError = useErrorToast()
  const dates = useDates()
  const now = useNow()
  const { user } = useUser()
  const [quote, setQuote] = useState<ChosenQuote | null>(null)
  const [isShared, setIsShared] = useState(false)
  const params = { id: post.id }
  const comments = useQuery({ ...reading('GET /api/posts/{id}/comments', { params }), refetchOnMount: 'always' })
  const team = useQuery({
    ...reading('GET /api/workspaces/{id}', { params: { id: WORKSPACE_ID ?? '' } }),
    enabled: !!WORKSPACE_ID,
  })
  const accounts = useQuery(reading('GET /api/social-accounts')).data ?? []
  const parts = post.parts ?? [{ content: post.content, images: post.media.images }]
  const ids = parts.flatMap(({ images }) => images)
  const images = useQuery({ ...reading('GET /api/images', { query: { ids: ids.join(',') } }), enabled: ids.length > 0 })

  const done = {
    onSuccess: () => invalidate(`/api/posts/${post.id}/comments`),
    onError: (error: unknown) => toastError(t('failed'), error),
  }
  const adding = useMutation({
    mutationFn: (text: string) => call('POST /api/posts/{id}/comments', { params, body: { text, quote, isShared } }),
    onSuccess: () => (setQuote(null), done.onSuccess()),
  })
  const resolving = useMutation({
    mutationFn: ({ id, isResolved }: Comment) =>
      call('PATCH /api/comments/{id}', { params: { id }, body: { isResolved: !isResolved } }),
    ...done,
  })
  const deleting = useMutation({
    mutationFn: ({ id }: Comment) => call('DELETE /api/comments/{id}', { params: { id } }),
    ...done,
  })

  const texts = commentedTexts({ ...post, videos: post.media.videos })
  const numbered = numberComments(comments.data?.comments ?? [], commentedText(texts))
  const notes = numbered.flatMap(({ comment, number, place }) =>
    place && number !== null ? [{ id: comment.id, number: format.number(number), ...place }] : [],
  )
  const goodBy = (comments.data?.goodBy ?? []).map(({ name }) => isolate(name))
  const role = team.data?.role ?? 'viewer'
  const own = accounts.find(({ id }) => id === post.accountId) ?? postingAccount(accounts, post.platform, now)
  const at = post.status === 'draft' ? post.plannedAt : dueAt(post)
  return (
    <div className="grid grid-cols-1 gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,504px)_minmax(0,1fr)]">
      <CommentedPost
        post={{
          platform: post.platform,
          parts: parts.map(({ images: used }, index) => ({
            text: texts[index] ?? '',
            images: used.flatMap((id) => images.data?.find((image) => image.id === id) ?? []),
          })),
          firstComment: post.firstComment?.content ?? null,
          options: post.options,
          author: authorOf(own, team.data?.name ?? ''),
          when: at ? dates.dayAndTime(new Date(at)) : t('draft'),
        }}
        notes={notes}
        onNote={(id) => document.getElementById(commentElementId(id))?.focus()}
        onQuote={setQuote}
      />
      <section aria-labelledby="comments">
        <h2 id="comments" className="mb-3 text-16 font-strong">
          {t('count', { count: numbered.length })}
        </h2>
        <NotLoaded query={comments} title={t('notLoaded')} skeleton="h-24" />
        {numbered.length > 0 && (
          <CommentList
            comments={numbered}
            remark={(comment) => (comment.isGuest ? t('guest') : comment.isShared ? t('shared') : null)}
            renderActions={(comment) => (
              <div className="mt-1 -ms-3 flex">
                {includesRole(role, 'writer') && (
                  <Button
                    size="sm"
                    variant="quiet"
                    isPending={resolving.isPending && resolving.variables.id === comment.id}
                    onClick={() => resolving.mutate(comment)}
                  >
                    {t(comment.isResolved ? 'reopen' : 'resolve')}
                  </Button>
                )}
                {(comment.isOwn || role === 'owner') && (
                  <Button
                    size="sm"
                    variant="quiet"
                    isPending={deleting.isPending && deleting.variables.id === comment.id}
                    onClick={() => deleting.mutate(comment)}
                  >
                    {t('delete')}
                  </Button>
                )}
              </div>
            )}
          />
        )}
        {goodBy.length > 0 && (
          <p className="mt-3 flex gap-2 text-14">
            <Check size={18} strokeWidth={1.75} className="mt-0.5 shrink-0 text-pond" />
            {t('goodBy', { names: format.list(goodBy) })}
          </p>
        )}
        {/* Appears after the comments have loaded, because they would move this form. */}
        {!comments.isPending && (
          <div className="mt-5">
            <CommentForm
              quote={quote}
              onDropQuote={() => setQuote(null)}
              names={team.data?.members.filter(({ userId }) => userId !== user?.id).map(({ name }) => name)}
              error={adding.error ? errorText(adding.error) : null}
              isPending={adding.isPending}
              onSend={(text) =>
                adding.mutateAsync(text).then(
                  () => true,
                  () => false,
                )
              }
              options={
                <span className="flex items-center gap-2 text-14">
                  <Switch label={t('share')} isOn={isShared} onChange={setIsShared} />
                  <span aria-hidden="true">{t('share')}</span>
                </span>
              }
            />
          </div>
        )}
      </section>
    </div>
  )
}
