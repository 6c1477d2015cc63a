import type { PlatformState, SocialAccount } from '#core/accounts/contract.ts'
import { isPage, type Platform } from '#core/platforms/platform.ts'

/** Where users see the posts of an account at the network: its simulator's feed, their own posts, or their page. */
export function ownPostsUrl(
  platform: Platform,
  platforms: readonly PlatformState[] | undefined,
  account: SocialAccount | null | undefined,
): string | null {
  const isOnRealPage = account?.simulated === false && isPage(platform, account.scopes)
  const ofUser = platforms?.find((item) => item.platform === platform)?.ownPostsUrl ?? null
  return (isOnRealPage ? account.profileUrl : null) ?? ofUser ?? account?.profileUrl ?? null
}
