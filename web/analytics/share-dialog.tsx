import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Analytics } from '#core/analytics/contract.ts'
import type { SharedReport } from '#core/analytics/reports-contract.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '#core/language.ts'
import { CopyField } from '../operate/developers/copy-field.tsx'
import { call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorToast } from '../lib/error-text.ts'
import { isolate } from '../lib/isolate.ts'
import { useLanguage } from '../lib/language.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { LogoRow } from './logo-row.tsx'
import { useDays } from './use-days.ts'

const LIFETIMES = ['7', '30', '90', '365'] as const

type ShareDialogProps = { analytics: Pick<Analytics, 'from' | 'to' | 'timeZone'>; onClose: () => void }

/** Shares the shown results by a link. Lists the active links, which the user can disable. */
export default function ShareDialog({ analytics, onClose }: ShareDialogProps) {
  const t = useTranslations('analytics.report')
  const days = useDays()
  const toastError = useErrorToast()
  const { language: own } = useLanguage()
  const [title, setTitle] = useState('')
  const [language, setLanguage] = useState(own)
  const [lifetime, setLifetime] = useState<(typeof LIFETIMES)[number]>('30')
  const { from, to, timeZone } = analytics
  const sharing = useMutation({
    mutationFn: () =>
      call('POST /api/reports', { body: { title, from, to, timeZone, language, endsInDays: Number(lifetime) } }),
    onSuccess: () => invalidate('/api/reports'),
    onError: (reason) => toastError(t('failed'), reason),
  })
  return (
    <Dialog title={t('share')} description={days.span({ from, to })} onClose={onClose}>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          sharing.mutate()
        }}
      >
        {sharing.data ? (
          <div aria-live="polite" className="rounded-control bg-pond-wash p-3.5">
            <p className="mb-2 text-14">{t('shared')}</p>
            <CopyField label={t('link')} text={sharing.data.link} />
          </div>
        ) : (
          <>
            <TextField
              label={t('name')}
              hint={t('nameHint')}
              value={title}
              maxLength={120}
              dir={title ? 'auto' : undefined}
              onChange={({ target }) => setTitle(target.value)}
            />
            <Segmented
              label={t('language')}
              value={language}
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              onChange={setLanguage}
            />
            <Select
              label={t('ends')}
              value={lifetime}
              options={LIFETIMES.map((value) => ({ value, label: t('inDays', { days: Number(value) }) }))}
              onChange={setLifetime}
            />
          </>
        )}
        <LogoRow />
        <Shared />
        <DialogActions onCancel={onClose}>
          {!sharing.data && (
            <Button type="submit" variant="primary" isPending={sharing.isPending}>
              {t('create')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}

function Shared() {
  const t = useTranslations('analytics.report')
  const { data } = useQuery(reading('GET /api/reports'))
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="shared-reports">
      <h3 id="shared-reports" className="text-14 font-strong">
        {t('list')}
      </h3>
      <ul className="divide-y divide-line">
        {data.map((report) => (
          <SharedRow key={report.id} report={report} />
        ))}
      </ul>
    </section>
  )
}

function SharedRow({ report }: { report: SharedReport }) {
  const t = useTranslations('analytics.report')
  const days = useDays()
  const dates = useDates()
  const toastError = useErrorToast()
  const period = days.span(report)
  const ending = useMutation({
    mutationFn: () => call('DELETE /api/reports/{id}', { params: { id: report.id } }),
    onSettled: () => invalidate('/api/reports'),
    onError: (reason) => toastError(t('notEnded'), reason),
  })
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <p className="min-w-0 text-14">
        <bdi className="block truncate">{report.title || period}</bdi>
        <span className="block text-13 text-ink-soft">
          {report.title && <>{period} · </>}
          {t('until', { day: dates.date(new Date(report.expiresAt)) })}
        </span>
        {report.isOrphaned && <span className="block text-13 font-strong text-lily-ink">{t('orphaned')}</span>}
      </p>
      <Button
        size="sm"
        variant="quiet"
        aria-label={t('endOf', { title: isolate(report.title || period) })}
        isPending={ending.isPending}
        onClick={() => ending.mutate()}
      >
        {t('end')}
      </Button>
    </li>
  )
}
