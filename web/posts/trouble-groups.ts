import type { SocialAccount } from '#core/accounts/contract.ts'
import { riskOfPublishingNow, type Risk } from '#core/accounts/risk.ts'
import type { Post } from '#core/posts/contract.ts'
import { dueAt } from '#core/posts/due-at.ts'

type TroubleGroup = { key: string; posts: readonly [Post, ...Post[]] }

/** Groups posts with the same problem. Posts that may be live come first, then the most recently due. */
export function groupTrouble(posts: readonly Post[]): TroubleGroup[] {
  const groups = new Map<string, [Post, ...Post[]]>()
  for (const post of posts.toSorted((a, b) => rankOf(a) - rankOf(b) || dueTimeOf(b) - dueTimeOf(a))) {
    const key = [post.status, post.platform, post.accountId, post.formerAccount, post.failure?.code].join(' ')
    const group = groups.get(key)
    if (group) group.push(post)
    else groups.set(key, [post])
  }
  return [...groups].map(([key, ofGroup]) => ({ key, posts: ofGroup }))
}

const rankOf = ({ status }: Post): number => (status === 'unconfirmed' ? 0 : 1)
export const dueTimeOf = (post: Post): number => Date.parse(dueAt(post))

export function obstacleTo(post: Post, accounts: readonly SocialAccount[], now: Date): Risk | null {
  const risk = riskOfPublishingNow(post, accounts, now)
  if (risk || post.failure?.code !== 'permission') return risk
  // The network has rejected the account's permission. The post can be published only after the user reconnects the
  // account.
  const account = accounts.find(({ id }) => id === post.accountId)
  return account && Date.parse(account.connectedAt) > Date.parse(post.failure.at) ? null : 'lost'
}
