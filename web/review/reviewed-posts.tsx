import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { commentedText } from '#core/comments/commented-text.ts'
import { openingLine } from '#core/cut-text.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import type { Review, PostToReview } from '#core/review/contract.ts'
import { CommentForm } from '../comments/comment-form.tsx'
import { commentElementId, CommentList } from '../comments/comment-list.tsx'
import { CommentedPost } from '../comments/commented-post.tsx'
import { numberComments } from '../comments/numbered-comments.ts'
import type { ChosenQuote } from '../comments/selected-quote.ts'
import { ApiError, call } from '../lib/api.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText, useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Check, ChevronRight } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Decision } from './decision.tsx'
import { readGuest, saveGuest } from './guest.ts'
import { UnsentFields } from './unsent.tsx'

interface ReviewedPostsProps {
  review: Review
  access: { token: string; pass: string | null; guest: string }
  onChange: () => void
}

export function ReviewedPosts({ review, access, onChange }: ReviewedPostsProps) {
  const t = useTranslations('review')
  const dates = useDates()
  const format = useFormatter()
  const [shownId, setShownId] = useState(review.posts[0]?.id)
  const { posts } = review
  const found = posts.findIndex(({ id }) => id === shownId)
  // Another person may return, move or delete the shown post. An undefined id means the first post.
  const isGone = found === -1 && shownId !== undefined
  const at = Math.max(0, found)
  const post = isGone ? undefined : posts[at]
  const nextId = posts.length > 1 ? posts[(at + 1) % posts.length]?.id : undefined
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-4 lg:grid-cols-[232px_minmax(0,504px)_minmax(0,320px)]">
      <div>
        <h1 className="title text-20">{t('count', { count: posts.length })}</h1>
        <p className="mt-1 text-13 text-ink-soft">{t('ends', { date: dates.day(new Date(review.expiresAt)) })}</p>
        {posts.length === 0 && !isGone && <p className="mt-4 text-14 text-ink-soft">{t('empty')}</p>}
        {posts.length > 0 && (
          <nav aria-label={t('posts')} className="mt-3 flex items-center gap-3 lg:mt-4 lg:block">
            <ol className="flex min-w-0 flex-1 gap-1 overflow-x-auto lg:flex-col lg:gap-0">
              {posts.map((one) => (
                <li key={one.id} className="shrink-0">
                  <PostTab post={one} isShown={one.id === post?.id} onShow={() => setShownId(one.id)} />
                </li>
              ))}
            </ol>
            {post && (
              <span className="shrink-0 text-13 text-ink-soft tabular-nums lg:hidden">
                {t('place', { number: format.number(at + 1), total: format.number(posts.length) })}
              </span>
            )}
          </nav>
        )}
      </div>
      {isGone && (
        <section key={shownId} aria-live="polite">
          <h2 className="text-16 font-strong">{t('gone.title')}</h2>
          <p className="mt-1 text-14 text-ink-soft">{t('gone.text')}</p>
          <UnsentFields />
        </section>
      )}
      {post && (
        <Reviewing
          key={post.id}
          post={post}
          workspace={review.workspace}
          access={access}
          onChange={onChange}
          onNext={nextId === undefined ? undefined : () => setShownId(nextId)}
          onReturned={() => setShownId(nextId)}
        />
      )}
    </div>
  )
}

function PostTab({ post, isShown, onShow }: { post: PostToReview; isShown: boolean; onShow: () => void }) {
  const t = useTranslations('review')
  const dates = useDates()
  const text = post.parts[0]?.text ?? ''
  return (
    <button
      type="button"
      aria-current={isShown ? 'true' : undefined}
      onClick={onShow}
      className={classNames(
        'flex min-h-11 w-full items-center gap-2.5 rounded-control px-2.5 text-start lg:items-start lg:py-2.5',
        isShown ? 'bg-pond-wash' : 'hover:bg-sunk',
      )}
    >
      <PlatformBadge platform={post.platform} size={24} className="lg:mt-0.5" />
      <span className={classNames('text-14 font-strong lg:hidden', !isShown && 'sr-only')}>
        {rulesOf(post.platform).name}
      </span>
      <span className="min-w-0 flex-1 max-lg:sr-only">
        <span dir={textDirection(text)} className="block truncate text-14 font-strong">
          {openingLine(text, 80)}
        </span>
        <span className="block text-13 text-ink-soft">{dates.dayAndTime(new Date(post.at))}</span>
      </span>
      {post.isGood && (
        <>
          <Check size={18} strokeWidth={1.75} className="shrink-0 text-pond lg:mt-1" />
          <span className="sr-only">{t('isGood')}</span>
        </>
      )}
    </button>
  )
}

interface ReviewingProps {
  post: PostToReview
  workspace: string
  access: ReviewedPostsProps['access']
  onChange: () => void
  onNext: (() => void) | undefined
  onReturned: () => void
}

function Reviewing({ post, workspace, access, onChange, onNext, onReturned }: ReviewingProps) {
  const t = useTranslations('review')
  const words = useTranslations('comments')
  const format = useFormatter()
  const dates = useDates()
  const errorText = useErrorText()
  const toastError = useErrorToast()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(() => readGuest().name)
  const [isNameMissing, setIsNameMissing] = useState(false)
  const [quote, setQuote] = useState<ChosenQuote | null>(null)
  // The revision that the guest has seen. If the post was edited since, the server refuses the guest's next mark or
  // decision.
  const [seenRevision, setSeenRevision] = useState<number | null>(post.revision)
  const revision = seenRevision ?? post.revision

  /** Whether the guest has entered a name. If not, moves the focus to the name field. */
  const hasName = (): boolean => {
    const isGiven = name.trim() !== ''
    setIsNameMissing(!isGiven)
    if (isGiven) saveGuest({ name: name.trim(), key: access.guest })
    else nameField.current?.focus()
    return isGiven
  }
  const about = { ...access, postId: post.id, name: name.trim() }
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'changed_meanwhile') {
      setSeenRevision(null)
      toast({ title: t('changed') })
    } else toastError(t('failed'), error)
    onChange()
  }
  const marking = useMutation({
    mutationFn: () => call('POST /api/review/mark', { body: { ...about, revision, isGood: !post.isGood } }),
    onSuccess: onChange,
    onError,
  })
  const commenting = useMutation({
    mutationFn: (text: string) => call('POST /api/review/comment', { body: { ...about, text, quote } }),
    onSuccess: () => (setQuote(null), onChange()),
  })
  const deleting = useMutation({
    mutationFn: (commentId: string) => call('POST /api/review/delete-comment', { body: { ...access, commentId } }),
    onSuccess: onChange,
    onError,
  })

  const texts = post.parts.map(({ text }) => text)
  const numbered = numberComments(post.comments, commentedText(texts))
  const notes = numbered.flatMap(({ comment, number, place }) =>
    place && number !== null ? [{ id: comment.id, number: format.number(number), ...place }] : [],
  )
  const good = (
    <Button
      variant={post.isGood || post.mayDecide ? 'outline' : 'primary'}
      aria-pressed={post.isGood}
      isPending={marking.isPending}
      className={classNames('max-lg:flex-1', post.isGood && 'border-pond bg-pond-wash')}
      onClick={() => hasName() && marking.mutate()}
    >
      <Check size={18} strokeWidth={1.75} />
      {t(post.isGood ? 'isGood' : 'good')}
    </Button>
  )
  return (
    <>
      <div className="min-w-0">
        <CommentedPost
          post={{
            platform: post.platform,
            parts: post.parts,
            firstComment: post.firstComment,
            options: post.options,
            author: { ...post.author, imageUrl: null },
            when: dates.dayAndTime(new Date(post.at)),
          }}
          notes={notes}
          onNote={(id) => document.getElementById(commentElementId(id))?.focus()}
          onQuote={setQuote}
        />
        {(post.mayDecide || (post.isApproved && !post.isPublished)) && (
          <Decision
            about={{ ...about, revision }}
            isOpen={post.mayDecide}
            hasName={hasName}
            onChange={onChange}
            onReturned={onReturned}
            onError={onError}
          />
        )}
        <div className="mt-4 hidden items-center justify-between gap-4 lg:flex">
          {good}
          {!post.mayDecide && <p className="text-13 text-ink-soft">{t('noPublishing')}</p>}
        </div>
      </div>
      <section aria-labelledby="comments" className="max-lg:mt-4">
        <h2 id="comments" className="mb-3 text-16 font-strong">
          {t('comments', { count: numbered.length })}
        </h2>
        {numbered.length > 0 && (
          <CommentList
            comments={numbered}
            // Guests choose their names, so comments of the team need a mark that no guest can have.
            remark={({ isGuest }) => (isGuest ? null : isolate(workspace))}
            renderActions={(comment) =>
              comment.isOwn && (
                <Button
                  size="sm"
                  variant="quiet"
                  className="-ms-3"
                  isPending={deleting.isPending && deleting.variables === comment.id}
                  onClick={() => deleting.mutate(comment.id)}
                >
                  {words('delete')}
                </Button>
              )
            }
          />
        )}
        <div className="mt-5">
          <CommentForm
            quote={quote}
            isSecondary
            onDropQuote={() => setQuote(null)}
            error={commenting.error ? errorText(commenting.error) : null}
            isPending={commenting.isPending}
            onSend={async (text) =>
              hasName() &&
              (await commenting.mutateAsync(text).then(
                () => true,
                () => false,
              ))
            }
          >
            <TextField
              ref={nameField}
              dir="auto"
              autoComplete="name"
              maxLength={80}
              label={t('name')}
              value={name}
              error={isNameMissing ? t('nameMissing') : null}
              onChange={({ target }) => {
                setName(target.value)
                setIsNameMissing(false)
              }}
            />
          </CommentForm>
        </div>
      </section>
      <div className="fixed inset-x-0 bottom-0 z-10 flex gap-2 border-t border-line bg-paper px-4 py-2.5 pb-[max(10px,env(safe-area-inset-bottom))] lg:hidden">
        {good}
        {onNext && (
          <IconButton label={t('next')} className="border border-line-strong" onClick={onNext}>
            <ChevronRight size={20} strokeWidth={1.75} className="points" />
          </IconButton>
        )}
      </div>
    </>
  )
}
