import { rulesOf } from '#core/platforms/platform.ts'
import { PROMISES, type Broken, type PostOutcome } from '#tests/support/chaos-checker.ts'
import { hasStopped } from '#tests/support/chaos-follow-ups.ts'
import { kindOf } from '#tests/support/chaos-plan.ts'

const COLUMNS = ['posts', 'published', 'stopped', 'unconfirmed', 'failed', 'other', ...PROMISES.slice(0, -1), 'wrong']

/**
 * Prints the outcomes per network and kind of content. `stopped` posts are published without a part of their thread or
 * their comment, and their author knows which one is missing. `other` posts are deleted, drafts or missed.
 */
export function printTable(ended: readonly PostOutcome[], wrong: readonly Broken[]): void {
  const groups = Map.groupBy(ended, (one) => `${networkOf(one)}|${kindOf(one.planned)}`)
  const rows = [...groups]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([name, posts]) => [...name.split('|'), ...countsOf(posts, wrong)])
  const all = [['network', 'content', ...COLUMNS], ...rows, ['all', '', ...countsOf(ended, wrong)]]
  const widths = COLUMNS.map((name) => Math.max(name.length, 5))
  for (const [network = '', content = '', ...counts] of all)
    console.log(
      `    ${network.padEnd(15)} ${content.padEnd(13)} ${counts.map((count, at) => count.padStart(widths[at] ?? 0)).join('  ')}`,
    )
}

const networkOf = ({ planned: { platform }, account }: PostOutcome): string =>
  `${rulesOf(platform).name}${account.isPage ? ' page' : ''}`

function countsOf(posts: readonly PostOutcome[], wrong: readonly Broken[]): string[] {
  const numbers = new Set(posts.map(({ planned }) => planned.number))
  const having = (...statuses: string[]) => posts.filter(({ post }) => statuses.includes(post?.status ?? '')).length
  const stopped = posts.filter(({ post }) => post && hasStopped(post)).length
  const known = [having('published'), stopped, having('unconfirmed'), having('failed')]
  const other = posts.length - having('published', 'unconfirmed', 'failed')
  const broken = PROMISES.map((promise) => countPosts(wrong, promise, numbers))
  return [posts.length, ...known, other, ...broken].map(String)
}

/** The number of posts for which Frogy broke the given promise. */
const countPosts = (wrong: readonly Broken[], promise: Broken['is'], numbers: ReadonlySet<number>): number =>
  new Set(wrong.flatMap(({ is, post }) => (is === promise && post !== undefined && numbers.has(post) ? [post] : [])))
    .size
