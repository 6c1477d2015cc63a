import { useLocale, useTranslations } from 'use-intl'
import type { ImportedRow } from '#core/analytics/entered-contract.ts'
import { LABEL_OF, METRICS, type Metric } from '#core/analytics/metrics.ts'
import { openingOf } from '#core/cut-text.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { useDates } from '../../lib/dates.ts'
import { isolate } from '../../lib/isolate.ts'
import { useFigure } from '../../lib/use-figure.ts'
import { CircleAlert } from '../../ui/icons.ts'
import { PlatformBadge } from '../../ui/platform-badge.tsx'
import type { MetricsRow } from './read-metrics-table.ts'

export interface CheckedRow extends MetricsRow {
  /** The server's check of the row; undefined if the row cannot be sent. */
  result: ImportedRow | undefined
}

const CELL_LENGTH = 60

export function MetricsImportRows({ rows }: { rows: readonly CheckedRow[] }) {
  return (
    <ol className="mt-3 divide-y divide-line border-y border-line">
      {rows.map((row) => (
        <Row key={row.number} row={row} />
      ))}
    </ol>
  )
}

function Row({ row: { number, post: named, metrics, invalid, result } }: { row: CheckedRow }) {
  const t = useTranslations('analytics')
  const dates = useDates()
  const figure = useFigure()
  const names = new Intl.ListFormat(useLocale(), { type: 'unit' })
  const post = result?.post
  const labels = (of: readonly Metric[]) => names.format(of.map((name) => t(`table.${LABEL_OF[name]}`)))
  const values = METRICS.filter((name) => result?.stored.includes(name)).map((name) =>
    t('import.value', { metric: t(`table.${LABEL_OF[name]}`), value: figure(metrics[name]) }),
  )
  const mistakes = [
    ...invalid.map((value) => t('import.mistakes.count', { value: isolate(openingOf(value, CELL_LENGTH)) })),
    ...(named === '' ? [t('import.mistakes.post')] : []),
    ...(result?.problem ? [t(`import.mistakes.${result.problem}`)] : []),
  ]
  return (
    <li className="flex gap-3 py-2.5 text-14 [contain-intrinsic-size:auto_64px] [content-visibility:auto]">
      <span className="w-8 shrink-0 pt-0.5 text-13 text-ink-soft tabular-nums">
        <span className="sr-only">{t('import.row', { number })}</span>
        <span aria-hidden="true">{t('import.number', { number })}</span>
      </span>
      <div className="min-w-0 flex-1">
        {post ? (
          <p className="flex items-center gap-2">
            <PlatformBadge platform={post.platform} size={18} />
            <span className="sr-only">{rulesOf(post.platform).name}</span>
            <bdi className="min-w-0 truncate">{post.opening}</bdi>
            <span className="shrink-0 text-13 text-ink-soft">{dates.shortDay(new Date(post.publishedAt))}</span>
          </p>
        ) : (
          <p className="truncate text-ink-soft">
            <bdi>{openingOf(named, CELL_LENGTH)}</bdi>
          </p>
        )}
        {mistakes.length === 0 && (
          <p className="text-13 text-ink-soft">
            {values.length > 0 ? <span className="text-ink">{names.format(values)}</span> : t('import.unchanged')}
            {post && result.reported.length > 0 && (
              <>
                {' · '}
                {t('import.kept', { platform: isolate(rulesOf(post.platform).name), metrics: labels(result.reported) })}
              </>
            )}
          </p>
        )}
        {mistakes.map((mistake) => (
          <p key={mistake} className="flex gap-1.5 text-13 text-coral">
            <CircleAlert size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
            <span className="min-w-0 break-words">{mistake}</span>
          </p>
        ))}
      </div>
    </li>
  )
}
