import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Session } from '#core/people/auth-contract.ts'
import { call } from '../../lib/api.ts'
import { daysFromToday, useDates } from '../../lib/dates.ts'
import { useErrorToast } from '../../lib/error-text.ts'
import { isolate } from '../../lib/isolate.ts'
import { invalidate, reading } from '../../lib/queries.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Laptop, Smartphone, Tablet } from '../../ui/icons.ts'
import { LedgerSection } from '../../ui/ledger.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const SHOWN_AT_FIRST = 5
const ICONS = { desktop: Laptop, phone: Smartphone, tablet: Tablet }

export function SessionsSection() {
  const t = useTranslations('profile.sessions')
  const toastError = useErrorToast()
  const [showsAll, setShowsAll] = useState(false)
  const { data, error, refetch } = useQuery({ ...reading('GET /api/sessions'), refetchOnMount: 'always' })
  const failed = (reason: unknown) => toastError(t('notEnded'), reason)
  const refetchSessions = () => invalidate('/api/sessions')
  const ending = useMutation({
    mutationFn: ({ id }: Session) => call('DELETE /api/sessions/{id}', { params: { id } }),
    onSuccess: () => toast({ title: t('ended') }),
    onError: failed,
    onSettled: refetchSessions,
  })
  const endingOthers = useMutation({
    mutationFn: () => call('DELETE /api/sessions'),
    onSuccess: () => toast({ title: t('othersEnded') }),
    onError: failed,
    onSettled: refetchSessions,
  })
  const sessions = data?.toSorted((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  const endOthers = sessions && sessions.length > 1 && (
    <Button size="sm" isPending={endingOthers.isPending} onClick={() => endingOthers.mutate()}>
      {t('endOthers')}
    </Button>
  )
  return (
    <LedgerSection id="sessions" title={t('title')} action={endOthers}>
      {error && !data && (
        <LoadFailed error={error} onRetry={() => void refetch()}>
          <p className="font-strong">{t('notLoaded')}</p>
        </LoadFailed>
      )}
      {!data && !error && <Skeleton className="mt-3 h-15" />}
      {sessions && (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {sessions.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              isEnding={ending.isPending && ending.variables.id === session.id}
              onEnd={() => ending.mutate(session)}
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > SHOWN_AT_FIRST && !showsAll && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-2 -ms-3 text-ink underline decoration-line-strong underline-offset-4"
          onClick={() => setShowsAll(true)}
        >
          {t('all', { count: sessions.length })}
        </Button>
      )}
    </LedgerSection>
  )
}

function SessionRow({ session, isEnding, onEnd }: { session: Session; isEnding: boolean; onEnd: () => void }) {
  const t = useTranslations('profile.sessions')
  const dates = useDates()
  const { device, isCurrent, lastSeenAt } = session
  const Icon = ICONS[device.type]
  const { browser, system } = device
  const name =
    browser && system
      ? t('onSystem', { browser: isolate(browser), system: isolate(system) })
      : (browser ?? system ?? t('unknown'))
  const at = new Date(lastSeenAt)
  const daysAgo = -daysFromToday(at, dates.timeZone)
  const seen = isCurrent ? t('now') : daysAgo === 0 ? t('today', { time: dates.time(at) }) : dates.day(at)
  return (
    <li className="flex min-h-15 items-center gap-4 py-2">
      <Icon size={20} strokeWidth={1.5} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-strong">{name}</p>
        <p className="text-13 text-ink-soft">{seen}</p>
      </div>
      {isCurrent ? (
        <span className="text-13 font-strong text-pond">{t('current')}</span>
      ) : (
        <Button
          variant="quiet"
          size="sm"
          aria-label={t('endOf', { device: name })}
          isPending={isEnding}
          className="-me-3 text-ink underline decoration-line-strong underline-offset-4"
          onClick={onEnd}
        >
          {t('end')}
        </Button>
      )}
    </li>
  )
}
