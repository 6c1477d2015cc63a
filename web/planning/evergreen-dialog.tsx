import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { FILL_DAYS } from '#core/planning/evergreen.ts'
import type { EvergreenPost } from '#core/planning/evergreen-contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { textDirection } from '#core/posts/text-direction.ts'
import { call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText, useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { useNow } from '../lib/use-now.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Frog } from '../ui/frog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { X } from '../ui/icons.ts'
import { LoadFailed } from '../ui/load-failed.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { endEvergreen } from './end-evergreen.ts'

const DAY_MS = 86_400_000

interface EvergreenDialogProps {
  /** Opens a day whose posts can become evergreen. Undefined if the calendar shows no posts. */
  onChoosePost: (() => void) | undefined
  onClose: () => void
}

/** Lists the evergreen posts, and adds them at free weekly times. */
export default function EvergreenDialog({ onChoosePost, onClose }: EvergreenDialogProps) {
  const t = useTranslations('planning.evergreen')
  const dates = useDates()
  const { timeZone } = dates
  const now = useNow()
  const errorText = useErrorText()
  const { data: posts, error, refetch } = useQuery({ ...reading('GET /api/evergreen'), staleTime: 0 })
  const pauses = new Set(posts?.map(({ pauseDays }) => pauseDays))
  // If all posts have the same pause, only the list's first line shows it.
  const [pause] = pauses.size === 1 ? pauses : []
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
      {posts?.length === 0 && (
        <div className="flex flex-col items-center gap-4 py-4 text-center">
          <Frog expression="sleeping" size="lg" />
          <p className="text-14 text-ink-soft">{t('empty')}</p>
          {onChoosePost && <Button onClick={onChoosePost}>{t('choosePost')}</Button>}
        </div>
      )}
      {posts && posts.length > 0 && (
        <>
          {pause !== undefined && <p className="mb-2 text-14 text-ink-soft">{t('every', { count: pause })}</p>}
          <ul className="divide-y divide-line">
            {posts.map((post) => (
              <Entry key={post.postId} post={post} showsPause={pause === undefined} />
            ))}
          </ul>
          <DialogActions>
            <Button variant="primary" isPending={filling.isPending} onClick={() => filling.mutate()}>
              {t('fill', { date: dates.shortDay(new Date(now.getTime() + FILL_DAYS * DAY_MS)) })}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

type EntryProps = { post: EvergreenPost; showsPause: boolean }

function Entry({ post: { postId, platform, opening, pauseDays, lastAt }, showsPause }: EntryProps) {
  const t = useTranslations('planning.evergreen')
  const dates = useDates()
  const now = useNow()
  const last = lastAt ? new Date(lastAt) : null
  const isThisYear = (at: Date) => dates.dayKey(at).slice(0, 4) === dates.dayKey(now).slice(0, 4)
  const toastError = useErrorToast()
  const onError = (reason: unknown) => toastError(t('removeFailed'), reason)
  const onSettled = () => invalidate('/api/evergreen')
  // The toast outlives this row, so undo cannot use a mutation of the row.
  const undo = () =>
    void call('PUT /api/posts/{id}/evergreen', { params: { id: postId }, body: { pauseDays } })
      .catch(onError)
      .finally(onSettled)
  const removing = useMutation({
    mutationFn: () => endEvergreen(postId),
    onSuccess: () => toast({ title: t('removed'), action: { label: t('undo'), run: undo } }),
    onError,
    onSettled,
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
          {showsPause && t('every', { count: pauseDays })}
          {showsPause && last && ' · '}
          {last &&
            t(last > now ? 'next' : 'last', { date: isThisYear(last) ? dates.shortDay(last) : dates.date(last) })}
        </p>
      </div>
      <IconButton label={t('remove', { beginning: isolate(opening.slice(0, 40)) })} onClick={() => removing.mutate()}>
        <X size={18} strokeWidth={1.75} />
      </IconButton>
    </li>
  )
}
