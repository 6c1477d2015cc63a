import { publishedText } from '#core/posts/published-text.ts'
import type { ListedPost, LookResult } from '#core/publishing/next-step.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { POST_COLUMNS, type PostRow } from '../../posts/store.ts'
import { ofSameRemoteAccount } from '../send/attempts.ts'

// After the backup an author may have edited a text, and the lost installation may have sent it. A look-up by the old
// text does not find such a post. The network then lists a post that the restored data does not have.

/** Whether the network lists an unknown post of around the time `due`, when this post was due. */
export async function mayBeEdited(on: Queryable, looked: LookResult, post: PostRow, due: Date): Promise<boolean> {
  const near = unknownBetween(looked, due.getTime(), due.getTime() + SENT_WITHIN_MS)
  if (near.length === 0) return false
  const others = await on.query(sql`
    select ${POST_COLUMNS} from posts where remote_id is null and id <> ${post.id} and ${ofAccount(post)}`)
  return includesAnother(near, others.map(publishedText))
}

/** Whether the network lists a reply by the account that Frogy does not know, sent after the thread's first post. */
export async function mayPartBeEdited(
  on: Queryable,
  looked: LookResult,
  post: PostRow,
  { id }: { id: string },
): Promise<boolean> {
  const near = unknownBetween(looked, post.published_at?.getTime() ?? 0, Number.POSITIVE_INFINITY)
  if (near.length === 0) return false
  const others = await on.query(sql`
    select ${columns('follow_ups', 'content')} from follow_ups
    where remote_id is null and id <> ${id} and post_id in (select id from posts where ${ofAccount(post)})`)
  return includesAnother(near, others.map(publishedText))
}

/** The assumed maximum difference between two clocks. */
const CLOCKS_APART_MS = 15 * 60_000
/** Posts are rarely sent later than this. A longer time would ask authors about more unrelated posts. */
const SENT_WITHIN_MS = 3_600_000

/** Unknown posts that the network lists between two times. Includes posts whose time the network does not report. */
function unknownBetween(looked: LookResult, from: number, until: number): ListedPost[] {
  if (looked.found !== 'nothing' || !looked.others) return []
  return looked.others.filter(
    ({ at }) => !(at.getTime() < from - CLOCKS_APART_MS || at.getTime() > until + CLOCKS_APART_MS),
  )
}

/** Whether the network lists a post whose text is none of `texts`, the texts of Frogy's posts. */
const includesAnother = (listed: ListedPost[], texts: string[]): boolean =>
  listed.some((one) => !texts.some((text) => one.hasText(text)))

const ofAccount = (post: PostRow) =>
  sql`(${ofSameRemoteAccount(post.account_id)} or account_id is null and user_id = ${post.user_id} and platform = ${post.platform})`
