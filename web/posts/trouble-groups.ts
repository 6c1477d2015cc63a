import type { SocialAccount } from '#core/accounts/contract.ts'
import { riskOfPostingNow, type Risk } from '#core/accounts/risk.ts'
import type { Post } from '#core/posts/contract.ts'

/** Posts that wait for the same reason, so that it is told once and can be seen to at once. */
export type TroubleGroup = { key: string; posts: readonly [Post, ...Post[]] }

/** What may be live comes first, since it is the most urgent to know; then what was due last. */
export function groupTrouble(posts: readonly Post[]): TroubleGroup[] {
  const groups = new Map<string, [Post, ...Post[]]>()
  for (const post of posts.toSorted((one, other) => rankOf(one) - rankOf(other) || dueAt(other) - dueAt(one))) {
    const key = [post.status, post.platform, post.accountId, post.formerAccount, post.failure?.code].join(' ')
    const group = groups.get(key)
    if (group) group.push(post)
    else groups.set(key, [post])
  }
  return [...groups].map(([key, ofGroup]) => ({ key, posts: ofGroup }))
}

const rankOf = ({ status }: Post): number => (status === 'unconfirmed' ? 0 : 1)
const dueAt = (post: Post): number => Date.parse(post.scheduledAt ?? post.createdAt)

/** What has to be done about its account before a post can go out; null when it may be posted now. */
export function obstacleTo(post: Post, accounts: readonly SocialAccount[], now: Date): Risk | null {
  const risk = riskOfPostingNow(post, accounts, now)
  if (risk || post.failure?.code !== 'permission') return risk
  // Nobody has granted anything since the network said no.
  const account = accounts.find(({ id }) => id === post.accountId)
  return account && Date.parse(account.connectedAt) > Date.parse(post.failure.at) ? null : 'lost'
}
