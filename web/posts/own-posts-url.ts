import type { PlatformState, SocialAccount } from '#core/accounts/contract.ts'
import { isPage, type Platform } from '#core/platforms/platform.ts'

/**
 * Returns where users see an account's posts: the simulator's feed, the network's list of their own posts, or the
 * account's page.
 */
export function ownPostsUrl(
  platform: Platform,
  platforms: readonly PlatformState[] | undefined,
  account: SocialAccount | null | undefined,
): string | null {
  const isOnRealPage = account?.simulated === false && isPage(platform, account.scopes)
  const ofUser = platforms?.find((item) => item.platform === platform)?.ownPostsUrl ?? null
  return (isOnRealPage ? account.profileUrl : null) ?? ofUser ?? account?.profileUrl ?? null
}
