import sql from 'sql-template-tag'
import { keepTokens, openTokens, type AccountRow } from '../accounts/store.ts'
import type { Access, Outcome, PlatformClient } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import type { Secrets } from '../secrets.ts'

/** A token is renewed this long before its end, as a part of what is left for short-lived ones. */
const AHEAD_MS = 10 * 60_000

/**
 * The access of an account that the caller holds the lease of, renewed first when it is about to end. So one holder
 * only ever uses a single-use refresh token. A renewal that failed in passing keeps the old token while it lasts.
 */
export async function usableAccess(
  parts: { on: Queryable; secrets: Secrets; client: PlatformClient; now: Date },
  account: AccountRow,
  signal: AbortSignal,
): Promise<Outcome<Access>> {
  const { on, secrets, client, now } = parts
  if (account.needs_reconnect) return { ok: false, failure: { kind: 'reconnect', detail: null } }
  const tokens = openTokens(secrets, account)
  const access = (accessToken: string): Outcome<Access> => ({
    ok: true,
    value: { remoteId: account.remote_id, accessToken },
  })

  const endsAt = tokens.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  if (endsAt - now.getTime() > AHEAD_MS) return access(tokens.accessToken)
  const isAlive = endsAt > now.getTime()
  const canRefresh = client.refresh !== undefined && (tokens.refreshToken !== null || isAlive)
  if (!canRefresh || !client.refresh)
    return isAlive ? access(tokens.accessToken) : { ok: false, failure: { kind: 'reconnect', detail: null } }

  const renewed = await client.refresh(tokens, signal)
  if (renewed.ok) {
    const kept = await keepTokens(on, secrets, account.id, tokens, renewed.value)
    return access(kept.accessToken)
  }
  if (isAlive) return access(tokens.accessToken)
  // Nothing was published yet, so a lost answer of the token endpoint may simply be asked again.
  return {
    ok: false,
    failure:
      renewed.failure.kind === 'answer-lost' ? { kind: 'not-sent', detail: renewed.failure.detail } : renewed.failure,
  }
}

/** Marks an account whose permission the network no longer accepts, so that its owner is asked to connect it again. */
export async function markNeedsReconnect(on: Queryable, accountId: string): Promise<void> {
  await on.query(sql`update social_accounts set needs_reconnect = true where id = ${accountId}`)
}
