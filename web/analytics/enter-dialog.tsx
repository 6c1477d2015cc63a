import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Analytics, PostWithMetrics } from '#core/analytics/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import type { AnswerOf, ApiError } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { isolate } from '../lib/isolate.ts'
import { queryClient, reading } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { FileSpreadsheet } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { MetricsForm } from './metrics-form.tsx'

interface EnterDialogProps {
  analytics: Pick<Analytics, 'from' | 'to' | 'timeZone'>
  onImport: () => void
  onClose: () => void
}

/** Lists the posts of the shown period for which networks do not report all metrics, so that the user can enter them. */
export default function EnterDialog({ analytics, onImport, onClose }: EnterDialogProps) {
  const t = useTranslations('analytics.entered')
  const app = useTranslations('app')
  const posts = usePublishedPosts(analytics)
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <Dialog title={t('title')} description={t('text')} width="lg" onClose={onClose}>
      {posts.error && !posts.data && <LoadFailed error={posts.error} onRetry={() => void posts.refetch()} />}
      {posts.isPending && <Skeleton className="h-40" />}
      {posts.data?.length === 0 && <p className="text-14 text-ink-soft">{t('none')}</p>}
      {posts.data && posts.data.length > 0 && (
        <ul aria-label={t('list')} className="divide-y divide-line border-y border-line">
          {posts.data.map((post) => (
            <li key={post.id} className="py-2.5">
              <PostRow
                post={post}
                isOpen={post.id === openId}
                onToggle={() => setOpenId(post.id === openId ? null : post.id)}
              />
              {post.id === openId && <MetricsForm post={post} onDone={() => setOpenId(null)} />}
            </li>
          ))}
        </ul>
      )}
      {posts.hasNextPage && (
        <Button
          variant="quiet"
          className="mt-2"
          isPending={posts.isFetchingNextPage}
          onClick={() => void posts.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
      <DialogActions>
        <Button onClick={onImport}>
          <FileSpreadsheet size={18} strokeWidth={1.75} />
          {t('import')}
        </Button>
        <Button onClick={onClose}>{app('close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

type Page = AnswerOf<'GET /api/analytics/posts'>

function usePublishedPosts({ from, to, timeZone }: EnterDialogProps['analytics']) {
  const page = (after?: string) =>
    reading('GET /api/analytics/posts', { query: { from, to, timeZone, ...(after && { after }) } })
  return useInfiniteQuery<Page, ApiError, PostWithMetrics[], readonly unknown[], string | undefined>({
    queryKey: [...page().queryKey, 'pages'],
    queryFn: ({ pageParam }) => queryClient.fetchQuery({ ...page(pageParam), staleTime: 0 }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ posts }) => posts),
    // Refetch each time, because no event reports what members enter.
    refetchOnMount: 'always',
  })
}

function PostRow({ post, isOpen, onToggle }: { post: PostWithMetrics; isOpen: boolean; onToggle: () => void }) {
  const t = useTranslations('analytics.entered')
  const dates = useDates()
  const { entered } = post
  const day = entered && dates.shortDay(new Date(entered.at))
  return (
    <div className="flex items-center gap-2.5 text-14">
      <PlatformBadge platform={post.platform} />
      <span className="sr-only">{rulesOf(post.platform).name}</span>
      <p className="min-w-0 flex-1">
        <bdi className="block truncate">{post.opening}</bdi>
        <span className="block text-13 text-ink-soft">
          {dates.shortDay(new Date(post.publishedAt))}
          {day && <> · {entered.by === null ? t('byNobody', { day }) : t('by', { name: isolate(entered.by), day })}</>}
        </span>
      </p>
      <Button
        size="sm"
        variant="quiet"
        className="-me-3"
        aria-expanded={isOpen}
        aria-label={t('edit', { post: isolate(post.opening) })}
        onClick={onToggle}
      >
        {t('change')}
      </Button>
    </div>
  )
}
