import type { Platform } from '#core/platforms/platform.ts'
import { withLinkParameters, withoutLinkParameters } from '#core/posts/link-parameters.ts'
import type { LinkSettings } from '#core/posts/links-contract.ts'
import type { Database, Queryable } from '../db/database.ts'
import sql, { columns } from '../db/sql.ts'
import { settingsChanged } from '../events/events.ts'
import type { Clock } from '../clock/clock.ts'

export async function readLinkSettings(on: Queryable, userId: string): Promise<LinkSettings> {
  const [row] = await on.query(sql`select ${columns('users', 'link_parameters')} from users where id = ${userId}`)
  return { networks: row?.link_parameters ?? {} }
}

export async function storeLinkSettings(
  { database, clock }: { database: Database; clock: Clock },
  userId: string,
  { networks }: LinkSettings,
): Promise<LinkSettings> {
  await database.transaction(async (tx) => {
    await tx.query(sql`
      update users set link_parameters = ${JSON.stringify(networks)}::jsonb where id = ${userId}`)
    await tx.query(settingsChanged(userId, clock.now()))
  })
  return { networks }
}

/**
 * Adds the parameters of a network to the links of texts that an author saves.
 * @param former the network of the stored texts, whose parameters are replaced
 */
export async function markLinks(
  on: Queryable,
  userId: string,
  platform: Platform,
  texts: readonly string[],
  former = platform,
): Promise<string[]> {
  // Read the settings only for texts with a link, which few have.
  if (!texts.some((text) => /https?:\/\//i.test(text))) return [...texts]
  const { networks } = await readLinkSettings(on, userId)
  return texts.map((text) => {
    const plain = former === platform ? text : withoutLinkParameters(text, networks[former])
    return withLinkParameters(plain, networks[platform])
  })
}
