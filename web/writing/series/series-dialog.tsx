import { useQueries } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import { useTranslations } from 'use-intl'
import { findingsIn } from '#core/writing/findings.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { spreadPosts, timesToChoose } from '#core/planning/series-times.ts'
import { TOPIC_LIMIT } from '#core/writing/options/basic.ts'
import { useDates } from '../../lib/dates.ts'
import { reading } from '../../lib/queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { useUser } from '../../lib/session.ts'
import type { Source } from '../sources/source.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { boxClass } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Check, CircleAlert, Trash2 } from '../../ui/icons.ts'
import { Progress } from '../../ui/progress.tsx'
import { BareSelect } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { planSeries, unsaved, type SeriesItem } from './series-state.ts'
import { useSeries } from './use-series.ts'
import type { SeriesOptions } from './write-draft.ts'

const MOST = 5
const FEWEST = 2
const FREE_TIMES = '24'
const NO_TIME = ''

interface SeriesDialogProps {
  source: Source
  options: SeriesOptions
  onClose: () => void
}

/** Plans several posts from one source, then writes them as drafts. */
export default function SeriesDialog({ source, options, onClose }: SeriesDialogProps) {
  const t = useTranslations('series')
  const userId = useUser().user?.id ?? ''
  const { timeZone } = useDates()
  const now = useNow()
  const platforms = options.platforms.length > 0 ? options.platforms : (['linkedin'] as const)
  const { series, dispatch, isWriting, write, stop } = useSeries(userId, source)
  const free = useFreeTimes(platforms)
  const timesOf = (platform: Platform) => timesToChoose(free?.get(platform) ?? [], now, timeZone)

  const plan = useEffectEvent(() => {
    if (series) return
    const place = (chosen: readonly Platform[]) => spreadPosts(chosen, timesOf, now)
    const findings = findingsIn(source.content, MOST)
    if (findings.length >= FEWEST)
      dispatch({ type: 'planned', series: planSeries(source.id, findings, platforms, place) })
    else dispatch({ type: 'planned', series: { sourceId: source.id, items: [] } })
  })
  const isReady = free !== null
  useEffect(() => {
    if (isReady) plan()
  }, [isReady])

  const items = series?.items ?? []
  const missing = series ? unsaved(series).length : 0
  const saved = items.length - missing
  const hasBegun = items.some(({ state }) => state !== 'planned')

  return (
    <Dialog title={t('title')} description={t('text')} width="lg" isHeld={isWriting} onClose={onClose}>
      {!series && <Skeleton className="h-60" />}
      {series && items.length === 0 && <p className="py-4 text-14">{t('none')}</p>}
      <ol className="divide-y divide-line">
        {items.map((item, at) => (
          <Item
            key={item.id}
            item={item}
            number={at + 1}
            platforms={platforms}
            times={timesOf(item.platform)}
            isFixed={isWriting || item.state === 'saved'}
            canDrop={items.length > 1}
            onChange={(change) => dispatch({ type: 'changed', id: item.id, change })}
            onDrop={() => dispatch({ type: 'dropped', id: item.id })}
          />
        ))}
      </ol>
      <DialogActions>
        <div aria-live="polite" className="min-w-0 flex-auto self-center text-13 max-md:basis-full! md:basis-0">
          {isWriting && (
            <>
              <p className="mb-1">{t('progress', { done: saved, count: items.length })}</p>
              <Progress
                label={t('progress', { done: saved, count: items.length })}
                percent={(100 * saved) / Math.max(1, items.length)}
              />
            </>
          )}
          {!isWriting && hasBegun && (
            <p>{missing === 0 ? t('done', { count: saved }) : t('partly', { count: missing })}</p>
          )}
        </div>
        {isWriting ? (
          <Button onClick={stop}>{t('stop')}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{t('close')}</Button>
            {missing > 0 && (
              <Button variant="primary" onClick={() => void write(options)}>
                {t(hasBegun ? 'retry' : 'write', { count: missing })}
              </Button>
            )}
          </>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** The free weekly times of each network. Null while they load. */
function useFreeTimes(platforms: readonly Platform[]): Map<Platform, Date[]> | null {
  const { timeZone } = useDates()
  const results = useQueries({
    queries: platforms.map((platform) => ({
      ...reading('GET /api/slots/free', { query: { platforms: platform, limit: FREE_TIMES, timeZone } }),
      gcTime: 0,
      refetchOnMount: 'always' as const,
    })),
  })
  if (results.some(({ isPending }) => isPending)) return null
  return new Map(
    platforms.map((platform, at) => [platform, (results[at]?.data ?? []).map((slot) => new Date(slot.at))]),
  )
}

interface ItemProps {
  item: SeriesItem
  number: number
  platforms: readonly Platform[]
  times: readonly Date[]
  isFixed: boolean
  canDrop: boolean
  onChange: (change: Partial<Pick<SeriesItem, 'finding' | 'platform' | 'at'>>) => void
  onDrop: () => void
}

function Item({ item, number, platforms, times, isFixed, canDrop, onChange, onDrop }: ItemProps) {
  const t = useTranslations('series')
  const dates = useDates()
  const id = useId()
  const { finding, platform, at } = item
  const choices = [...new Set([...(at ? [at] : []), ...times.map((time) => time.toISOString())])].toSorted()
  return (
    <li className="py-3">
      <label htmlFor={id} className="sr-only">
        {t('finding', { number })}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={2}
        maxLength={TOPIC_LIMIT}
        value={finding}
        disabled={isFixed}
        onChange={({ target }) => onChange({ finding: target.value })}
        className={`${boxClass()} field-sizing-content max-h-[6lh] resize-none px-3 py-2`}
      />
      <div className="mt-1.5 flex flex-wrap items-center gap-2">
        <BareSelect
          look="chip"
          aria-label={t('network', { number })}
          disabled={isFixed}
          value={platform}
          options={PLATFORMS.filter((one) => one === platform || platforms.includes(one)).map((value) => ({
            value,
            label: rulesOf(value).name,
          }))}
          onChange={(next) => onChange({ platform: next })}
        />
        <BareSelect
          look="chip"
          aria-label={t('time', { number })}
          disabled={isFixed}
          value={at ?? NO_TIME}
          options={[
            ...choices.map((value) => ({ value, label: dates.dayAndTime(new Date(value)) })),
            { value: NO_TIME, label: t('noTime') },
          ]}
          onChange={(next) => onChange({ at: next === NO_TIME ? null : next })}
        />
        <State item={item} />
        {canDrop && !isFixed && (
          <IconButton label={t('drop', { number })} onClick={onDrop} className="ms-auto hover:text-coral">
            <Trash2 size={17} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      {item.message && <p className="mt-1 text-13 text-coral">{item.message}</p>}
    </li>
  )
}

function State({ item: { state } }: { item: SeriesItem }) {
  const t = useTranslations('series.states')
  if (state === 'planned') return null
  return (
    <span className="flex items-center gap-1.5 text-13">
      {state === 'writing' && <Spinner />}
      {state === 'saved' && <Check size={16} strokeWidth={1.75} className="shrink-0 text-pond" />}
      {state === 'failed' && <CircleAlert size={16} strokeWidth={2} className="shrink-0 text-coral" />}
      {t(state)}
    </span>
  )
}
