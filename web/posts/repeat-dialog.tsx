import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { rulesOf } from '#core/platforms/platform.ts'
import type { RepeatedPost } from '#core/planning/recurrence-contract.ts'
import { MAX_INTERVAL, MAX_OCCURRENCES, occurrencesOf, RECURRENCE_UNITS } from '#core/planning/recurrence.ts'
import { isRamadan } from '#core/planning/upcoming-slots.ts'
import type { Post } from '#core/posts/contract.ts'
import type { PostStatus } from '#core/posts/lifecycle.ts'
import { wallTimeAt } from '#core/posts/wall-time.ts'
import { call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { useNow } from '../lib/use-now.ts'
import { TimeField } from '../planning/picker/time-field.tsx'
import { Button } from '../ui/button.tsx'
import { Alert, Dialog, DialogActions } from '../ui/dialog.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PostExcerpt } from './post-excerpt.tsx'

const USUAL_COUNT = 12
const LONGEST_INTERVAL = { day: MAX_INTERVAL, week: MAX_INTERVAL, month: 12 } as const
/** The first day of the month that some months do not have. */
const LATE_DAY = 29

/** Repeats a post, or deletes the later posts of one that repeats. */
export default function RepeatDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useTranslations('planning.repeat')
  const query = { ...reading('GET /api/posts/{id}/repeats', { params: { id: post.id } }), staleTime: 0 }
  const { data: later, error, refetch } = useQuery(query)
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <PostExcerpt post={post} className="mb-5" />
      {error && !later && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!later && !error && <Skeleton className="h-40" />}
      {later && later.length > 0 && <LaterPosts post={post} later={later} onClose={onClose} />}
      {later?.length === 0 && <RepeatForm post={post} onClose={onClose} />}
    </Dialog>
  )
}

function RepeatForm({ post, onClose }: { post: Post; onClose: () => void }) {
  const t = useTranslations('planning.repeat')
  const dates = useDates()
  const now = useNow()
  const errorText = useErrorText()
  const [unit, setUnit] = useState<(typeof RECURRENCE_UNITS)[number]>('week')
  const [interval, setInterval] = useState(1)
  const [wanted, setWanted] = useState(USUAL_COUNT)
  const [ramadanTime, setRamadanTime] = useState('')
  const timeZone = post.timeZone ?? dates.timeZone
  const first = wallTimeAt(new Date(post.scheduledAt ?? post.publishedAt ?? now), timeZone)
  const { occurrences } = occurrencesOf({ unit, interval, count: MAX_OCCURRENCES }, first, now)
  const count = Math.min(wanted, occurrences.length)
  const hasRamadan = occurrences.slice(0, count).some(({ date }) => isRamadan(date))
  const hasLateDay = unit === 'month' && Number(first.wallTime.slice(8, 10)) >= LATE_DAY

  const repeating = useMutation({
    mutationFn: () => {
      const other = hasRamadan && ramadanTime !== '' ? { ramadanTime } : {}
      const body = { unit, interval, count, timeZone, ...other }
      return call('POST /api/posts/{id}/repeats', { params: { id: post.id }, body })
    },
    onSuccess: (added) => {
      toast({ title: t(SAVED[added[0]?.status ?? 'scheduled'] ?? 'added', { count: added.length }) })
      onClose()
    },
    onError: (reason) => toast({ title: t('failed'), description: errorText(reason), isDestructive: true }),
    onSettled: () => invalidate('/api/posts'),
  })

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        // Do nothing if the field shows that its text is not a time.
        if (!event.currentTarget.querySelector('[aria-invalid=true]')) repeating.mutate()
      }}
    >
      <Segmented
        label={t('unit')}
        isLabelHidden
        value={unit}
        options={RECURRENCE_UNITS.map((value) => ({ value, label: t(`units.${value}`) }))}
        onChange={(value) => {
          setUnit(value)
          setInterval(1)
        }}
      />
      <Select
        label={t('interval')}
        value={`${interval}`}
        options={numbersTo(LONGEST_INTERVAL[unit]).map((value) => ({
          value: `${value}`,
          label: t(`every.${unit}`, { count: value }),
        }))}
        onChange={(value) => setInterval(Number(value))}
      />
      {count === 0 ? (
        <p className="text-14">{t('tooFar')}</p>
      ) : (
        <Select
          label={t('end')}
          value={`${count}`}
          options={occurrences.map(({ at }, index) => ({
            value: `${index + 1}`,
            label: t('until', { date: dates.date(at), count: index + 1 }),
          }))}
          onChange={(value) => setWanted(Number(value))}
        />
      )}
      {hasRamadan && (
        <div>
          <TimeField
            label={t('ramadan')}
            time={ramadanTime}
            isRefused={false}
            describedBy="ramadan-hint"
            onChange={setRamadanTime}
          />
          <p id="ramadan-hint" className="mt-1.5 text-13 text-ink-soft">
            {t('ramadanHint')}
          </p>
        </div>
      )}
      {hasLateDay && <p className="text-13 text-ink-soft">{t('lastDay')}</p>}
      {rulesOf(post.platform).rejectsRepeats && (
        <p className="rounded-control bg-lily-wash p-3 text-14">
          {t('rejected', { platform: isolate(rulesOf(post.platform).name) })}
        </p>
      )}
      <DialogActions onCancel={onClose}>
        <Button type="submit" variant="primary" disabled={count === 0} isPending={repeating.isPending}>
          {t('submit', { count })}
        </Button>
      </DialogActions>
    </form>
  )
}

/** Messages about the added posts, by their status. */
const SAVED: Partial<Record<PostStatus, 'drafted' | 'asked'>> = { draft: 'drafted', in_review: 'asked' }

const numbersTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1)

interface LaterProps {
  post: Post
  later: readonly RepeatedPost[]
  onClose: () => void
}

function LaterPosts({ post, later, onClose }: LaterProps) {
  const t = useTranslations('planning.repeat')
  const app = useTranslations('app')
  const dates = useDates()
  const errorText = useErrorText()
  const [isAsking, setIsAsking] = useState(false)
  const count = later.length
  const removing = useMutation({
    mutationFn: () => call('DELETE /api/posts/{id}/repeats', { params: { id: post.id } }),
    onSuccess: () => {
      toast({ title: t('deleted', { count }) })
      onClose()
    },
    onError: (reason) => toast({ title: t('deleteFailed'), description: errorText(reason), isDestructive: true }),
    onSettled: () => {
      setIsAsking(false)
      return invalidate('/api/posts')
    },
  })
  return (
    <>
      <p className="text-14 font-strong">{t('later', { count })}</p>
      <ol className="fades-bottom mt-2 max-h-60 divide-y divide-line overflow-y-auto border-y border-line text-14">
        {later.map(({ id, at, date }) => {
          const time = new Date(at ?? date)
          return (
            <li key={id} className="py-2">
              <time dateTime={time.toISOString()}>
                {at ? t('at', { date: dates.date(time), time: dates.time(time) }) : dates.date(time)}
              </time>
            </li>
          )
        })}
      </ol>
      <DialogActions>
        <Button onClick={onClose}>{app('close')}</Button>
        <Button variant="warning" onClick={() => setIsAsking(true)}>
          {t('delete', { count })}
        </Button>
      </DialogActions>
      {isAsking && (
        <Alert
          title={t('deleteTitle', { count })}
          description={t('deleteText')}
          confirmLabel={t('delete', { count })}
          isDestructive
          isPending={removing.isPending}
          onConfirm={() => removing.mutate()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
