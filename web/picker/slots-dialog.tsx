import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call, ApiError, meant } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { useLanguage } from '../lib/language.ts'
import { useNow } from '../lib/now.ts'
import { invalidate, queryClient, reading } from '../lib/queries.ts'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { Alert, Dialog, DialogActions } from '../ui/dialog.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countries, restDays } from './rest-days.ts'
import { useWeekdays } from './use-weekdays.ts'
import { WeekOfTimes } from './week-of-times.tsx'
import type { WeeklyTimes } from './weekly-times.ts'

/** Where a person sets the times of the week at which they publish. */
export default function SlotsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('slots')
  const app = useTranslations('app')
  const errorText = useErrorText()
  const dates = useDates()
  const now = useNow()
  const query = { ...reading('GET /api/slots'), refetchOnMount: 'always' as const, gcTime: 0 }
  const { data: stored, error, refetch } = useQuery(query)
  const [changed, change] = useState<WeeklyTimes | null>(null)
  const [isLeaving, setIsLeaving] = useState(false)

  const saving = useMutation({
    mutationFn: ({ week, ramadan, weekendOf }: WeeklyTimes) =>
      call('PATCH /api/slots', { headers: stored && meant(stored), body: { week, ramadan, weekendOf } }),
    onSuccess: (slots) => {
      queryClient.setQueryData(query.queryKey, slots)
      void invalidate('/api/slots/free')
      toast({ title: t('saved') })
      onClose()
    },
    onError: (reason) => {
      // The next attempt is meant for what is there by now.
      if (reason instanceof ApiError && reason.code === 'slots_changed_meanwhile') void refetch()
      else toast({ title: t('failed'), description: errorText(reason), isDestructive: true })
    },
  })
  const times = changed ?? stored
  const isStale = saving.error instanceof ApiError && saving.error.code === 'slots_changed_meanwhile'
  const leave = () => (changed ? setIsLeaving(true) : onClose())

  return (
    <Dialog
      title={t('title')}
      description={t('text', { zone: dates.zoneName(now) })}
      closeLabel={app('close')}
      width="xl"
      onClose={leave}
    >
      {error && !stored && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!stored && !error && <Skeleton className="h-60" />}
      {isStale && (
        <div role="alert" className="mb-3 flex flex-wrap items-center gap-3 border-y border-line py-3 text-14">
          <p className="min-w-0 flex-1 basis-52">{errorText(saving.error)}</p>
          <Button
            size="sm"
            onClick={() => {
              saving.reset()
              change(null)
            }}
          >
            {t('stored')}
          </Button>
        </div>
      )}
      {times && (
        <>
          <Times times={times} onChange={change} />
          <DialogActions>
            <Button onClick={leave}>{app('cancel')}</Button>
            <Button
              variant="primary"
              disabled={changed === null}
              isPending={saving.isPending}
              onClick={() => saving.mutate(times)}
            >
              {t('save')}
            </Button>
          </DialogActions>
        </>
      )}
      {isLeaving && (
        <Alert
          title={t('leaveTitle')}
          description={t('leaveText')}
          confirmLabel={t('leave')}
          cancelLabel={app('cancel')}
          isDestructive
          onConfirm={onClose}
          onClose={() => setIsLeaving(false)}
        />
      )}
    </Dialog>
  )
}

function Times({ times, onChange }: { times: WeeklyTimes; onChange: (times: WeeklyTimes) => void }) {
  const t = useTranslations('slots')
  const { language } = useLanguage()
  const { names } = useWeekdays()
  const ramadanId = useId()
  const [shown, show] = useState<'usual' | 'inRamadan'>('usual')
  const { week, ramadan, weekendOf } = times
  const isRamadan = shown === 'inRamadan' && ramadan !== null
  const resting = weekendOf === null ? [] : restDays(weekendOf)
  const list = new Intl.ListFormat(language)
  return (
    <div className="flex flex-col gap-5 pb-4">
      {ramadan !== null && (
        <Segmented
          label={t('which')}
          isLabelHidden
          value={shown}
          options={[
            { value: 'usual', label: t('usual') },
            { value: 'inRamadan', label: t('inRamadan') },
          ]}
          onChange={show}
        />
      )}
      {(isRamadan ? ramadan : week).some(({ platform }) => platform !== null) && (
        <p className="-mb-2 text-13 text-ink-soft">{t('networkOnly')}</p>
      )}
      <WeekOfTimes
        key={String(isRamadan)}
        week={isRamadan ? ramadan : week}
        resting={resting}
        onChange={(next) => onChange(isRamadan ? { ...times, ramadan: next } : { ...times, week: next })}
      />
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        <div className="flex items-start gap-2.5 text-14">
          <input
            id={ramadanId}
            aria-describedby={`${ramadanId}-text`}
            type="checkbox"
            checked={ramadan !== null}
            onChange={({ target }) => {
              show(target.checked ? 'inRamadan' : 'usual')
              // They begin with the usual ones.
              onChange({ ...times, ramadan: target.checked ? week : null })
            }}
            className="mt-0.5 size-4.5"
          />
          <div>
            <label htmlFor={ramadanId} className="block cursor-pointer font-strong max-lg:pb-1">
              {t('ramadan')}
            </label>
            <p id={`${ramadanId}-text`} className="text-13 text-ink-soft">
              {t('ramadanText')}
            </p>
          </div>
        </div>
        <div>
          <Select
            label={t('weekend')}
            value={weekendOf ?? ''}
            options={[
              { value: '', label: t('noCountry') },
              ...countries(language, weekendOf).map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={(code) => onChange({ ...times, weekendOf: code === '' ? null : code })}
          />
          {resting.length > 0 && (
            <p className="mt-1.5 text-13 text-ink-soft">
              {t('resting', { days: list.format(resting.map((day) => names[day] ?? '')) })}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}
