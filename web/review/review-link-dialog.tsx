import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { dayAfter, today } from '#core/posts/calendar.ts'
import { MIN_PASSPHRASE, REVIEW_DAYS } from '#core/review/limits.ts'
import { startOfDay } from '#core/time-zone.ts'
import { call } from '../lib/api.ts'
import { useDates } from '../lib/dates.ts'
import { useErrorText } from '../lib/error-text.ts'
import { invalidate, reading } from '../lib/queries.ts'
import { DayField } from '../planning/picker/day-field.tsx'
import { MadeLink } from '../sharing/made-link.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { AccountChoice } from './account-choice.tsx'

const DAYS = ['1', '7', '14', '30'] as const
const SHOWN_DAYS = 13

/** Creates a review link, and shows it once. */
export default function ReviewLinkDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('review.links')
  const sharing = useTranslations('sharing')
  const errorText = useErrorText()
  const { timeZone } = useDates()
  const now = today(new Date(), timeZone)
  const [from, setFrom] = useState(now)
  const [to, setTo] = useState(() => dayAfter(from, SHOWN_DAYS))
  const [accountIds, setAccountIds] = useState<string[]>([])
  const [days, setDays] = useState<(typeof DAYS)[number]>(String(REVIEW_DAYS) as '7')
  const [mayDecide, setMayDecide] = useState(false)
  const [passphrase, setPassphrase] = useState('')
  const accounts = useQuery(reading('GET /api/social-accounts')).data ?? []
  const creating = useMutation({
    mutationFn: () =>
      call('POST /api/review-links', {
        body: {
          from: startOfDay(from, timeZone).toISOString(),
          to: startOfDay(to, timeZone, 1).toISOString(),
          accountIds,
          days: Number(days),
          passphrase: passphrase || null,
          mayDecide,
        },
      }),
    onSuccess: () => invalidate('/api/review-links'),
  })
  const made = creating.data
  if (made)
    return <MadeLink title={t('made')} text={t('madeText')} label={t('link')} link={made.link} onClose={onClose} />
  return (
    <Dialog title={t('new')} description={t('newText')} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          creating.mutate()
        }}
      >
        <div className="grid grid-cols-2 gap-3">
          <DayField
            label={t('from')}
            date={from}
            today={now}
            onChange={(day) => {
              setFrom(day)
              if (to < day) setTo(day)
            }}
          />
          <DayField
            label={t('to')}
            date={to}
            today={now}
            onChange={(day) => {
              setTo(day)
              if (day < from) setFrom(day)
            }}
          />
        </div>
        {accounts.length > 1 && <AccountChoice accounts={accounts} chosen={accountIds} onChange={setAccountIds} />}
        <Select
          label={t('days')}
          value={days}
          options={DAYS.map((value) => ({ value, label: t('dayCount', { count: Number(value) }) }))}
          onChange={setDays}
        />
        <TextField
          label={t('passphrase')}
          hint={t('passphraseHint', { minimum: MIN_PASSPHRASE })}
          autoComplete="off"
          dir="auto"
          maxLength={200}
          value={passphrase}
          error={creating.error ? errorText(creating.error) : null}
          onChange={({ target }) => {
            setPassphrase(target.value)
            creating.reset()
          }}
        />
        <span className="flex items-center justify-between gap-3 text-14">
          <span aria-hidden="true">{t('mayDecide')}</span>
          <Switch label={t('mayDecide')} isOn={mayDecide} onChange={setMayDecide} />
        </span>
        <DialogActions onCancel={onClose}>
          <Button type="submit" variant="primary" isPending={creating.isPending}>
            {sharing('create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
