import { useMutation, useQuery } from '@tanstack/react-query'
import * as Dialog from '@radix-ui/react-dialog'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Notification } from '#core/notifications/contract.ts'
import type { Post } from '#core/posts/contract.ts'
import { call } from '../lib/api.ts'
import { daysFromToday, useDates } from '../lib/dates.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { useUser } from '../lib/session.ts'
import { useNow } from '../lib/use-now.ts'
import { PostAllDialog } from '../posts/lazy-post-all.ts'
import { usePostAll } from '../posts/use-post-all.ts'
import { Button } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { CheckCheck, X } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { ConfirmEmailRow } from './confirm-email-row.tsx'
import { NotificationItem } from './notification-item.tsx'
import { PublishedItem } from './published-item.tsx'
import { PushOffer } from './push-offer.tsx'

/** The panel shows published posts of the last week. They never count as unread. */
const MAX_PUBLISHED = 10
const PUBLISHED_FOR_MS = 7 * 86_400_000

const isRecent = (at: string | null, now: Date) => at !== null && now.getTime() - Date.parse(at) < PUBLISHED_FOR_MS

type Entry = { at: string } & ({ item: Notification; post?: never } | { item?: never; post: Post })

export default function NotificationPanel({ onClose }: { onClose: () => void }) {
  const t = useTranslations('notifications')
  const app = useTranslations('app')
  const dates = useDates()
  const toastError = useErrorToast()
  const returnFocus = useReturnFocus()
  const { user } = useUser()
  // Whether the user followed a link. The new page then takes the focus, not the button of the panel.
  const isLeft = useRef(false)
  const posting = usePostAll()
  const notifications = useQuery(reading('GET /api/notifications'))
  const markRead = useMutation({
    mutationFn: (ids: string[] | undefined) => call('POST /api/notifications/read', { body: { ids } }),
    onError: (error) => toastError(t('readFailed'), error),
    onSettled: () => invalidate('/api/notifications'),
  })

  const published = useQuery(
    reading('GET /api/posts', { query: { status: 'published', limit: String(MAX_PUBLISHED) } }),
  )
  const now = useNow()

  const items = notifications.data?.items ?? []
  const recent = (published.data ?? []).filter(({ publishedAt }) => isRecent(publishedAt, now))
  const entries: Entry[] = [
    ...items.map((item) => ({ at: item.at, item })),
    ...recent.map((post) => ({ at: post.publishedAt ?? post.updatedAt, post })),
  ].sort((a, b) => b.at.localeCompare(a.at))
  const unconfirmed = user && !user.emailConfirmed ? user.email : null
  const days = Map.groupBy(entries, ({ at }) => dates.dayKey(new Date(at)))

  function nameOf(at: Date): string {
    const daysAway = daysFromToday(at, dates.timeZone)
    return daysAway === 0 ? t('today') : daysAway === -1 ? t('yesterday') : dates.fullDay(at)
  }

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="appears fixed inset-0 z-40 max-md:bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => (isLeft.current ? event.preventDefault() : returnFocus(event))}
          className="rises fixed inset-x-0 bottom-0 z-50 flex max-h-[min(88dvh,calc(100dvh-var(--toast-height)))] flex-col overflow-hidden rounded-t-card bg-surface shadow-float outline-none md:inset-x-auto md:end-[max(32px,calc((100%-var(--content))/2))] md:top-[calc(var(--stuck)+4px)] md:bottom-auto md:max-h-[min(640px,calc(100dvh-var(--stuck)-24px))] md:w-104 md:rounded-card"
        >
          <div className="flex min-h-14 items-center gap-1 border-b border-line ps-5 pe-2">
            <Dialog.Title className="title min-w-0 flex-1 text-16">{t('title')}</Dialog.Title>
            {items.some(({ isRead, action }) => !isRead && action !== null) && (
              <Button
                variant="quiet"
                size="sm"
                isPending={markRead.isPending && markRead.variables === undefined}
                onClick={() => markRead.mutate(undefined)}
              >
                <CheckCheck size={18} strokeWidth={1.75} />
                {t('readAll')}
              </Button>
            )}
            <Dialog.Close
              aria-label={app('close')}
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-sunk"
            >
              <X size={20} strokeWidth={1.75} />
            </Dialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
            {unconfirmed && <ConfirmEmailRow email={unconfirmed} />}
            {notifications.isPending && <Skeleton className="m-5 h-16" />}
            {notifications.error && (
              <div className="px-5 py-4">
                <LoadFailed error={notifications.error} onRetry={() => void notifications.refetch()}>
                  <p className="font-strong">{t('notLoaded')}</p>
                </LoadFailed>
              </div>
            )}
            {notifications.data && !published.isPending && entries.length === 0 && !unconfirmed && (
              <div className="flex flex-col items-center px-6 pt-8 pb-10 text-center">
                <Frog expression="sleeping" size="lg" />
                <p className="title mt-4 text-20">{t('empty')}</p>
                <p className="mt-1 max-w-72 text-14 text-ink-soft">{t('emptyText')}</p>
              </div>
            )}
            {[...days].map(([key, ofDay]) => (
              <section key={key} aria-labelledby={`day-${key}`}>
                <h3
                  id={`day-${key}`}
                  className="sticky top-0 z-1 bg-surface px-5 pt-3.5 pb-1 text-13 font-strong text-ink-soft"
                >
                  {nameOf(new Date(ofDay[0]?.at ?? 0))}
                </h3>
                <ul className="divide-y divide-line">
                  {ofDay.map(({ item, post }) =>
                    item ? (
                      <NotificationItem
                        key={item.id}
                        item={item}
                        posting={posting}
                        onDone={() => {
                          isLeft.current = true
                          if (!item.isRead) markRead.mutate([item.id])
                          onClose()
                        }}
                      />
                    ) : (
                      <PublishedItem key={post.id} post={post} />
                    ),
                  )}
                </ul>
              </section>
            ))}
            <PushOffer />
          </div>
        </Dialog.Content>
      </Dialog.Portal>
      {posting.state && <PostAllDialog state={posting.state} posting={posting} onClose={posting.close} />}
    </Dialog.Root>
  )
}
