import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { EvergreenPost } from '#core/planning/evergreen-contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { X } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { endEvergreen } from './end-evergreen.ts'

/** Lists the evergreen posts, and adds them at free weekly times. */
export default function EvergreenDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('planning.evergreen')
  const { timeZone } = useDates()
  const errorText = useErrorText()
  const { data: posts, error, refetch } = useQuery({ ...reading('GET /api/evergreen'), staleTime: 0 })
  const filling = useMutation({
    mutationFn: () => call('POST /api/evergreen/fill', { body: { timeZone } }),
    onSuccess: (added) => {
      toast({
        title: t('filled', { count: added.length }),
        ...(added.length === 0 && { description: t('noneFilled') }),
      })
      if (added.length > 0) onClose()
    },
    onError: (reason) => toast({ title: t('failed'), description: errorText(reason), isDestructive: true }),
    onSettled: () => invalidate('/api/posts', '/api/evergreen'),
  })
  return (
    <Dialog title={t('title')} description={t('about')} width="lg" onClose={onClose}>
      {error && !posts && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!posts && !error && <Skeleton className="h-24" />}
      {posts?.length === 0 && <p className="py-4 text-14 text-ink-soft">{t('empty')}</p>}
      <ul className="divide-y divide-line">
        {posts?.map((post) => (
          <Entry key={post.postId} post={post} />
        ))}
      </ul>
      <DialogActions>
        <Button
          variant="primary"
          disabled={!posts || posts.length === 0}
          isPending={filling.isPending}
          onClick={() => filling.mutate()}
        >
          {t('fill')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Entry({ post: { postId, platform, opening, pauseDays, lastAt } }: { post: EvergreenPost }) {
  const t = useTranslations('planning.evergreen')
  const dates = useDates()
  const errorText = useErrorText()
  const removing = useMutation({
    mutationFn: () => endEvergreen(postId),
    onError: (reason) => toast({ title: t('removeFailed'), description: errorText(reason), isDestructive: true }),
    onSettled: () => invalidate('/api/evergreen'),
  })
  return (
    <li className="flex items-center gap-3 py-2">
      <PlatformBadge platform={platform} />
      <span className="sr-only">{rulesOf(platform).name}</span>
      <div className="min-w-0 flex-1">
        <p dir={textDirection(opening)} className="truncate text-14">
          {opening}
        </p>
        <p className="text-13 text-ink-soft">
          {t('every', { count: pauseDays })}
          {lastAt && ` · ${t('last', { date: dates.date(new Date(lastAt)) })}`}
        </p>
      </div>
      <IconButton label={t('remove', { beginning: isolate(opening.slice(0, 40)) })} onClick={() => removing.mutate()}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </li>
  )
}
