import { useMutation, useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Export } from '#core/people/export-contract.ts'
import { ApiError, call } from '../../lib/api.ts'
import { addressAt } from '../../lib/base-path.ts'
import { useDates } from '../../lib/dates.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { queryClient, reading } from '../../lib/queries.ts'
import { useUser } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Download } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LedgerRow } from '../../ui/ledger.tsx'

const STATE = reading('GET /api/export')
/** Polling interval for the progress of an export, because the server sends no events about it. */
const POLL_MS = 1_500
const MB = 1_000_000

const isUnderWay = (one: Export | null | undefined) => one?.state === 'waiting' || one?.state === 'working'

export function ExportData() {
  const t = useTranslations('security.export')
  const toastError = useErrorToast()
  const { user } = useUser()
  const sendsMail = useQuery(reading('GET /api/registration')).data?.sendsMail ?? true
  const { dayAndTime } = useDates()
  const format = useFormatter()
  const { data, error, refetch } = useQuery({
    ...STATE,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (isUnderWay(state.data?.last) ? POLL_MS : false),
  })
  const requestExport = useMutation({
    mutationFn: () => call('POST /api/export'),
    onSettled: () => queryClient.refetchQueries(STATE),
    onError: (reason) =>
      reason instanceof ApiError && reason.code === 'export_under_way' ? undefined : toastError(t('notBegun'), reason),
  })
  const size = (bytes: number) =>
    t('megabytes', {
      size: format.number(Math.max(bytes / MB, 0.1), { maximumFractionDigits: bytes < 10 * MB ? 1 : 0 }),
    })

  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-20" />
  const { last, aboutBytes } = data
  const isPending = requestExport.isPending || isUnderWay(last)
  const ready = last?.state === 'ready' && last.expiresAt ? last : null

  return (
    <LedgerRow
      title={t('title')}
      text={
        <>
          <p>{aboutBytes < MB / 10 ? t('textSmall') : t('text', { size: size(aboutBytes) })}</p>
          {isPending && (
            <div className="mt-2 max-w-80">
              <output className="mb-1.5 block">
                {user?.emailConfirmed && sendsMail ? t('underWayMail') : t('underWay')}
              </output>
              <Progress label={t('progress')} percent={last?.progress ?? 0} />
            </div>
          )}
          {!isPending && ready?.expiresAt && (
            <output className="block text-ink">{t('ready', { until: dayAndTime(new Date(ready.expiresAt)) })}</output>
          )}
          {!isPending && last?.state === 'failed' && (
            <p role="alert" className="text-coral">
              {t('failed')}
            </p>
          )}
        </>
      }
    >
      {ready && !isPending && (
        <a href={addressAt(`/api/export/${ready.id}/file`)} download className={buttonClass({ variant: 'primary' })}>
          <Download size={18} strokeWidth={1.75} />
          {t('download', { size: size(ready.sizeBytes ?? 0) })}
        </a>
      )}
      <Button
        variant={ready && !isPending ? 'quiet' : 'outline'}
        isPending={isPending}
        onClick={() => requestExport.mutate()}
      >
        {!ready && !isPending && <Download size={18} strokeWidth={1.75} />}
        {ready ? t('again') : t('export')}
      </Button>
    </LedgerRow>
  )
}
