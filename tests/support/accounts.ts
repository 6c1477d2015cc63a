import type { SocialAccount } from '#core/accounts/contract.ts'
import type { Platform } from '#core/platforms/platform.ts'
import { openTokens } from '#server/accounts/store.ts'
import { readConfig } from '#server/config.ts'
import sql, { columns } from '#server/db/sql.ts'
import { secretsFrom } from '#server/secrets.ts'
import type { Installation } from './installation.ts'
import type { Person } from './person.ts'

/** Ids of second accounts at the simulated platforms. */
export const OMAR_AT_LINKEDIN = 'fR8omar5Qt'
export const SARA_AT_THREADS = '17841461820937455'

export const accountsOf = (who: Person): Promise<SocialAccount[]> => who.call('GET /api/social-accounts', {})

/** Decrypts the stored access tokens with the installation's secret. Returns one per platform. */
export async function accessTokensIn(place: Installation): Promise<Partial<Record<Platform, string>>> {
  const secrets = secretsFrom(readConfig({ DATA_DIR: place.dataDir }).secrets)
  await using database = await place.database()
  const rows = await database.query(
    sql`select ${columns('social_accounts', 'platform', 'sealed_tokens', 'token_expires_at')} from social_accounts`,
  )
  return Object.fromEntries(rows.map((row) => [row.platform, openTokens(secrets, row).accessToken]))
}
