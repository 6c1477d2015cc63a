import { TriangleAlert } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { riskOf, type Risk } from '#core/accounts/risk.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { connectPath } from '../accounts/connect-path.ts'
import { isolate } from '../lib/isolate.ts'
import { buttonClass } from '../ui/button.tsx'

/** Why a coming post would not go out as things stand, and the one thing to do; nothing when all is well. */
export function RiskBadge({ post, accounts }: { post: Post; accounts: readonly SocialAccount[] | undefined }) {
  const t = useTranslations('posts.risk')
  const risk = accounts && riskOf(post, accounts)
  if (!risk) return null
  const account = accounts.find(({ id }) => id === post.accountId)
  const platform = isolate(rulesOf(post.platform).name)
  const name = account ? isolate(account.displayName || `@${account.username}`) : platform
  return (
    <div className="mt-2 me-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-lily-wash py-2 ps-3 pe-2">
      <p className="flex min-w-52 flex-1 items-start gap-2 text-13">
        <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0 text-lily-ink" />
        <span>
          <strong className="font-strong text-lily-ink">{t('badge')}</strong> {t(risk, { platform, name })}
        </span>
      </p>
      <RiskAction risk={risk} platform={post.platform} className="bg-surface" />
    </div>
  )
}

/** The one thing to do about an account that nothing can be posted to. */
export function RiskAction({ risk, platform, className }: { risk: Risk; platform: Platform; className?: string }) {
  const t = useTranslations('posts.risk')
  const look = buttonClass({ size: 'sm' }, className)
  return risk === 'inactive' ? (
    <Link href="/social-accounts" className={look}>
      {t('activate')}
    </Link>
  ) : (
    <a href={connectPath(platform)} className={look}>
      {t(risk === 'no_account' ? 'connect' : 'reconnect')}
    </a>
  )
}
