import { forgetRefreshToken, saveRenewedTokens, type TokenParts } from './connections.ts'
import { openTokens, type AccountRow } from './store.ts'
import type { Access, Outcome, PlatformClient, Tokens } from '../adapters/platforms/platform-client.ts'
import { retryUntilDatabaseAnswers } from '../db/until-database-answers.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A renewal that hung longer than this is not asked for again at once: the account's lease outlasts one only. */
const ASK_AGAIN_WITHIN_MS = 5_000

export interface AccessParts extends TokenParts {
  client: PlatformClient
  /** Lets the caller's lease outlast a request, so that nobody else uses the same refresh token meanwhile. @throws LeaseLost */
  hold(): Promise<unknown>
}

/** How long before its end a token is renewed: one that must be renewed while it lives long before, others shortly. */
export const renewAheadMs = (tokens: Pick<Tokens, 'refreshToken'>): number =>
  tokens.refreshToken === null ? 7 * DAY_MS : 10 * MINUTE_MS

/**
 * The access of an account that the caller holds the lease of, renewed first when it is about to end. So one holder
 * only ever uses a single-use refresh token. A renewal that failed in passing keeps the old token while it lasts.
 */
export async function usableAccess(parts: AccessParts, account: AccountRow): Promise<Outcome<Access>> {
  const { client, now } = parts
  const tokens = openTokens(parts.secrets, account)
  const endsAt = tokens.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  const isAlive = endsAt > now.getTime()
  const current: Outcome<Access> = isAlive ? accessOf(account, tokens) : GONE
  if (account.needs_reconnect) return isRunningOut(client, account, tokens) ? current : GONE
  if (endsAt - now.getTime() > renewAheadMs(tokens) || !canRenew(client, tokens, isAlive)) return current

  const renewed = await renew(parts, account, tokens)
  if (renewed.ok) return renewed
  const isOver = renewed.failure.kind === 'reconnect'
  if (isOver && isAlive && client.renewsWith === 'refresh-token') {
    // The last access token is still good. The owner is asked to connect again before it ends, not after.
    await retryUntilDatabaseAnswers(() => forgetRefreshToken(parts, account, tokens))
    return current
  }
  return isAlive && !isOver ? current : renewed
}

/** For a token that its network refuses before its time: another one, where one can be had without the person. */
export async function renewedAccess(parts: AccessParts, account: AccountRow): Promise<Outcome<Access>> {
  const tokens = openTokens(parts.secrets, account)
  return canRenew(parts.client, tokens, false) ? await renew(parts, account, tokens) : GONE
}

const GONE: Outcome<never> = { ok: false, failure: { kind: 'reconnect', detail: null } }

function accessOf(account: AccountRow, { accessToken }: Tokens): Outcome<Access> {
  return { ok: true, value: { remoteId: account.remote_id, accessToken } }
}

function canRenew({ refresh, renewsWith }: PlatformClient, tokens: Tokens, isAlive: boolean): boolean {
  if (!refresh) return false
  return renewsWith === 'refresh-token' ? tokens.refreshToken !== null : isAlive
}

/** Whether an account that needs reconnecting can be used until its token ends: only the renewal was refused. */
function isRunningOut(client: PlatformClient, account: AccountRow, { refreshToken }: Tokens): boolean {
  return account.renews_itself && client.renewsWith === 'refresh-token' && refreshToken === null
}

/**
 * Renews, and keeps what comes before anything else. A network that gives each refresh token once may have used it up
 * although its answer was lost: a second try either works or is told that it is gone, and then it truly is.
 */
async function renew(parts: AccessParts, account: AccountRow, tokens: Tokens): Promise<Outcome<Access>> {
  const { client } = parts
  // Not cut short by a shutdown: the network may have used up the refresh token and given a new one already.
  const ask = async () => (await client.refresh?.(tokens, new AbortController().signal)) ?? GONE
  await parts.hold()
  const since = performance.now()
  let renewed = await ask()
  const isLost = !renewed.ok && renewed.failure.kind === 'answer-lost'
  if (isLost && performance.now() - since < ASK_AGAIN_WITHIN_MS) renewed = await ask()
  if (renewed.ok) {
    const { value } = renewed
    await retryUntilDatabaseAnswers(() => saveRenewedTokens(parts, account, tokens, value))
    return accessOf(account, value)
  }
  const { failure } = renewed
  const isTrue = failure.kind === 'refused' ? failure.reason === 'configuration' : failure.kind !== 'answer-lost'
  // Nothing was published yet, so whatever else it was may be asked again.
  return isTrue ? renewed : { ok: false, failure: { kind: 'not-sent', detail: failure.detail } }
}
