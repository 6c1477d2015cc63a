import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { rulesOf } from '#core/platforms/platform.ts'
import type { FollowedFeed } from '#core/reading/feeds-contract.ts'
import { call } from '../../lib/api.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { lazyDialog } from '../../lib/lazy-dialog.tsx'
import { usePageTitle } from '../../lib/page-title.ts'
import { invalidate, reading } from '../../lib/queries.ts'
import { mayAs } from '../../lib/role.ts'
import { toast } from '../../lib/toast.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Frog } from '../../ui/frog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Ellipsis, Plus, RefreshCw } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const FeedDialog = lazyDialog(() => import('./feed-dialog.tsx'))

/**
 * Polling interval while the server checks a feed. The server's event about the check may arrive before the page
 * listens.
 */
const POLL_MS = 5_000

export default function FeedsPage() {
  const t = useTranslations('following')
  usePageTitle(t('title'))
  const [open, setOpen] = useState<'new' | FollowedFeed | null>(null)
  const query = useQuery({
    ...reading('GET /api/followed-feeds'),
    refetchInterval: ({ state }) => (state.data?.some(({ isChecking }) => isChecking) ? POLL_MS : false),
  })
  const feeds = query.data
  return (
    <div className="column py-6 lg:py-7">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3">
        <h1 className="title text-28">{t('title')}</h1>
        {mayAs('editor') && (
          <Button variant="primary" onClick={() => setOpen('new')}>
            <Plus size={18} strokeWidth={1.75} />
            {t('add')}
          </Button>
        )}
      </div>
      {!feeds && !query.error && <Waiting />}
      {!feeds && query.error && (
        <div className="mt-4">
          <LoadFailed error={query.error} onRetry={() => void query.refetch()}>
            <p className="font-strong">{t('notLoaded')}</p>
          </LoadFailed>
        </div>
      )}
      {feeds?.length === 0 && (
        <div className="flex flex-col items-center px-4 py-12 text-center">
          <Frog expression="sleeping" size="md" />
          <p className="mt-3 text-14 text-ink-soft">{t('none')}</p>
        </div>
      )}
      {feeds?.map((feed) => (
        <FeedRow key={feed.id} feed={feed} onChange={() => setOpen(feed)} />
      ))}
      {open && <FeedDialog feed={open === 'new' ? undefined : open} onClose={() => setOpen(null)} />}
    </div>
  )
}

function Waiting() {
  return [1, 2, 3].map((place) => (
    <div key={place} className="space-y-2 border-b border-line py-4">
      <Skeleton className="h-5 w-48" />
      <Skeleton className="h-4 w-80 max-w-full" />
    </div>
  ))
}

function useFeedActions({ id }: FollowedFeed) {
  const t = useTranslations('following')
  const toastError = useErrorToast()
  const params = { id }
  const restore = () => call('PATCH /api/followed-feeds/{id}', { params, body: { isRemoved: false } })
  const acting = useMutation({
    mutationFn: async (what: 'check' | 'pause' | 'resume' | 'remove' | 'restore') => {
      if (what === 'check') await call('POST /api/followed-feeds/{id}/check', { params })
      if (what === 'pause') await call('PATCH /api/followed-feeds/{id}', { params, body: { isPaused: true } })
      if (what === 'resume') await call('PATCH /api/followed-feeds/{id}', { params, body: { isPaused: false } })
      if (what === 'remove') await call('DELETE /api/followed-feeds/{id}', { params })
      if (what === 'restore') await restore()
      return what
    },
    onSuccess: async (what) => {
      // The toast outlives this row, so undo cannot use the row's mutation.
      const undo = () =>
        void restore()
          .catch((reason: unknown) => toastError(t('failed'), reason))
          .finally(() => invalidate('/api/followed-feeds'))
      if (what === 'remove') toast({ title: t('removed'), action: { label: t('undo'), run: undo } })
      await invalidate('/api/followed-feeds')
    },
    onError: (reason) => toastError(t('failed'), reason),
  })
  return acting
}

function FeedRow({ feed, onChange }: { feed: FollowedFeed; onChange: () => void }) {
  const t = useTranslations('following')
  const acting = useFeedActions(feed)
  const title = isolate(feed.title)
  return (
    <article aria-label={feed.title} className="border-b border-line py-4">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0 flex-1">
          <h2 className="text-16 font-strong break-words">
            <bdi>{feed.title}</bdi>
          </h2>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-ink-soft">
            <span className="flex gap-1">
              {feed.platforms.map((platform) => (
                <span key={platform}>
                  <PlatformBadge platform={platform} />
                  <span className="sr-only">{rulesOf(platform).name}</span>
                </span>
              ))}
            </span>
            <FeedState feed={feed} />
            <span>{[t(`languages.${feed.language}`), t(`tones.${feed.tone}`)].join(' · ')}</span>
            <bdi dir="ltr" className="wrap-anywhere">
              {feed.url.replace(/^https?:\/\/(?:www\.)?/, '')}
            </bdi>
          </div>
        </div>
        {mayAs('editor') && (
          <div className="-me-2.5 flex items-center max-md:-mt-2 md:gap-1">
            {!feed.isPaused && (
              <Button
                size="sm"
                className="max-md:size-11 max-md:border-transparent"
                aria-label={t('checkNowOf', { title })}
                disabled={feed.isChecking}
                onClick={() => acting.mutate('check')}
              >
                <RefreshCw size={16} strokeWidth={1.75} />
                <span className="max-md:hidden">{t('checkNow')}</span>
              </Button>
            )}
            <Menu
              trigger={
                <IconButton label={t('moreOf', { title })}>
                  <Ellipsis size={18} strokeWidth={1.75} />
                </IconButton>
              }
            >
              {({ MenuItem }) => (
                <>
                  <MenuItem onSelect={onChange}>{t('change')}</MenuItem>
                  <MenuItem onSelect={() => acting.mutate(feed.isPaused ? 'resume' : 'pause')}>
                    {t(feed.isPaused ? 'resume' : 'pause')}
                  </MenuItem>
                  <MenuItem isDestructive onSelect={() => acting.mutate('remove')}>
                    {t('remove')}
                  </MenuItem>
                </>
              )}
            </Menu>
          </div>
        )}
      </div>
      <output className="mt-1 block text-13 text-coral empty:m-0">{feed.failure?.message}</output>
      <Items feed={feed} />
    </article>
  )
}

function FeedState({ feed: { isPaused, isChecking, checkedAt } }: { feed: FollowedFeed }) {
  const t = useTranslations('following')
  const format = useFormatter()
  const now = useNow()
  const checked = new Date(Math.min(Date.parse(checkedAt), now.getTime()))
  return (
    <output className={isPaused ? 'rounded-[4px] bg-lily-wash px-1.5 font-strong text-lily-ink' : undefined}>
      {isPaused ? t('paused') : isChecking ? t('checking') : t('checked', { when: format.relativeTime(checked, now) })}
    </output>
  )
}

function Items({ feed: { title, items } }: { feed: FollowedFeed }) {
  const t = useTranslations('following')
  const format = useFormatter()
  const now = useNow()
  const about = ({ publishedAt, state, draftId, failure }: FollowedFeed['items'][number]) => [
    ...(publishedAt ? [format.relativeTime(new Date(publishedAt), now)] : []),
    // Show no state for an item with a draft, because the link to the draft replaces it.
    ...(state === 'known' || draftId ? [] : [t(`states.${state}`)]),
    ...(failure ? [failure.message] : []),
  ]
  if (items.length === 0) return <p className="mt-2 text-13 text-ink-soft">{t('noItems')}</p>
  return (
    <ul
      aria-label={t('newest', { title: isolate(title) })}
      className="mt-2 divide-y divide-line border-s-2 border-line ps-4 md:ps-5"
    >
      {items.map((item) => (
        <li key={item.id} className="flex min-h-11 flex-wrap items-center gap-x-3 py-1.5 text-14">
          <span className="min-w-0 flex-1 basis-60">
            {item.url ? (
              <a
                href={item.url}
                target="_blank"
                rel="noreferrer"
                className="break-words hover:text-pond hover:underline"
              >
                <bdi>{item.title}</bdi>
              </a>
            ) : (
              <bdi>{item.title}</bdi>
            )}
            <span className="block text-13 text-ink-soft">{about(item).join(' · ')}</span>
          </span>
          {item.draftId && mayAs('writer') && (
            <Link
              href={`/create?draft=${item.draftId}`}
              aria-label={t('openDraftOf', { title: isolate(item.title) })}
              className="inline-flex min-h-11 items-center px-1 text-13 font-strong text-pond hover:text-pond-strong lg:min-h-8"
            >
              {t('openDraft')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
