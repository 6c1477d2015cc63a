import { endedAccessTexts, type EndedAccess } from '#core/notifications/security-details.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns, count, list } from '../../db/sql.ts'
import { addSecurityNotice } from '../../notifications/security-notices.ts'
import type { Translate } from '../../messages.ts'
import { deleteKeys } from '../../programs/delete-keys.ts'

/** SQL condition: the user created the key, for their own content or for a workspace. */
const isKeyOf = (userId: string) => sql`(user_id = ${userId} or created_by = ${userId})`

const isOfAssistant = sql`client_id is not null`

/** The number of each kind of access that works without the password. */
export async function countAccess(on: Queryable, userId: string, now: Date): Promise<Required<EndedAccess>> {
  const [keys] = await on.query(sql`
    select ${list(count('keys', sql`not ${isOfAssistant}`), count('assistants', isOfAssistant))} from api_keys
    where ${isKeyOf(userId)} and (expires_at is null or greatest(expires_at, renewable_until) > ${now})`)
  const [feeds] = await on.query(sql`select ${count('feeds')} from feeds where user_id = ${userId}`)
  const [webhooks] = await on.query(sql`select ${count('webhooks')} from webhooks where user_id = ${userId}`)
  return {
    keys: keys?.keys ?? 0,
    assistants: keys?.assistants ?? 0,
    feeds: feeds?.feeds ?? 0,
    webhooks: webhooks?.webhooks ?? 0,
  }
}

/**
 * Revokes all access that works without the password: API keys, OAuth permissions of AI assistants, feed URLs and
 * webhooks. Notifies the user in the app if anything was revoked.
 */
export async function endAccess(
  tx: Queryable,
  userId: string,
  after: 'reset' | 'change',
  now: Date,
): Promise<EndedAccess> {
  const keys = await deleteKeys(tx, isKeyOf(userId), now, { actorId: userId })
  // Delete pending authorization codes, which an assistant could still exchange for a new key.
  await tx.query(sql`delete from oauth_requests where user_id = ${userId} or permitted_by = ${userId}`)
  const feeds = await tx.query(sql`delete from feeds where user_id = ${userId} returning ${columns('feeds', 'kind')}`)
  const webhooks = await tx.query(
    sql`delete from webhooks where user_id = ${userId} returning ${columns('webhooks', 'id')}`,
  )
  await tx.query(sql`delete from webhook_messages where user_id = ${userId}`)
  const assistants = keys.filter((key) => key.client_id !== null).length
  const ended = { keys: keys.length - assistants, assistants, feeds: feeds.length, webhooks: webhooks.length }
  if (keys.length + feeds.length + webhooks.length > 0)
    await addSecurityNotice(tx, userId, { what: 'access_ended', after, ...ended }, now)
  return ended
}

/** Lists the revoked access for the mail about a new password. Empty when nothing was revoked. */
export function endedText(t: Translate, ended: EndedAccess): string {
  const parts = endedAccessTexts((kind, values) => t(`notifications.ended.${kind}`, values), ended)
  if (parts.length === 0) return ''
  return `\n\n${t('mail.accessEnded.text')}\n${parts.map((part) => `• ${part}`).join('\n')}`
}
