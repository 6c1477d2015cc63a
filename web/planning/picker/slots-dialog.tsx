import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call, ApiError, expectedRevision } from '../../lib/api.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorText } from '../../lib/error-text.ts'
import { useNow } from '../../lib/use-now.ts'
import { invalidate, queryClient, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useConfirmLeave } from '../../ui/use-confirm-leave.tsx'
import { WeeklySlots } from './weekly-slots.tsx'
import type { WeeklyTimes } from './weekly-times.ts'

export default function SlotsDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('slots')
  const errorText = useErrorText()
  const dates = useDates()
  const now = useNow()
  const query = { ...reading('GET /api/slots'), refetchOnMount: 'always' as const, gcTime: 0 }
  const { data: stored, error, refetch } = useQuery(query)
  /**
   * The edited weekly times and the stored version that the user edited. If the server sends a newer version, the form
   * keeps its times.
   */
  const [changed, setChanged] = useState<{ times: WeeklyTimes; from: typeof stored } | null>(null)
  const from = changed ? changed.from : stored
  const change = (times: WeeklyTimes) => setChanged({ times, from })

  const saving = useMutation({
    mutationFn: ({ week, ramadan, weekendOf }: WeeklyTimes) =>
      call('PATCH /api/slots', { headers: from && expectedRevision(from), body: { week, ramadan, weekendOf } }),
    onSuccess: (slots) => {
      queryClient.setQueryData(query.queryKey, slots)
      void invalidate('/api/slots/free', '/api/posts/calendar')
      toast({ title: t('saved') })
      onClose()
    },
    onError: (reason) => {
      // Another tab has changed the weekly times. Reads their new version, so that the next save replaces it with this
      // tab's times.
      if (reason instanceof ApiError && reason.code === 'slots_changed_meanwhile')
        void refetch().then(({ data }) => setChanged((kept) => kept && { ...kept, from: data }))
      else toast({ title: t('failed'), description: errorText(reason), isDestructive: true })
    },
  })
  const times = changed?.times ?? stored
  const isStale = saving.error instanceof ApiError && saving.error.code === 'slots_changed_meanwhile'
  const { leave, question } = useConfirmLeave(changed === null, onClose, {
    title: t('leaveTitle'),
    text: t('leaveText'),
    leave: t('leave'),
  })

  return (
    <Dialog title={t('title')} description={t('text', { zone: dates.zoneName(now) })} width="xl" onClose={leave}>
      {error && !stored && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!stored && !error && <Skeleton className="h-60" />}
      {isStale && (
        <div role="alert" className="mb-3 flex flex-wrap items-center gap-3 border-y border-line py-3 text-14">
          <p className="min-w-0 flex-1 basis-52">{errorText(saving.error)}</p>
          <Button
            size="sm"
            onClick={() => {
              saving.reset()
              setChanged(null)
            }}
          >
            {t('stored')}
          </Button>
        </div>
      )}
      {times && (
        <>
          <div className="pb-4">
            <WeeklySlots times={times} onChange={change} />
          </div>
          <DialogActions onCancel={leave}>
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
      {question}
    </Dialog>
  )
}
