import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { CLOCK, withoutLeadingZero } from '#core/hour.ts'
import type { Backup, BackupSchedule } from '#core/operate/backup-contract.ts'
import { usePasswordPrompt } from '../../account/security/use-password-prompt.tsx'
import { ApiError, call } from '../../lib/api.ts'
import { addressAt } from '../../lib/base-path.ts'
import { daysFromToday, useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Archive, Check, CircleAlert, ClockAlert, Copy, Download } from '../../ui/icons.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { HeldPosts } from './held-posts.tsx'
import { useAdminAction } from './use-admin-action.ts'

const BACKUPS = reading('GET /api/admin/backups')
/** Polling intervals for the state of backups, because the server sends no events about them. */
const RUNNING_POLL_MS = 1_500
const POLL_MS = 30_000

export default function Backups() {
  const t = useTranslations('admin')
  const { data, error, refetch } = useQuery({
    ...BACKUPS,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.isRunning ? RUNNING_POLL_MS : POLL_MS),
  })
  return (
    <section
      aria-label={t('section.backups')}
      className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_360px] lg:items-start"
    >
      <div className="flex min-w-0 flex-col gap-8">
        <HeldPosts />
        {data ? (
          <BackupList {...data} />
        ) : error ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton />
        )}
      </div>
      {data && (
        <div className="flex flex-col gap-6">
          {data.last && <Restore name={data.last.name} />}
          <Schedule schedule={data.schedule} />
        </div>
      )}
    </section>
  )
}

type BackupListProps = { backups: Backup[]; last: Backup | null; isRunning: boolean; isOverdue: boolean }

function BackupList({ backups, last, isRunning, isOverdue }: BackupListProps) {
  const t = useTranslations('admin.backups')
  const format = useFormatter()
  const moment = useMoment()
  const size = useSize()
  const asking = useAdminAction(async () => {
    await call('POST /api/admin/backups')
    toast({ title: t('begun') })
  }, '/api/admin/backups')
  return (
    <div>
      {isOverdue && (
        <output className="mb-5 flex gap-3 rounded-control bg-lily-wash px-4 py-3 text-14">
          <ClockAlert size={20} strokeWidth={1.75} className="shrink-0 text-lily-ink" />
          <span>
            <strong className="font-strong">{t(last ? 'old' : 'missing')}</strong> {t('oldText')}
          </span>
        </output>
      )}
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 className="text-13 text-ink-soft">{t('last')}</h2>
          {last ? (
            <>
              <p className="title mt-0.5 flex items-center gap-2 text-20">
                <Check size={20} strokeWidth={2} className="shrink-0 text-pond" />
                <time dateTime={last.madeAt}>{moment(last.madeAt)}</time>
              </p>
              <p className="mt-0.5 text-13 text-ink-soft">
                {t('lastText', {
                  size: size(last.sizeBytes ?? 0),
                  rows: format.number(last.rows ?? 0),
                  files: format.number(last.files ?? 0),
                })}
              </p>
            </>
          ) : (
            <p className="title mt-0.5 text-20">{t('none')}</p>
          )}
        </div>
        <Button className="max-sm:w-full" isPending={asking.isPending || isRunning} onClick={() => asking.mutate()}>
          {!(asking.isPending || isRunning) && <Archive size={18} strokeWidth={1.75} />}
          {t(isRunning ? 'running' : 'backUp')}
        </Button>
      </div>
      <output className="sr-only">{isRunning && t('running')}</output>
      {backups.length === 0 ? (
        <p className="mt-4 border-y border-line py-6 text-14 text-ink-soft">
          {t(isRunning ? 'firstRunning' : 'noneText')}
        </p>
      ) : (
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {backups.map((backup) => (
            <Row key={backup.id} backup={backup} />
          ))}
        </ul>
      )}
    </div>
  )
}

function Row({ backup }: { backup: Backup }) {
  const t = useTranslations('admin.backups')
  const moment = useMoment()
  const size = useSize()
  const { withPassword, passwordDialog } = usePasswordPrompt()
  const downloading = useAdminAction(async () => {
    const { isDone } = await withPassword(() => requirePassword(backup.id))
    if (isDone) download(backup)
  }, '/api/admin/backups')
  const at = moment(backup.madeAt)
  return (
    <li className="flex min-h-15 items-center gap-x-4 py-2 text-14 lg:min-h-12 lg:py-1.5">
      <div className="grid min-w-0 flex-1 gap-x-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)_minmax(0,2fr)] lg:items-center">
        <p>
          <time dateTime={backup.madeAt} className="font-strong">
            {at}
          </time>
          {backup.isRestored && <span className="ms-1.5 text-13 font-strong text-lily-ink">{t('restored')}</span>}
        </p>
        <p className="text-ink-soft max-lg:hidden">{backup.sizeBytes !== null && size(backup.sizeBytes)}</p>
        <p className="flex min-w-0 flex-wrap items-center gap-x-1.5 max-lg:text-13">
          {backup.sizeBytes !== null && <span className="text-ink-soft lg:hidden">{size(backup.sizeBytes)} ·</span>}
          <State backup={backup} />
        </p>
      </div>
      {/* The fixed width keeps columns aligned in rows that have no button. */}
      <div className="flex justify-end lg:w-28">
        {backup.state === 'checked' && (
          <Button
            size="sm"
            isPending={downloading.isPending}
            aria-label={t('downloadOf', { at })}
            onClick={() => downloading.mutate()}
          >
            <Download size={16} strokeWidth={1.75} />
            {t('download')}
          </Button>
        )}
      </div>
      {passwordDialog}
    </li>
  )
}

function State({ backup: { state, problem } }: { backup: Backup }) {
  const t = useTranslations('admin.backups')
  if (state === 'making')
    return (
      <span className="flex items-center gap-1.5 text-ink-soft">
        <Spinner />
        {t('making')}
      </span>
    )
  if (state === 'checked')
    return (
      <span className="flex items-center gap-1.5 text-ink-soft">
        <Check size={16} strokeWidth={2} className="shrink-0 text-pond max-lg:hidden" />
        {t('checked')}
      </span>
    )
  return (
    <span className="flex gap-1.5 font-strong text-coral">
      <CircleAlert size={16} strokeWidth={2} className="mt-0.5 shrink-0" />
      {t(`problems.${problem ?? 'damaged'}`)}
    </span>
  )
}

function Restore({ name }: { name: string }) {
  const t = useTranslations('admin.backups.restore')
  const command = 'npm run restore -- '
  const steps: ReactNode[] = [
    t('stop'),
    <>
      {t('run')}
      <span className="-ms-9 mt-2 flex items-center rounded-control bg-sunk ps-2.5">
        <code dir="ltr" className="min-w-0 flex-1 py-2 text-start text-13 wrap-anywhere">
          {command}
          <span className="inline-block">{name}</span>
        </code>
        <button
          type="button"
          aria-label={t('copy')}
          onClick={() => void copyText(command + name, { title: t('copied') }, t('copyFailed'))}
          className="flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:text-ink lg:size-9"
        >
          <Copy size={16} strokeWidth={1.75} />
        </button>
      </span>
    </>,
    t('start'),
  ]
  return <Steps title={t('title')} steps={steps} />
}

function Steps({ title, steps }: { title: string; steps: ReactNode[] }) {
  const format = useFormatter()
  return (
    <div>
      <h2 className="text-16 font-strong">{title}</h2>
      <ol className="mt-3 flex flex-col gap-3">
        {steps.map((step, at) => (
          <li key={at} className="grid grid-cols-[28px_minmax(0,1fr)] gap-x-2 text-14">
            <span
              aria-hidden="true"
              className="flex size-7 items-center justify-center rounded-pill bg-sunk font-strong"
            >
              {format.number(at + 1)}
            </span>
            <div className="pt-1">{step}</div>
          </li>
        ))}
      </ol>
    </div>
  )
}

function Schedule({ schedule }: { schedule: BackupSchedule }) {
  const t = useTranslations('admin.backups.schedule')
  const format = useFormatter()
  const moment = useMoment()
  const { timeZone } = useDates()
  const { everyHours, at, nextAt, keep, where, sealsSecret } = schedule
  const time = (text: string) =>
    withoutLeadingZero(format.dateTime(new Date(`1970-01-01T${text}Z`), { ...CLOCK, timeZone: 'UTC' }))
  const interval = (hours: number) =>
    hours % 24 === 0 && hours > 24 ? t('days', { count: hours / 24 }) : t('hours', { count: hours })
  return (
    <div className="border-line not-first:border-t not-first:pt-4">
      <dl className="flex flex-col gap-2 text-14">
        {everyHours === null ? (
          <Fact name={t('every')}>{t('off')}</Fact>
        ) : at === null ? (
          <Fact name={t('every')}>{interval(everyHours)}</Fact>
        ) : (
          <Fact name={t('everyDay')}>
            {time(at)}
            {schedule.timeZone !== timeZone && <bdi className="font-text text-ink-soft"> {schedule.timeZone}</bdi>}
          </Fact>
        )}
        {nextAt !== null && <Fact name={t('next')}>{moment(nextAt)}</Fact>}
        <Fact name={t('keep')}>{t('backups', { count: keep })}</Fact>
        <Fact name={t('where')}>
          <code dir="ltr" className="text-13 font-text wrap-anywhere">
            {where}
          </code>
        </Fact>
        <Fact name={t('secret')}>{t(sealsSecret ? 'sealed' : 'leftOut')}</Fact>
      </dl>
      <p className="mt-3 text-13 text-ink-soft">{t('change')}</p>
      {!sealsSecret && <p className="mt-2 text-13 text-ink-soft">{t('leftOutText')}</p>}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-ink-soft">{name}</dt>
      <dd className="min-w-0 text-end font-strong">{children}</dd>
    </div>
  )
}

function ListSkeleton() {
  return (
    <div>
      <Skeleton className="h-16 w-60" />
      <div className="mt-4 divide-y divide-line border-y border-line">
        {[0, 1, 2].map((row) => (
          <div key={row} className="flex h-12 items-center gap-6">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-4 w-24" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** @throws ApiError `password_needed` if the user's password was not entered recently */
async function requirePassword(id: string): Promise<void> {
  const { ok, status } = await fetch(addressOf(id), { method: 'HEAD' })
  if (status === 403) throw new ApiError('', { status, code: 'password_needed' })
  if (!ok) throw new ApiError('', { status, code: status === 404 ? 'not_found' : null })
}

/** Lets the browser download the file, because it may be larger than the memory. */
function download({ id, name }: Backup): void {
  const link = Object.assign(document.createElement('a'), { href: addressOf(id), download: name })
  link.click()
}

const addressOf = (id: string) => addressAt(`/api/admin/backups/${id}/file`)

/** Formats an instant as `Today, 03:00`, `Yesterday, 03:00` or `1 December, 03:00`. */
function useMoment(): (at: string) => string {
  const t = useTranslations('admin.backups.when')
  const dates = useDates()
  return (text) => {
    const at = new Date(text)
    const time = dates.time(at)
    switch (daysFromToday(at, dates.timeZone)) {
      case 0:
        return t('today', { time })
      case -1:
        return t('yesterday', { time })
      case 1:
        return t('tomorrow', { time })
      default:
        return t('day', { day: dates.day(at), time })
    }
  }
}

const UNITS = ['kilobyte', 'megabyte', 'gigabyte'] as const

function useSize(): (bytes: number) => string {
  const format = useFormatter()
  return (bytes) => {
    const at = bytes < 1e6 ? 0 : bytes < 1e9 ? 1 : 2
    const amount = bytes / 1000 ** (at + 1)
    return format.number(amount, { style: 'unit', unit: UNITS[at], maximumFractionDigits: amount < 10 ? 1 : 0 })
  }
}
