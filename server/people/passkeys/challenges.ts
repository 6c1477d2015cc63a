import type { Queryable } from '../../db/database.ts'
import sql, { columns } from '../../db/sql.ts'
import type { Secrets } from '../../secrets.ts'

const CHALLENGE_LIFE_MS = 10 * 60_000

/** Stores a passkey challenge. @param userId the user who adds a passkey; null for a sign-in */
export async function storeChallenge(
  on: Queryable,
  secrets: Secrets,
  { challenge, userId, now }: { challenge: string; userId: string | null; now: Date },
): Promise<void> {
  await on.query(sql`
    insert into passkey_challenges (challenge_hash, user_id, expires_at)
    values (${secrets.tokenHash(challenge)}, ${userId}, ${new Date(now.getTime() + CHALLENGE_LIFE_MS)})`)
}

/** Deletes a challenge, so that it works only once. @returns whether it was valid for this purpose */
export async function useChallenge(
  on: Queryable,
  secrets: Secrets,
  { challenge, userId, now }: { challenge: string; userId: string | null; now: Date },
): Promise<boolean> {
  const used = await on.query(sql`
    delete from passkey_challenges
    where challenge_hash = any(${secrets.tokenHashes(challenge)}) and user_id is not distinct from ${userId}::uuid and expires_at > ${now}
    returning ${columns('passkey_challenges', 'challenge_hash')}`)
  return used.length > 0
}

export async function deleteExpiredChallenges(on: Queryable, now: Date): Promise<void> {
  await on.query(sql`delete from passkey_challenges where expires_at <= ${now}`)
}
