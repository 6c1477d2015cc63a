import { useFormatter, useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Analytics } from '#core/analytics/contract.ts'
import { rulesOf } from '#core/platforms/platform.ts'
import { healthOf } from '../accounts/account-state.ts'
import { classNames } from '../lib/class-names.ts'
import { useNetworkNames } from '../lib/network-names.ts'
import { useNow } from '../lib/use-now.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { FigureCell } from './figure-cell.tsx'

type OfNetwork = Analytics['platforms'][number]

const HEAD = 'ps-3 pb-2 text-end text-13 font-text text-ink-soft'

type PlatformTableProps = { platforms: OfNetwork[]; accounts: readonly SocialAccount[] | undefined }

/** Lists the networks that have published posts or a connected account. */
export function PlatformTable({ platforms: all, accounts }: PlatformTableProps) {
  const t = useTranslations('analytics')
  const format = useFormatter()
  const health = healthOf(accounts ?? [], useNow())
  const platforms = all.filter(({ platform, published }) => published > 0 || health[platform] !== 'absent')
  if (platforms.length === 0) return null
  const hasHeads = platforms.some(({ published }) => published > 0)
  return (
    <section aria-labelledby="by-network" className="min-w-0">
      <h2 id="by-network" className="text-14 font-strong">
        {t('byNetwork.title')}
      </h2>
      <table className={classNames('w-full text-14', !hasHeads && 'mt-1.5 border-t border-line')}>
        <caption className="sr-only">{t('byNetwork.title')}</caption>
        <thead className={hasHeads ? '' : 'sr-only'}>
          <tr className="border-b border-line align-bottom">
            <th scope="col">
              <span className="sr-only">{t('table.network')}</span>
            </th>
            {(['published', 'seen', 'engagement'] as const).map((name) => (
              <th key={name} scope="col" className={HEAD}>
                {t(`table.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {platforms.map((one) => (
            <tr key={one.platform} className="border-b border-line">
              <th scope="row" className="text-start font-text">
                <span className="flex min-h-11 items-center gap-2.5 md:min-h-[34px]">
                  <PlatformBadge platform={one.platform} isMuted={health[one.platform] === 'absent'} />
                  {rulesOf(one.platform).name}
                </span>
              </th>
              {one.published > 0 ? (
                <>
                  <td className="ps-3 text-end tabular-nums">{format.number(one.published)}</td>
                  <FigureCell of={one} name="impressions" />
                  <FigureCell of={one} name="engagement" />
                </>
              ) : (
                <td colSpan={3} className="text-end text-ink-soft">
                  {health[one.platform] === 'broken' ? (
                    <Link href="/social-accounts" className="font-strong text-coral underline underline-offset-4">
                      {t('byNetwork.reconnect')}
                    </Link>
                  ) : (
                    t('byNetwork.noData')
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      <Notes platforms={platforms} />
    </section>
  )
}

/** Explains why metrics are missing, except metrics that Frogy has not collected yet. */
function Notes({ platforms }: { platforms: OfNetwork[] }) {
  const t = useTranslations('analytics')
  const names = useNetworkNames()
  const out = platforms.filter(({ published }) => published > 0)
  const refusing = out.filter(({ refused }) => refused.length > 0).map(({ platform }) => platform)
  const missing = out.filter(({ engagement, entered }) => engagement === null || entered.length > 0)
  const silent = missing.filter(({ canReport }) => !canReport).map(({ platform }) => platform)
  const notCollected = missing.filter(({ isAsked, canReport }) => !isAsked && canReport).map(({ platform }) => platform)
  return (
    <>
      {out.some(({ entered }) => entered.length > 0) && (
        <p className="mt-2 text-13 text-ink-soft">{t('entered.note')}</p>
      )}
      {refusing.length > 0 && (
        <p className="mt-2 text-13 text-ink-soft">{t('refusedText', { networks: names(refusing) })}</p>
      )}
      {silent.length > 0 && (
        <p className="mt-2 text-13 text-ink-soft">{t('unreadable', { networks: names(silent) })}</p>
      )}
      {notCollected.length > 0 && (
        <p className="mt-2 text-13 text-ink-soft">{t('notAsked', { networks: names(notCollected) })}</p>
      )}
    </>
  )
}
