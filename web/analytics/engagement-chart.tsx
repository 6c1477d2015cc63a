import { Group } from '@visx/group'
import { scaleLinear } from '@visx/scale'
import { Circle, Line } from '@visx/shape'
import { useMemo, useState, type PointerEvent } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Analytics, PostWithMetrics } from '#core/analytics/contract.ts'
import { LABEL_OF } from '#core/analytics/metrics.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { weekdayOf } from '#core/time-zone.ts'
import { classNames } from '../lib/class-names.ts'
import { useDates } from '../lib/dates.ts'
import { useFirstWeekday } from '../lib/first-weekday.ts'
import { useLanguage } from '../lib/language.ts'
import { Button } from '../ui/button.tsx'
import { Frog } from '../ui/frog.tsx'
import { PlatformMark } from '../ui/platform-badge.tsx'
import { EngagementTable } from './engagement-table.tsx'
import { MARGIN, Plot, type Frame } from './plot.tsx'
import { useDays } from './use-days.ts'
import { useMetricText } from './use-metric-text.ts'

/** Distance between the bars of posts on the same day, in px. */
const POST_GAP = 6
const HEIGHT = 150
const GROUND = HEIGHT - 2
const TOP_SPACE = 30
const LABEL_SPACE = 74

/** A bar of the chart: a post, or the median of a column's posts. */
interface Bar {
  key: string
  column: number
  shift: number
  value: number
  platform: Platform | null
  title: string
  date: string
  figures: readonly string[]
}

/**
 * A bar chart of posts, each as high as its engagement. For long ranges, one bar per column shows the median of its
 * posts.
 */
export function EngagementChart({ analytics, today }: { analytics: Analytics; today: string }) {
  const t = useTranslations('analytics.engagement')
  const [isTable, setIsTable] = useState(false)
  const bars = useBars(analytics)
  const title = analytics.posts ? 'title' : TITLES[analytics.daysAColumn]
  return (
    <section aria-labelledby="engagement" className="mt-4">
      <div className="flex min-h-8 items-center justify-between gap-x-4">
        <h2 id="engagement" className="min-w-0 text-14 font-strong">
          {t(title)}
          {!analytics.posts && (
            <span className="text-13 font-text text-ink-soft max-sm:block sm:ms-2.5">{t('median')}</span>
          )}
        </h2>
        {bars.length > 0 && (
          <Button
            variant="quiet"
            size="sm"
            className="-me-3 self-start font-strong whitespace-nowrap text-pond hover:text-pond"
            aria-pressed={isTable}
            onClick={() => setIsTable(!isTable)}
          >
            {t(isTable ? 'asChart' : 'asTable')}
          </Button>
        )}
      </div>
      {!isTable && <Chart analytics={analytics} bars={bars} today={today} />}
      {bars.length > 0 && (
        <div {...(isTable ? SCROLL_AREA : { className: 'sr-only' })}>
          <EngagementTable analytics={analytics} />
        </div>
      )}
    </section>
  )
}

/** Attributes of the chart's scroll area. On a phone it scrolls sideways, by touch and by keyboard. */
const SCROLL_AREA = {
  role: 'group',
  tabIndex: 0,
  'aria-labelledby': 'engagement',
  className: 'fades-end mt-1 overflow-x-auto',
}

const TITLES = { 1: 'titleDays', 7: 'titleWeeks', 28: 'titleMonths' } as const

function useBars({ columns, posts }: Analytics): Bar[] {
  const t = useTranslations('analytics')
  const format = useFormatter()
  const dates = useDates()
  const days = useDays()
  const metricText = useMetricText()
  if (!posts)
    return columns.flatMap((column, index) =>
      column.median === null
        ? []
        : {
            key: column.from,
            column: index,
            shift: 0,
            value: column.median,
            platform: null,
            title: days.span(column),
            date: t('published.total', { count: column.reported }),
            figures: [t('hours.median', { value: format.number(column.median) })],
          },
    )
  const byDay = Map.groupBy(
    posts.filter((post): post is PostWithMetrics & { engagement: number } => post.engagement !== null),
    (post) => dates.dayKey(new Date(post.publishedAt)),
  )
  return columns.flatMap((column, index) => {
    const ofDay = byDay.get(column.from) ?? []
    return ofDay.map((post, place) => ({
      key: post.id,
      column: index,
      shift: (place - (ofDay.length - 1) / 2) * POST_GAP,
      value: post.engagement,
      platform: post.platform,
      title: post.opening,
      date: dates.dayAndTime(new Date(post.publishedAt)),
      figures: (['impressions', 'likes', 'comments', 'shares', 'engagement'] as const).map(
        (name) => `${t(`table.${LABEL_OF[name]}`)} ${metricText(post, name).text}`,
      ),
    }))
  })
}

function Chart({ analytics, bars, today }: { analytics: Analytics; bars: readonly Bar[]; today: string }) {
  const { columns } = analytics
  const [at, setAt] = useState<number | null>(null)
  const current = (at !== null && bars[at]) || bars.at(-1)
  return (
    <>
      <Plot columns={columns.length} height={HEIGHT}>
        {(frame) =>
          current ? (
            <Bars frame={frame} bars={bars} current={current} onPoint={setAt} />
          ) : (
            <div className="absolute inset-0 border-b border-line-strong">
              <Frog expression="sleeping" size="lg" className="absolute -bottom-2.5 end-[15%] max-md:end-[32%]" />
            </div>
          )
        }
      </Plot>
      <Plot columns={columns.length} height={26}>
        {(frame) => <Labels frame={frame} analytics={analytics} today={today} />}
      </Plot>
      {/* On a phone, a finger would cover the tooltip, so the details are below the chart. */}
      {current && (
        <div aria-hidden="true" className="mt-2 border-s-2 border-pond ps-3 text-13 md:hidden">
          <TooltipContent bar={current} />
        </div>
      )}
    </>
  )
}

type BarsProps = { frame: Frame; bars: readonly Bar[]; current: Bar; onPoint: (at: number) => void }

function Bars({ frame, bars, current, onPoint }: BarsProps) {
  const t = useTranslations('analytics.engagement')
  const format = useFormatter()
  const { language } = useLanguage()
  const [isShown, setIsShown] = useState(false)
  const { width, end, x, middleOf, isNarrow } = frame
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const y = useMemo(
    () => scaleLinear<number>({ domain: [0, highest], range: [GROUND, TOP_SPACE], nice: false }),
    [highest],
  )
  const lines = y.ticks(2).filter((value) => value > 0 && Number.isInteger(value))
  const numbered = new Set(
    bars
      .toSorted((a, b) => b.value - a.value)
      .slice(0, isNarrow ? 2 : 3)
      .filter(({ value }) => value > 0)
      .map(({ key }) => key),
  )
  const xOf = (bar: Bar) => x(middleOf(bar.column) + bar.shift)

  const point = (event: PointerEvent) => {
    const pointerX = event.clientX - event.currentTarget.getBoundingClientRect().left
    const distances = bars.map((bar) => Math.abs(xOf(bar) - pointerX))
    onPoint(distances.indexOf(Math.min(...distances)))
    setIsShown(true)
  }
  return (
    <div
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setIsShown(false)}
      className="absolute inset-0 rounded-control has-focus-visible:shadow-focus"
    >
      {/* A hidden slider lets arrow keys move between bars. The pointer selects a bar by its position. */}
      <input
        type="range"
        min={1}
        max={bars.length}
        value={bars.indexOf(current) + 1}
        aria-label={t('chart', { count: bars.length })}
        aria-valuetext={[current.title, current.date, ...current.figures].join(', ')}
        onChange={({ target }) => {
          onPoint(Number(target.value) - 1)
          setIsShown(true)
        }}
        onFocus={() => setIsShown(true)}
        onBlur={() => setIsShown(false)}
        className="pointer-events-none absolute inset-0 size-full opacity-0"
      />
      <svg width={width} height={HEIGHT} aria-hidden="true" className="overflow-visible">
        {lines.map((value) => (
          <Group key={value}>
            <Line
              from={{ x: x(0), y: y(value) }}
              to={{ x: x(end), y: y(value) }}
              stroke="var(--line)"
              strokeDasharray="4 3"
            />
            <text
              x={x(width)}
              y={y(value) + 4}
              textAnchor={language === 'ar' ? 'start' : 'end'}
              direction="ltr"
              className="fill-ink-soft text-13"
            >
              {format.number(value)}
            </text>
          </Group>
        ))}
        <Line from={{ x: x(0), y: GROUND }} to={{ x: x(end), y: GROUND }} stroke="var(--line-strong)" />
        {bars.map((bar) => (
          <Group key={bar.key} left={xOf(bar)}>
            <Line from={{ x: 0, y: GROUND }} to={{ x: 0, y: y(bar.value) }} stroke="var(--pond)" strokeWidth={2} />
            {bar.platform && !isNarrow ? (
              <PlatformMark platform={bar.platform} x={-8} y={Math.min(y(bar.value) - 8, GROUND - 16)} size={16} />
            ) : (
              <Circle cx={0} cy={y(bar.value)} r={4} fill="var(--pond)" />
            )}
            {numbered.has(bar.key) && (
              <text
                y={y(bar.value) - (isShown && bar === current ? 17 : 13)}
                textAnchor="middle"
                className="fill-ink text-13 font-strong"
              >
                {format.number(bar.value)}
              </text>
            )}
          </Group>
        ))}
        {isShown && (
          <Circle
            cx={xOf(current)}
            cy={Math.min(y(current.value), GROUND - 8)}
            r={13}
            fill="none"
            stroke="var(--pond)"
            strokeWidth={2}
          />
        )}
      </svg>
      {isShown && (
        <ChartTooltip bar={current} isBeforeMiddle={xOf(current) < width / 2} x={xOf(current)} width={width} />
      )}
    </div>
  )
}

type ChartTooltipProps = { bar: Bar; x: number; width: number; isBeforeMiddle: boolean }

function ChartTooltip({ bar, x, width, isBeforeMiddle }: ChartTooltipProps) {
  const side = isBeforeMiddle ? { left: Math.max(0, x - 12) } : { right: Math.max(0, width - x - 12) }
  return (
    <div
      aria-hidden="true"
      style={{ ...side, bottom: HEIGHT - 8 }}
      className="pointer-events-none absolute z-10 w-max max-w-72 rounded-control border border-line bg-surface px-3 py-2 text-13 shadow-float max-md:hidden"
    >
      <TooltipContent bar={bar} />
    </div>
  )
}

function TooltipContent({ bar }: { bar: Bar }) {
  return (
    <>
      <p dir="auto" className="line-clamp-2 text-14 font-strong">
        {bar.title}
      </p>
      <p className="text-ink-soft">
        {bar.platform && `${rulesOf(bar.platform).name} · `}
        {bar.date}
      </p>
      <p className="flex flex-wrap gap-x-3 tabular-nums">
        {bar.figures.map((figure) => (
          <span key={figure}>{figure}</span>
        ))}
      </p>
    </>
  )
}

/** Labels of the horizontal axis: today, and the starts of weeks where there is space. */
function Labels({ frame, analytics, today }: { frame: Frame; analytics: Analytics; today: string }) {
  const t = useTranslations('analytics.engagement')
  const days = useDays()
  const firstWeekday = useFirstWeekday()
  const { columns, daysAColumn } = analytics
  const { end: edge, middleOf } = frame
  const between = columns
    .map((column, index) => ({ day: column.from, at: middleOf(index) }))
    .slice(1)
    .filter(({ day }) => daysAColumn !== 1 || columns.length <= 10 || weekdayOf(day) === firstWeekday)
    .filter(({ at }) => at < edge - LABEL_SPACE - 20)
    .reduce<{ day: string; at: number }[]>(
      (kept, label) => (label.at - (kept.at(-1)?.at ?? LABEL_SPACE / 2) < LABEL_SPACE ? kept : [...kept, label]),
      [],
    )
  const end = analytics.to === today ? t('today') : days.short(analytics.to)
  return (
    <div aria-hidden="true" className="pt-2 text-13 text-ink-soft">
      <span className="absolute start-0">{days.short(analytics.from)}</span>
      {between.map(({ day, at }) => (
        <span
          key={day}
          className="absolute -translate-x-1/2 whitespace-nowrap rtl:translate-x-1/2"
          style={{ insetInlineStart: at }}
        >
          {days.short(day)}
        </span>
      ))}
      {columns.length > 1 && (
        <span
          className={classNames('absolute', analytics.to === today && 'font-strong text-pond')}
          style={{ insetInlineEnd: MARGIN }}
        >
          {end}
        </span>
      )}
    </div>
  )
}
