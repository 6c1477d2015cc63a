import { Fragment, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Slot } from '#core/planning/contract.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Copy, Plus, X } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import { Select } from '../../ui/select.tsx'
import { TimeField } from './time-field.tsx'
import { useLocalDigits } from './use-local-digits.ts'
import { useWeekdays } from './use-weekdays.ts'
import { copyTimes, timesOn, withoutTime, withTime } from './weekly-times.ts'
import { MAX_SLOTS_PER_DAY } from '#core/planning/limits.ts'

type OpenPanel = { kind: 'add' | 'copy'; weekday: number }

type WeekOfTimesProps = { week: readonly Slot[]; resting: readonly number[]; onChange: (week: Slot[]) => void }

export function WeekOfTimes({ week, resting, onChange }: WeekOfTimesProps) {
  const t = useTranslations('slots')
  const { inOrder, names, shortNames } = useWeekdays()
  const [panel, setPanel] = useState<OpenPanel | null>(null)

  function finish(next: Slot[]) {
    setPanel(null)
    onChange(next)
  }

  return (
    <ul className="border-y border-line max-md:divide-y max-md:divide-line md:grid md:grid-cols-7">
      {inOrder.map((weekday) => {
        const day = names[weekday] ?? ''
        const times = timesOn(week, weekday)
        return (
          <Fragment key={weekday}>
            <li className="flex gap-2 py-2 max-md:items-start md:flex-col md:border-s md:border-line md:px-1.5 md:first:border-s-0">
              <h3 className="text-13 text-ink-soft max-md:w-18 max-md:pt-3">
                <span aria-hidden="true" className="max-md:hidden">
                  {shortNames[weekday]}
                </span>
                <span className="md:sr-only">{day}</span>
              </h3>
              <div className="flex min-w-0 flex-1 items-start justify-between gap-1 md:flex-col md:items-stretch md:gap-1.5">
                {times.length > 0 && (
                  <div className="flex min-w-0 flex-wrap gap-1.5 md:flex-col">
                    {times.map((slot) => (
                      <SlotChip
                        key={`${slot.time} ${slot.platform}`}
                        slot={slot}
                        day={day}
                        onRemove={() => onChange(withoutTime(week, slot))}
                      />
                    ))}
                  </div>
                )}
                {resting.includes(weekday) ? (
                  <span className="flex min-h-11 items-center text-13 text-ink-soft lg:min-h-8">{t('rest')}</span>
                ) : (
                  <span className="flex shrink-0 items-center max-md:ms-auto">
                    {times.length < MAX_SLOTS_PER_DAY ? (
                      <Button
                        variant="quiet"
                        size="sm"
                        aria-label={t('addTo', { day })}
                        aria-expanded={panel?.kind === 'add' && panel.weekday === weekday}
                        onClick={() => setPanel({ kind: 'add', weekday })}
                        className="px-1.5! max-md:min-w-11"
                      >
                        <Plus size={16} strokeWidth={1.75} />
                        <span className={classNames(times.length > 0 && 'max-md:hidden')}>{t('add')}</span>
                      </Button>
                    ) : (
                      <span className="text-13 text-ink-soft max-md:max-w-24">{t('full', { day })}</span>
                    )}
                    {times.length > 0 && (
                      <IconButton
                        label={t('copy', { day })}
                        aria-expanded={panel?.kind === 'copy' && panel.weekday === weekday}
                        onClick={() => setPanel({ kind: 'copy', weekday })}
                        className="max-md:-me-3"
                      >
                        <Copy size={16} strokeWidth={1.75} />
                      </IconButton>
                    )}
                  </span>
                )}
              </div>
            </li>
            {panel?.weekday === weekday && (
              <li className="md:order-last md:col-span-full md:border-t md:border-line">
                {panel.kind === 'add' ? (
                  <AddPanel
                    key={`add ${weekday}`}
                    weekday={weekday}
                    resting={resting}
                    onAdd={(days, slot) => finish(withTime(week, days, slot))}
                    onCancel={() => setPanel(null)}
                  />
                ) : (
                  <CopyPanel
                    key={`copy ${weekday}`}
                    weekday={weekday}
                    resting={resting}
                    onCopy={(days) => finish(copyTimes(week, weekday, days))}
                    onCancel={() => setPanel(null)}
                  />
                )}
              </li>
            )}
          </Fragment>
        )
      })}
    </ul>
  )
}

function SlotChip({ slot, day, onRemove }: { slot: Slot; day: string; onRemove: () => void }) {
  const t = useTranslations('slots')
  const toLocalDigits = useLocalDigits()
  const time = toLocalDigits(slot.time)
  const label = slot.platform
    ? t('removeFor', { day, time, platform: rulesOf(slot.platform).name })
    : t('remove', { day, time })
  return (
    <span className="flex min-w-0 items-center rounded-control border border-line-strong ps-2 text-14 max-md:min-w-22">
      {slot.platform && <PlatformBadge platform={slot.platform} size={14} className="me-1" />}
      <span className="flex-1 font-strong tabular-nums">{time}</span>
      <IconButton label={label} onClick={onRemove} className="lg:h-8 lg:w-7">
        <X size={16} strokeWidth={1.75} />
      </IconButton>
    </span>
  )
}

interface AddPanelProps {
  weekday: number
  resting: readonly number[]
  onAdd: (days: number[], slot: Pick<Slot, 'time' | 'platform'>) => void
  onCancel: () => void
}

function AddPanel({ weekday, resting, onAdd, onCancel }: AddPanelProps) {
  const t = useTranslations('slots')
  const [time, setTime] = useState('')
  const [platform, setPlatform] = useState<Platform | ''>('')
  const [days, setDays] = useState([weekday])
  return (
    <Panel
      label={t('addTitle')}
      submitLabel={t('addTime')}
      isReady={time !== '' && days.length > 0}
      onSubmit={() => onAdd(days, { time, platform: platform === '' ? null : platform })}
      onCancel={onCancel}
    >
      <div className="grid grid-cols-2 gap-3">
        <TimeField label={t('time')} time={time} isRefused={false} describedBy="" onChange={setTime} />
        <Select
          label={t('network')}
          value={platform}
          options={[
            { value: '' as const, label: t('anyNetwork') },
            ...PLATFORMS.map((platform) => ({ value: platform, label: rulesOf(platform).name })),
          ]}
          onChange={setPlatform}
        />
      </div>
      <DayChoice label={t('days')} chosen={days} except={resting} onChange={setDays} />
    </Panel>
  )
}

interface CopyPanelProps {
  weekday: number
  resting: readonly number[]
  onCopy: (days: number[]) => void
  onCancel: () => void
}

function CopyPanel({ weekday, resting, onCopy, onCancel }: CopyPanelProps) {
  const t = useTranslations('slots')
  const { names } = useWeekdays()
  const [days, setDays] = useState<number[]>([])
  return (
    <Panel
      label={t('copyTitle', { day: names[weekday] ?? '' })}
      submitLabel={t('copyDo')}
      isReady={days.length > 0}
      onSubmit={() => onCopy(days)}
      onCancel={onCancel}
    >
      <DayChoice label={t('days')} chosen={days} except={[weekday, ...resting]} onChange={setDays} />
      <p className="text-13 text-ink-soft">{t('copyText')}</p>
    </Panel>
  )
}

interface PanelProps {
  label: string
  submitLabel: string
  isReady: boolean
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

function Panel({ label, submitLabel, isReady, onSubmit, onCancel, children }: PanelProps) {
  const app = useTranslations('app')
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('input')?.focus()
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={panel} aria-labelledby={id} className="flex scroll-mt-4 scroll-mb-24 flex-col gap-3 py-3">
      <h3 id={id} className="text-14 font-strong">
        {label}
      </h3>
      {children}
      <div className="flex gap-2">
        <Button size="sm" disabled={!isReady} onClick={onSubmit}>
          {submitLabel}
        </Button>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          {app('cancel')}
        </Button>
      </div>
    </section>
  )
}

interface DayChoiceProps {
  label: string
  chosen: readonly number[]
  except: readonly number[]
  onChange: (days: number[]) => void
}

function DayChoice({ label, chosen, except, onChange }: DayChoiceProps) {
  const { inOrder, names } = useWeekdays()
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-1.5">
      {inOrder
        .filter((day) => !except.includes(day))
        .map((day) => (
          <label
            key={day}
            className={classNames(
              'flex min-h-11 cursor-pointer items-center gap-2 rounded-control border px-2.5 text-14 has-focus-visible:shadow-focus lg:min-h-9',
              chosen.includes(day) ? 'border-pond bg-pond-wash text-pond' : 'border-line-strong',
            )}
          >
            <input
              type="checkbox"
              checked={chosen.includes(day)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, day] : chosen.filter((item) => item !== day))
              }
              className="size-4"
            />
            {names[day]}
          </label>
        ))}
    </fieldset>
  )
}
