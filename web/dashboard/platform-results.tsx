import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { rulesOf } from '#core/platforms/platform.ts'
import type { PostSummary } from '#core/posts/lists-contract.ts'
import { useFigure } from '../lib/use-figure.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'

/** Published posts and engagement by network. A network without a post has no row. */
export function PlatformResults({ summary }: { summary: PostSummary }) {
  const t = useTranslations('dashboard')
  const calendar = useTranslations('calendar')
  const figure = useFigure()
  const rows = summary.byPlatform.filter(({ published }) => published > 0)
  return (
    <div>
      {rows.length > 0 && (
        <table className="mb-2 w-full text-14">
          <caption className="pb-1 text-start text-16 font-strong">{t('byPlatform')}</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('platform')}</th>
              <th scope="col">{t('week.published')}</th>
              <th scope="col">{t('week.engagement')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ platform, published, engagement, isReported }) => (
              <tr key={platform} className="border-b border-line last:border-0">
                <th scope="row" className="flex items-center gap-2.5 py-2 text-start font-text">
                  <PlatformBadge platform={platform} />
                  {rulesOf(platform).name}
                </th>
                <td className="w-px text-end text-13 whitespace-nowrap text-ink-soft tabular-nums">
                  {calendar('counts', { count: published })}
                </td>
                <td className="w-px ps-6 text-end font-strong tabular-nums empty:p-0">
                  {isReported && figure(engagement)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Link
        href="/analytics"
        className="inline-flex min-h-11 items-center text-14 font-strong text-pond hover:underline lg:min-h-8"
      >
        {t('fullAnalytics')}
      </Link>
    </div>
  )
}
