import { endedAccessTexts, type EndedAccess } from '#core/notifications/security-details.ts'
import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import { addSecurityNotice } from '../../notifications/security-notices.ts'
import type { Translate } from '../../messages.ts'

/**
 * Ends all access that works without the password: API keys, OAuth permissions of AI assistants, feed URLs and
 * webhooks. Notifies the user in the app if anything ended.
 */
export async function endAccess(
  tx: Queryable,
  userId: string,
  after: 'reset' | 'change',
  now: Date,
): Promise<EndedAccess> {
  const keys = await tx.query(
    sql`delete from api_keys where user_id = ${userId} returning ${columns('api_keys', 'client_id')}`,
  )
  // An assistant could still exchange a pending authorization code for a new key.
  await tx.query(sql`delete from oauth_requests where user_id = ${userId}`)
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

/** Lists the ended access for the mail about a new password. Empty when nothing ended. */
export function endedText(t: Translate, ended: EndedAccess): string {
  const parts = endedAccessTexts((kind, values) => t(`notifications.ended.${kind}`, values), ended)
  if (parts.length === 0) return ''
  return `\n\n${t('mail.accessEnded.text')}\n${parts.map((part) => `• ${part}`).join('\n')}`
}
