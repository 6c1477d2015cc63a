import { useTranslations } from 'use-intl'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import { useFigure } from '../lib/use-figure.ts'

/** The current week's published posts, engagement and scheduled posts. Zeros are not shown. */
export function WeekFigures({ week }: { week: PostSummary['week'] }) {
  const t = useTranslations('dashboard.week')
  const figure = useFigure()
  const shown = (['published', 'engagement', 'scheduled'] as const).filter((name) => week[name] > 0)
  if (shown.length === 0) return null
  return (
    <section aria-labelledby="this-week">
      <h2 id="this-week" className="text-16 font-strong">
        {t('title')}
      </h2>
      <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-14">
        {shown.map((name) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-ink-soft">{t(name)}</dt>
            <dd className="font-strong tabular-nums">{figure(week[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
