import { useTranslations } from 'use-intl'
import { Link } from 'wouter'
import type { SocialAccount } from '#core/accounts/contract.ts'
import { postingAccount } from '#core/accounts/posting-account.ts'
import { riskOf, type Risk } from '#core/accounts/risk.ts'
import { rulesOf, type Platform } from '#core/platforms/platform.ts'
import type { Post } from '#core/posts/contract.ts'
import { connectPath } from '../accounts/connect-path.ts'
import { isolate } from '../lib/isolate.ts'
import { mayAs } from '../lib/role.ts'
import { useNow } from '../lib/use-now.ts'
import { buttonClass, type ButtonStyle } from '../ui/button.tsx'
import { PlatformBadge } from '../ui/platform-badge.tsx'

export function RiskBadge({ post, accounts }: { post: Post; accounts: readonly SocialAccount[] | undefined }) {
  const t = useTranslations('posts.risk')
  const risk = accounts && riskOf(post, accounts)
  if (!risk) return null
  const names = namesFor(post, accounts)
  return (
    <div className="mt-2 me-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-lily-wash py-2 ps-3 pe-2">
      <p className="min-w-0 flex-1 basis-52 text-13">
        {t(risk, names)}
        <FallbackAccount post={post} accounts={accounts} />
      </p>
      <RiskAction risk={risk} platform={post.platform} className="bg-surface" />
    </div>
  )
}

export function RiskBanner({
  posts,
  accounts,
}: {
  posts: readonly [Post, ...Post[]]
  accounts: readonly SocialAccount[]
}) {
  const t = useTranslations('posts.risk')
  const [first] = posts
  const risk = riskOf(first, accounts)
  if (!risk) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-lily-wash px-4 py-3">
      <p className="flex min-w-0 flex-1 basis-60 items-start gap-2.5 text-14">
        <PlatformBadge platform={first.platform} size={18} className="mt-px" />
        <span className="min-w-0">
          <strong className="font-strong text-lily-ink">{t('many.title', { count: posts.length })}</strong>{' '}
          {t(`many.${risk}`, namesFor(first, accounts))}
          <FallbackAccount post={first} accounts={accounts} />
        </span>
      </p>
      <RiskAction risk={risk} platform={first.platform} className="bg-surface" />
    </div>
  )
}

/** Returns a key that is equal for posts with the same risk on the same account. Null for a post without risk. */
export function riskKey(post: Post, accounts: readonly SocialAccount[] | undefined): string | null {
  const risk = accounts && riskOf(post, accounts)
  return risk ? [risk, post.platform, post.accountId, post.formerAccount].join(' ') : null
}

function namesFor(post: Post, accounts: readonly SocialAccount[]): { platform: string; name: string } {
  const account = accounts.find(({ id }) => id === post.accountId)
  const platform = isolate(rulesOf(post.platform).name)
  const name = account ? account.displayName || `@${account.username}` : post.formerAccount
  return { platform, name: name === null ? platform : isolate(name) }
}

function FallbackAccount({ post, accounts }: { post: Post; accounts: readonly SocialAccount[] }) {
  const t = useTranslations('posts.risk')
  const other = postingAccount(accounts, post.platform, useNow())
  if (riskOf(post, accounts) !== 'gone' || !other) return null
  return <> {t('otherwise', { name: isolate(other.displayName || `@${other.username}`) })}</>
}

export function RiskAction({
  risk,
  platform,
  variant,
  className,
}: Pick<ButtonStyle, 'variant'> & { risk: Risk; platform: Platform; className?: string }) {
  const t = useTranslations('posts.risk')
  const look = buttonClass({ variant, size: 'sm' }, className)
  if (!mayAs('owner')) return null
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
