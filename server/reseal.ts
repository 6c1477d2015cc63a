import { resealApps } from './accounts/registered-apps.ts'
import { resealTokens } from './accounts/store.ts'
import type { Database } from './db/database.ts'
import sql, { isTrue } from './db/sql.ts'
import { resealPushKeys } from './notifications/push/keys.ts'
import { resealTwoFactors } from './people/two-factor/store.ts'
import { resealFeeds } from './programs/feeds/feeds.ts'
import { resealWebhookSecrets } from './programs/webhooks/webhooks.ts'
import type { Secrets } from './secrets.ts'
import { resealProviderKeys } from './writing/providers/provider-keys.ts'

/**
 * Encrypts all sealed texts again with the newest secret after APP_SECRET has changed.
 * @throws Error when a text was sealed with a lost secret
 */
export async function resealAll(database: Database, secrets: Secrets): Promise<void> {
  if (!(await hasOutdated(database, secrets))) return
  await resealTokens(database, secrets)
  await resealApps(database, secrets)
  await resealPushKeys(database, secrets)
  await resealWebhookSecrets(database, secrets)
  await resealFeeds(database, secrets)
  await resealProviderKeys(database, secrets)
  await resealTwoFactors(database, secrets)
}

/** Checks all tables by one statement, because each statement delays the start. */
async function hasOutdated(database: Database, { newestId }: Secrets): Promise<boolean> {
  const [row] = await database.query(sql`
    select ${isTrue(
      'hasOutdated',
      sql`exists (select from social_accounts where sealed_tokens <> '' and split_part(sealed_tokens, '.', 2) <> ${newestId})
        or exists (select from registered_apps where split_part(sealed_app, '.', 2) <> ${newestId})
        or exists (select from push_keys where split_part(sealed_private_key, '.', 2) <> ${newestId})
        or exists (select from webhooks where split_part(sealed_secret, '.', 2) <> ${newestId})
        or exists (select from feeds where split_part(sealed_token, '.', 2) <> ${newestId})
        or exists (select from provider_keys where split_part(sealed_key, '.', 2) <> ${newestId})
        or exists (select from two_factors where split_part(sealed_secret, '.', 2) <> ${newestId})`,
    )}`)
  return row?.hasOutdated ?? true
}
