import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { PlatformState, SocialAccount } from '#core/accounts/contract.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import { classNames } from '../lib/class-names.ts'
import { isolate } from '../lib/isolate.ts'
import { mayAs } from '../lib/role.ts'
import { buttonClass } from '../ui/button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { AccountRow } from './account-row.tsx'
import { ConnectLink, type OnForm } from './connect-link.tsx'

interface PlatformRowProps {
  platform: Platform
  accounts: readonly SocialAccount[]
  state: PlatformState | undefined
  atRisk: (accountId: string) => number
  /**
   * Whether to mark simulated networks. If all networks are simulated, one sentence above the list replaces the marks.
   */
  marksSimulated: boolean
  now: Date
  onForm: OnForm
  children: ReactNode
}

export function PlatformRow({
  platform,
  accounts,
  state,
  atRisk,
  marksSimulated,
  now,
  onForm,
  children,
}: PlatformRowProps) {
  const t = useTranslations('accounts')
  const { name } = rulesOf(platform)
  const isAvailable = state?.available ?? true
  const isConnected = accounts.length > 0
  return (
    <li
      className={classNames(
        'grid gap-x-2.5 border-b border-line py-3 md:grid-cols-[156px_1fr]',
        isConnected ? 'grid-cols-[28px_1fr]' : 'grid-cols-[1fr_auto]',
      )}
    >
      <div className="flex h-7 items-center gap-2.5 md:h-11">
        <PlatformBadge platform={platform} size={28} isMuted={!isConnected} />
        <h2 className={classNames('text-14 font-strong', isConnected && 'max-md:sr-only')}>{name}</h2>
      </div>
      {isConnected ? (
        <div className="min-w-0">
          <ul className="divide-y divide-dashed divide-line">
            {accounts.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                canConnect={isAvailable}
                atRisk={atRisk(account.id)}
                isOnly={accounts.length === 1}
                marksSimulated={marksSimulated}
                now={now}
                onForm={onForm}
              />
            ))}
          </ul>
        </div>
      ) : (
        <div className="contents md:flex md:items-center md:justify-between md:gap-3">
          <p className="min-w-0 text-14 text-ink-soft max-md:col-start-1 max-md:ps-9.5 md:flex-1">
            {isAvailable ? t('notConnected') : t('notConfigured', { platform: isolate(name) })}
            {isAvailable && marksSimulated && state?.simulated && (
              <span className="ms-2 rounded-[4px] border border-line-strong px-1.5 text-13">{t('simulated')}</span>
            )}
          </p>
          {isAvailable && mayAs('owner') && (
            <ConnectLink
              platform={platform}
              onForm={onForm}
              aria-label={t('connectTo', { platform: name })}
              className={buttonClass(
                { size: 'sm' },
                'max-md:col-start-2 max-md:row-span-2 max-md:row-start-1 max-md:self-center',
              )}
            >
              {t('connect')}
            </ConnectLink>
          )}
        </div>
      )}
      {children}
    </li>
  )
}
