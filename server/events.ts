import sql, { Columns, raw, type Statement } from './db/sql.ts'

/** What can happen to a post. What has no name of its own is `post.changed`. */
export type PostEventKind =
  | 'post.created'
  | 'post.changed'
  | 'post.published'
  | 'post.postponed'
  | 'post.failed'
  | 'post.missed'
  | 'post.unconfirmed'
  | 'post.removed'

/** A statement that changes posts, and gives what it returns, and appends an event for each: never the one without the other. */
export function withEvents<Row extends { id: string; user_id: string }>(
  change: Statement<Row>,
  kind: PostEventKind,
  at: Date,
): Statement<Row> {
  const changed = new Columns<Row>(raw('changed.*'), change.names)
  return sql`
    with changed as (${change}),
    happened as (insert into events (user_id, kind, post_id, at) select user_id, ${kind}::text, id, ${at}::timestamptz from changed)
    select ${changed} from changed` as unknown as Statement<Row>
}
