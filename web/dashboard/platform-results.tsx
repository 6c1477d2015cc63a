import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import { PLATFORMS, rulesOf } from '#core/platforms/platform.ts'
import type { PostSummary } from '#core/posts/contract.ts'
import { useFigure } from '../lib/use-figure.ts'
import { buttonClass } from '../ui/button.tsx'
import { ChartNoAxesColumn } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'

export function PlatformResults({ summary }: { summary: PostSummary | undefined }) {
  const t = useTranslations('dashboard')
  const figure = useFigure()
  return (
    <div>
      <table className="w-full text-14">
        <caption className="sr-only">{t('byPlatform')}</caption>
        <thead>
          <tr className="border-b border-line align-baseline">
            <th scope="col" className="pb-2 text-start text-16 font-strong">
              <span aria-hidden="true">{t('byPlatform')}</span>
              <span className="sr-only">{t('platform')}</span>
            </th>
            <th scope="col" className="ps-3 pb-2 text-end text-13 font-text text-ink-soft">
              {t('week.published')}
            </th>
            <th scope="col" className="ps-3 pb-2 text-end text-13 font-text text-ink-soft">
              {t('week.engagement')}
            </th>
          </tr>
        </thead>
        <tbody>
          {PLATFORMS.map((platform) => {
            const counts = summary?.byPlatform.find((one) => one.platform === platform)
            return (
              <tr key={platform} className="border-b border-line last:border-0">
                <th scope="row" className="flex items-center gap-2.5 py-1.5 text-start font-text">
                  <PlatformBadge platform={platform} />
                  {rulesOf(platform).name}
                </th>
                <td className="text-end tabular-nums">{figure(summary && (counts?.published ?? 0))}</td>
                <td className="text-end text-ink-soft tabular-nums">
                  {counts && counts.published > 0 && !counts.isReported
                    ? t('noReport')
                    : figure(summary && (counts?.engagement ?? 0))}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <Link href="/analytics" className={buttonClass({}, 'mt-4 w-full')}>
        <ChartNoAxesColumn size={18} strokeWidth={1.75} />
        {t('fullAnalytics')}
      </Link>
    </div>
  )
}
