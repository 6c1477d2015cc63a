import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Link, useLocation, useRoute } from 'wouter'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { rulesOf, tellsOwnPosts } from '#core/platforms/platform.ts'
import { dueAt, wasPublishedAtOnce } from '#core/posts/due-at.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import type { Post } from '#core/posts/contract.ts'
import type { MomentKind } from '#core/posts/timeline.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { messageOfFailure, useMessageText } from '../lib/error-message.ts'
import { useNow } from '../lib/use-now.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { reading } from '../lib/queries.ts'
import { mayAs } from '../lib/role.ts'
import { useUser } from '../lib/session.ts'
import { buttonClass } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { ArrowLeft, Check, ExternalLink, Send, type LucideIcon } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { authorOf, ownName } from './author.ts'
import { ownPostsUrl } from './own-posts-url.ts'
import { PostFrame } from './post-frame.tsx'
import { PostExcerpt } from './post-excerpt.tsx'
import { PreviewText } from './preview-text.tsx'
import { PostState, StateIcon } from './post-state.tsx'
import { STATE_LOOK, stateOf } from './state-look.ts'
import { TROUBLE_PATH } from './trouble-path.ts'
import { usePostChanges } from './use-post-changes.ts'

export default function UnconfirmedPage() {
  const t = useTranslations('posts.unconfirmed')
  const id = useRoute('/unconfirmed/:id')[1]?.id ?? ''
  const post = useQuery(reading('GET /api/posts/{id}', { params: { id } }))
  const isWaiting = [
    post,
    useQuery(reading('GET /api/posts/{id}/attempts', { params: { id } })),
    useQuery(reading('GET /api/platforms')),
  ].some(({ isPending }) => isPending)
  usePageTitle(t('title'))

  return (
    <div className="column pt-6 pb-12 lg:pt-10">
      <Link
        href="/"
        className="-ms-1 inline-flex min-h-11 items-center gap-2 rounded-control px-1 text-13 text-ink-soft hover:text-ink lg:min-h-8"
      >
        <ArrowLeft size={16} strokeWidth={1.75} className="points" />
        {t('back')}
      </Link>
      {isWaiting && !post.error && <Skeleton className="mt-4 h-10 w-80 max-w-full" />}
      {post.error && (
        <>
          <h1 className="title mt-1 mb-5 text-28 md:text-40">{t('title')}</h1>
          <LoadFailed error={post.error} onRetry={() => void post.refetch()}>
            <p className="font-strong">{t('notLoaded')}</p>
          </LoadFailed>
        </>
      )}
      {/* Appears as a whole. Otherwise a late part could move the answers under the user's finger. */}
      {post.data && !isWaiting && <Question post={post.data} />}
    </div>
  )
}

function Question({ post }: { post: Post }) {
  const t = useTranslations('posts.unconfirmed')
  const trouble = useTranslations('posts.trouble')
  const dates = useDates()
  const { user } = useUser()
  const [, navigate] = useLocation()
  const connected = useQuery(reading('GET /api/social-accounts'))
  const networks = useQuery(reading('GET /api/platforms'))
  const accounts = connected.data ?? []
  const platforms = networks.data
  const { images: ids } = post.media
  const images = useQuery({ ...reading('GET /api/images', { query: { ids: ids.join(',') } }), enabled: ids.length > 0 })
  const now = useNow()
  const changes = usePostChanges()

  const platform = isolate(rulesOf(post.platform).name)
  const own = accounts.find(({ id }) => id === post.accountId)
  const account = own ?? (post.formerAccount === null ? postingAccount(accounts, post.platform, now) : null)
  const name = account ? account.displayName || `@${account.username}` : post.formerAccount
  const postsUrl = ownPostsUrl(post.platform, platforms, account)
  const answer = changes.resolve.isPending ? changes.resolve.variables.outcome : null
  const resolve = (outcome: 'live' | 'not_live') =>
    changes.resolve.mutate({ post, outcome }, { onSuccess: () => navigate('/') })

  return (
    <div className="mt-1 grid grid-cols-1 gap-x-18 gap-y-10 lg:grid-cols-[minmax(0,544px)_minmax(0,504px)]">
      <div>
        {post.status === 'unconfirmed' ? (
          <>
            <h1 className="title text-28 md:text-40">{t('title')}</h1>
            <p className="mt-2 max-w-100 text-16 text-ink-soft">
              {t(tellsOwnPosts(post.platform, account?.scopes ?? []) ? 'textAsking' : 'text', { platform })}
            </p>
            <PostExcerpt post={post} className="mt-4 lg:hidden" />
            <Timeline post={post} />
            {!postsUrl && (connected.error ?? networks.error) && (
              <div className="mt-6">
                <LoadFailed
                  error={connected.error ?? networks.error}
                  onRetry={() => void Promise.all([connected.refetch(), networks.refetch()])}
                />
              </div>
            )}
            {postsUrl && (
              <>
                <h2 className="mt-6 text-14 font-strong text-ink-soft">{t('look')}</h2>
                {name !== null && (
                  <p className="mt-1 text-14 text-ink-soft">{t('lookText', { name: isolate(name) })}</p>
                )}
                <a href={postsUrl} target="_blank" rel="noreferrer" className={buttonClass({}, 'mt-2')}>
                  <PlatformBadge platform={post.platform} size={18} />
                  {t('open', { platform })}
                  <ExternalLink size={16} strokeWidth={1.75} className="points" />
                </a>
              </>
            )}
            {mayAs('editor') && (
              <>
                <h2 className="mt-6 text-14 font-strong text-ink-soft">{t('tell')}</h2>
                <div className="mt-2 flex flex-col gap-2.5">
                  <AnswerButton
                    icon={Check}
                    title={trouble('isLive')}
                    text={t('isLiveText')}
                    isPending={answer === 'live'}
                    isDisabled={answer !== null}
                    onClick={() => resolve('live')}
                  />
                  <AnswerButton
                    icon={Send}
                    title={trouble('isNotLive')}
                    text={t('isNotLiveText')}
                    isPending={answer === 'not_live'}
                    isDisabled={answer !== null}
                    onClick={() => resolve('not_live')}
                  />
                </div>
                <p className="mt-4 text-13 text-ink-soft">{t('leave')}</p>
              </>
            )}
          </>
        ) : (
          <AnsweredPost post={post} />
        )}
      </div>
      <div className="min-w-0">
        <Frog expression={STATE_LOOK[post.status].frog} size="lg" className="relative z-1 ms-5 -mb-2" />
        <PostFrame
          platform={post.platform}
          direction={textDirection(post.content)}
          author={authorOf(account, ownName(user))}
          images={images.data ?? []}
          warning={post.options?.contentWarning}
          when={post.scheduledAt ? dates.day(new Date(post.scheduledAt)) : undefined}
        >
          <PreviewText platform={post.platform} content={post.content} hashtags={post.hashtags} />
        </PostFrame>
      </div>
    </div>
  )
}

function AnsweredPost({ post }: { post: Post }) {
  const t = useTranslations('posts.unconfirmed')
  const posts = useTranslations('posts')
  const say = useMessageText()
  const dates = useDates()
  const timeline = useQuery(reading('GET /api/posts/{id}/timeline', { params: { id: post.id } }))
  const answer = timeline.data?.findLast(({ what }) => DECISIVE_EVENTS.has(what))
  const answeredAt = answer && new Date(answer.at)
  const state = stateOf(post)
  const isOver = state === 'published' || state === 'failed' || state === 'missed'
  return (
    <>
      <h1 className="title text-28 md:text-40">{t(`settled.${isOver ? state : 'other'}`)}</h1>
      {!isOver && <PostState state={state} className="mt-3 text-16" />}
      <p className="mt-2 max-w-100 text-16 text-ink-soft">
        {post.failure ? say(messageOfFailure(post.failure, post.platform)) : t('decidedText')}
      </p>
      {answeredAt && (
        <p className="mt-3 flex items-start gap-2 text-14">
          {isOver && <StateIcon state={state} size={18} className="mt-px" />}
          {t('settledBy', { what: answer.title, day: dates.shortDay(answeredAt), time: dates.time(answeredAt) })}
        </p>
      )}
      {post.permalink ? (
        <a href={post.permalink} target="_blank" rel="noreferrer" className={buttonClass({}, 'mt-4')}>
          <PlatformBadge platform={post.platform} size={18} />
          {posts('view')}
          <ExternalLink size={16} strokeWidth={1.75} className="points" />
        </a>
      ) : (
        <Link href={post.failure ? TROUBLE_PATH : '/'} className={buttonClass({}, 'mt-4')}>
          {t('back')}
        </Link>
      )}
    </>
  )
}

const DECISIVE_EVENTS: ReadonlySet<MomentKind> = new Set(['accepted', 'found', 'owner_live'])

/**
 * Shows the history of the post. Its times include seconds, so that the user can compare them with the times on the
 * network.
 */
function Timeline({ post }: { post: Post }) {
  const t = useTranslations('posts.unconfirmed')
  const dates = useDates()
  const sent = useQuery(reading('GET /api/posts/{id}/attempts', { params: { id: post.id } }))
  const attempts = sent.data ?? []
  const lost = attempts.findLast(({ state }) => state === 'unknown' || state === 'sending')
  const platform = isolate(rulesOf(post.platform).name)
  const moments = [
    { at: dueAt(post), text: t(wasPublishedAtOnce(post) ? 'asked' : 'due'), isLast: false },
    { at: lost?.sentAt ?? null, text: t('sent', { platform }), isLast: false },
    { at: lost?.finishedAt ?? post.failure?.at ?? null, text: t('lost'), isLast: true },
  ]
  const [first] = moments.flatMap(({ at }) => at ?? [])
  return (
    <>
      {first && <p className="mt-5 text-13 font-strong text-ink-soft">{dates.fullDay(new Date(first))}</p>}
      <ol className="relative mt-2 before:absolute before:inset-y-1 before:start-1 before:w-0.5 before:bg-line">
        {moments.map(
          ({ at, text, isLast }) =>
            at && (
              <li key={text} className="relative flex gap-5 py-1 ps-5 text-14">
                <span
                  aria-hidden="true"
                  className={classNames(
                    'absolute top-[9px] rounded-pill',
                    isLast
                      ? '-start-0.5 size-3.5 bg-lily ring-2 ring-lily-ink ring-inset'
                      : 'start-0 size-2.5 bg-line-strong',
                  )}
                />
                <time dateTime={at} className="w-17 shrink-0 text-ink-soft tabular-nums">
                  {dates.clock(new Date(at))}
                </time>
                {text}
              </li>
            ),
        )}
      </ol>
      {sent.error && (
        <div className="mt-3">
          <LoadFailed error={sent.error} onRetry={() => void sent.refetch()} />
        </div>
      )}
    </>
  )
}

interface AnswerButtonProps {
  icon: LucideIcon
  title: string
  text: string
  isPending: boolean
  isDisabled: boolean
  onClick: () => void
}

/** A button for "The post is live" or "The post is not live". Both look the same, so that neither is suggested. */
function AnswerButton({ icon: Icon, title, text, isPending, isDisabled, onClick }: AnswerButtonProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-busy={isPending}
      onClick={onClick}
      className="flex items-center gap-4 rounded-control border border-line-strong px-4 py-3.5 text-start transition-colors duration-(--fast) hover:bg-sunk disabled:opacity-60"
    >
      {isPending ? (
        <Spinner />
      ) : (
        <Icon size={20} strokeWidth={1.75} className={classNames('shrink-0', Icon === Send && 'points')} />
      )}
      <span>
        <span className="block text-16 font-strong">{title}</span>
        <span className="block text-14 text-ink-soft">{text}</span>
      </span>
    </button>
  )
}
