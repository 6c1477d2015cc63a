import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import { daysFromToday, useDates } from '../lib/dates.ts'
import { mayChangePost } from '../posts/may-change-post.ts'
import { StateIcon } from '../posts/post-state.tsx'
import { PostDialogs, type OpenDialog } from '../posts/post-dialogs.tsx'
import { stateOf } from '../posts/state-look.ts'
import { stoppedPart } from '../posts/stopped-part.ts'
import { usePostChanges } from '../posts/use-post-changes.ts'
import { Button } from '../ui/button.tsx'
import { History } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function RecentActivity({ summary }: { summary: UseQueryResult<PostSummary> }) {
  const t = useTranslations('dashboard.recent')
  const posts = useTranslations('posts')
  const dates = useDates()
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const changes = usePostChanges()
  const recent = summary.data?.recent ?? []

  // Show no error here, because the page lists everything that failed to load in one message.
  if (summary.error && !summary.data) return null

  function whenOf(at: Date): string {
    const days = daysFromToday(at, dates.timeZone)
    return days === 0 ? dates.time(at) : days === -1 ? t('yesterday') : dates.shortDay(at)
  }

  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="text-16 font-strong">
        {t('title')}
      </h2>
      {summary.isPending && <Skeleton className="mt-3 h-4 w-full" />}
      {summary.data && recent.length === 0 && <p className="mt-2 text-14 text-ink-soft">{t('empty')}</p>}
      <ul className="divide-y divide-line">
        {recent.map((post) => {
          const at = new Date(post.publishedAt ?? post.createdAt)
          const stopped = stoppedPart(post)
          return (
            <li key={post.id} className="flex flex-wrap items-center gap-x-2.5 py-2.5 text-14 max-lg:py-0.5">
              <PlatformBadge platform={post.platform} />
              <span className="sr-only">{rulesOf(post.platform).name}</span>
              <PostOpening text={post.content} href={post.permalink} />
              <button
                type="button"
                aria-label={`${posts('timeline.way')}, ${whenOf(at)}`}
                onClick={() => setOpen({ kind: 'timeline', post })}
                className="-me-2 inline-flex min-h-8 shrink-0 items-center gap-1.5 rounded-control px-2 text-13 text-ink-soft hover:bg-sunk hover:text-ink max-lg:min-h-11"
              >
                <StateIcon state={stateOf(post)} />
                <time dateTime={at.toISOString()}>{whenOf(at)}</time>
                <History size={16} strokeWidth={1.75} />
              </button>
              {stopped && (
                <p className="flex w-full items-center gap-2 text-13 text-coral">
                  <span>{stopped.failure?.message}</span>
                  <Button size="sm" className="ms-auto" onClick={() => setOpen({ kind: 'timeline', post })}>
                    {posts('rest.open')}
                  </Button>
                </p>
              )}
              {post.wish && (
                <p className="flex w-full items-center gap-2 text-13 text-lily-ink">
                  <span>{t('wentOut')}</span>
                  {mayChangePost(post) && (
                    <Button
                      size="sm"
                      variant="quiet"
                      className="ms-auto"
                      onClick={() => setOpen({ kind: 'remove', post })}
                    >
                      {posts('delete')}
                    </Button>
                  )}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      <PostDialogs open={open} changes={changes} onOpen={setOpen} onClose={() => setOpen(null)} />
    </section>
  )
}

function PostOpening({ text, href }: { text: string; href: string | null }) {
  const line = text.trim().split('\n')[0]
  const className = 'min-w-0 flex-1 truncate'
  if (!href) {
    return (
      <span dir="auto" className={className}>
        {line}
      </span>
    )
  }
  return (
    <a
      dir="auto"
      href={href}
      target="_blank"
      rel="noreferrer"
      className={`${className} py-1 hover:underline max-lg:py-3`}
    >
      {line}
    </a>
  )
}
