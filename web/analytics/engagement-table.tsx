import { useFormatter, useTranslations } from 'use-intl'
import type { Analytics } from '#core/analytics/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { useDates } from '../lib/dates.ts'
import { useFigure } from '../lib/use-figure.ts'
import { FigureCell } from './figure-cell.tsx'
import { useDays } from './use-days.ts'

const HEAD = 'ps-3 py-2 text-end text-13 font-text text-ink-soft'
const ROW = 'border-b border-line'

export function EngagementTable({ analytics }: { analytics: Analytics }) {
  const t = useTranslations('analytics')
  const format = useFormatter()
  const figure = useFigure()
  const dates = useDates()
  const days = useDays()
  if (!analytics.posts)
    return (
      <table className="w-full text-14">
        <caption className="sr-only">{t('engagement.of')}</caption>
        <thead>
          <tr className={ROW}>
            <th scope="col" className="py-2 text-start text-13 font-text text-ink-soft">
              {t('table.days')}
            </th>
            {(['published', 'reported', 'median'] as const).map((name) => (
              <th key={name} scope="col" className={HEAD}>
                {t(`table.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {analytics.columns
            .filter(({ published }) => published > 0)
            .map((column) => (
              <tr key={column.from} className={ROW}>
                <th scope="row" className="py-2 text-start font-text">
                  {days.span(column)}
                </th>
                <td className="ps-3 text-end tabular-nums">{format.number(column.published)}</td>
                <td className="ps-3 text-end tabular-nums">{figure(column.reported)}</td>
                <td className="ps-3 text-end font-strong tabular-nums">
                  {column.median === null ? t('noReport') : figure(column.median)}
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    )
  return (
    <table className="w-full min-w-180 text-14">
      <caption className="sr-only">{t('engagement.title')}</caption>
      <thead>
        <tr className={ROW}>
          <th
            scope="col"
            className="py-2 text-start text-13 font-text text-ink-soft max-md:sticky max-md:start-0 max-md:bg-paper"
          >
            {t('table.post')}
          </th>
          {(['engagement', 'date', 'network', 'seen', 'reactions', 'comments', 'shares'] as const).map((name) => (
            <th key={name} scope="col" className={HEAD}>
              {t(`table.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {analytics.posts.map((post) => (
          <tr key={post.id} className={ROW}>
            <th
              scope="row"
              dir="auto"
              // On a phone, the text stays in view while the figures scroll.
              className="max-w-80 truncate py-2 text-start font-text max-md:sticky max-md:start-0 max-md:max-w-44 max-md:bg-paper"
            >
              {post.opening}
            </th>
            <FigureCell of={post} name="engagement" className="whitespace-nowrap" />
            <td className="ps-3 text-end whitespace-nowrap">{dates.shortDay(new Date(post.publishedAt))}</td>
            <td className="ps-3 text-end">{rulesOf(post.platform).name}</td>
            {(['impressions', 'likes', 'comments', 'shares'] as const).map((name) => (
              <FigureCell key={name} of={post} name={name} className="whitespace-nowrap" />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
