import sql from 'sql-template-tag'
import { keepTokens, openTokens, type AccountRow } from '../accounts/store.ts'
import type { Access, Outcome, PlatformClient, Tokens } from '../adapters/platforms/platform-client.ts'
import type { Queryable } from '../db/database.ts'
import type { Secrets } from '../secrets.ts'
import { untilDatabaseAnswers } from './until-database-answers.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** How long before its end a token is renewed: one that must be renewed while it lives long before, others shortly. */
export const renewAheadMs = (tokens: Pick<Tokens, 'refreshToken'>): number =>
  tokens.refreshToken === null ? 7 * DAY_MS : 10 * MINUTE_MS

/**
 * The access of an account that the caller holds the lease of, renewed first when it is about to end. So one holder
 * only ever uses a single-use refresh token. A renewal that failed in passing keeps the old token while it lasts.
 */
export async function usableAccess(
  parts: { on: Queryable; secrets: Secrets; client: PlatformClient; now: Date },
  account: AccountRow,
): Promise<Outcome<Access>> {
  const { on, secrets, client, now } = parts
  if (account.needs_reconnect) return { ok: false, failure: { kind: 'reconnect', detail: null } }
  const tokens = openTokens(secrets, account)
  const access = (accessToken: string): Outcome<Access> => ({
    ok: true,
    value: { remoteId: account.remote_id, accessToken },
  })

  const endsAt = tokens.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  if (endsAt - now.getTime() > renewAheadMs(tokens)) return access(tokens.accessToken)
  const isAlive = endsAt > now.getTime()
  const canRefresh = client.refresh !== undefined && (tokens.refreshToken !== null || isAlive)
  if (!canRefresh || !client.refresh)
    return isAlive ? access(tokens.accessToken) : { ok: false, failure: { kind: 'reconnect', detail: null } }

  // Not cut short by a shutdown: the network may have used up the refresh token and given a new one already.
  const renewed = await client.refresh(tokens, new AbortController().signal)
  if (renewed.ok) {
    await untilDatabaseAnswers(() => keepTokens(on, secrets, account, tokens, renewed.value))
    return access(renewed.value.accessToken)
  }
  if (isAlive) return access(tokens.accessToken)
  // Nothing was published yet, so a lost answer of the token endpoint may simply be asked again.
  return {
    ok: false,
    failure:
      renewed.failure.kind === 'answer-lost' ? { kind: 'not-sent', detail: renewed.failure.detail } : renewed.failure,
  }
}

/**
 * Marks an account whose permission the network no longer accepts, so that its owner is asked to connect it again;
 * unless that has just been done.
 */
export async function markNeedsReconnect(on: Queryable, account: AccountRow): Promise<void> {
  await on.query(
    sql`update social_accounts set needs_reconnect = true where id = ${account.id} and sealed_tokens = ${account.sealed_tokens}`,
  )
}
