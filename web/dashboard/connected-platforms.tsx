import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { riskOf } from '#core/accounts/risk.ts'
import { MAIN_PLATFORMS, PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { isAccountFailure } from '#core/publishing/retry-unchanged.ts'
import { connectedPlatforms, healthOf } from '../accounts/account-state.ts'
import { isolate } from '../lib/isolate.ts'
import { useNow } from '../lib/use-now.ts'
import { CircleAlert } from '../ui/icons.ts'
import { PlatformBadge } from '../ui/platform-badge.tsx'
import { useScheduled } from './use-scheduled.ts'

export function ConnectedPlatforms({
  accounts,
  counts,
  troubled,
}: {
  accounts: readonly SocialAccount[] | undefined
  /** A sentence with the number of connected accounts and of scheduled posts. */
  counts: string | undefined
  troubled: readonly Post[]
}) {
  const t = useTranslations('dashboard')
  const now = useNow()
  const health = healthOf(accounts ?? [], now)
  const connected = connectedPlatforms(accounts ?? [], now)
  const scheduled = useScheduled().data ?? []
  // Skips an account's problem if another list already shows it next to the posts that it blocks.
  const isListedElsewhere = (platform: Platform) =>
    troubled.some((post) => post.platform === platform && isAccountFailure(post.failure?.code)) ||
    scheduled.some((post) => post.platform === platform && riskOf(post, accounts ?? []) !== null)
  const others = connected.filter((platform) => !MAIN_PLATFORMS.includes(platform))
  const broken = PLATFORMS.filter((platform) => health[platform] === 'broken' && !isListedElsewhere(platform))
  if (!accounts) return null
  return (
    <Link href="/social-accounts" className="group rounded-control">
      <h2 className="text-16 font-strong group-hover:underline">
        {t('connectedCount', { count: connected.length - others.length, total: MAIN_PLATFORMS.length })}
        {others.length > 0 && (
          <span className="ms-1 text-ink-soft">{t('connectedOthers', { count: others.length })}</span>
        )}
      </h2>
      <span className="mt-2.5 flex flex-wrap gap-2">
        {[...MAIN_PLATFORMS, ...others].map((platform) => (
          <PlatformBadge key={platform} platform={platform} size={32} isMuted={health[platform] !== 'connected'} />
        ))}
      </span>
      {counts && <span className="mt-2 block text-13 text-ink-soft">{counts}</span>}
      {broken.map((platform) => (
        <span key={platform} className="mt-2.5 flex items-center gap-1.5 text-13 font-strong text-coral">
          <CircleAlert size={15} strokeWidth={2} />
          {t('needsReconnect', { platform: isolate(rulesOf(platform).name) })}
        </span>
      ))}
    </Link>
  )
}
