import { BEGIN_WITHIN_MS } from '#core/publishing/sending-times.ts'
import { forgetRefreshToken, markRenewal, saveRenewedTokens, type TokenParts } from './save-connection.ts'
import { accessWith, openTokens, type AccountRow } from './store.ts'
import type { Access, Outcome, PlatformClient, Tokens } from '../adapters/platforms/platform-client.ts'
import { isPublishingHeld } from '../installation/installation-row.ts'
import { retryUntilDatabaseAnswers } from '../db/until-database-answers.ts'
import { stopwatch } from '../clock/stopwatch.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** If a renewal took longer than this, do not retry it immediately, because the lease covers only one such request. */
const RETRY_WITHIN_MS = 5_000

export interface AccessParts extends TokenParts {
  client: PlatformClient
  /**
   * Extends the caller's lease for a request, so that no other process uses the refresh token. Returns the current row.
   * @throws LeaseLost
   */
  hold(): Promise<AccountRow>
}

/**
 * How long before its expiry a token is renewed. An access token that cannot be renewed after its expiry is renewed
 * early.
 */
export const renewAheadMs = (tokens: Pick<Tokens, 'refreshToken'>): number =>
  tokens.refreshToken === null ? 7 * DAY_MS : 10 * MINUTE_MS

/**
 * Returns a token for a request, renewed if needed. The lease protects single-use refresh tokens. If a renewal fails
 * temporarily, returns the old token.
 */
export async function usableAccess(parts: AccessParts, account: AccountRow): Promise<Outcome<Access>> {
  const { client, now } = parts
  const tokens = openTokens(parts.secrets, account)
  const endsAt = tokens.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  const isAlive = endsAt > now.getTime()
  const current: Outcome<Access> = isAlive ? accessOf(account, tokens) : REVOKED
  if (account.needs_reconnect) return isRunningOut(client, account, tokens) ? current : REVOKED
  if (endsAt - now.getTime() > renewAheadMs(tokens) || !canRenew(client, tokens, isAlive)) return current
  // Another use of the refresh token could end the session, so use the access token while it works.
  if (isAlive && tokens.dpop?.isRenewalOpen) return current

  const renewed = await renew(parts, account, tokens)
  if (renewed.ok) return renewed
  const isOver = renewed.failure.kind === 'reconnect'
  if (isOver && isAlive && client.renewsWith === 'refresh-token') {
    // The access token still works. Ask the user to reconnect before it expires.
    await retryUntilDatabaseAnswers(() => forgetRefreshToken(parts, account, tokens))
    return current
  }
  return isAlive && !isOver ? current : renewed
}

/** Renews a token that the network rejected before its expiry, if that is possible without the user. */
export async function renewedAccess(parts: AccessParts, account: AccountRow): Promise<Outcome<Access>> {
  const tokens = openTokens(parts.secrets, account)
  return canRenew(parts.client, tokens, false) ? await renew(parts, account, tokens) : REVOKED
}

const REVOKED: Outcome<never> = { ok: false, failure: { kind: 'reconnect', detail: null } }

function accessOf(account: AccountRow, tokens: Tokens): Outcome<Access> {
  return { ok: true, value: accessWith(account, tokens) }
}

function canRenew({ refresh, renewsWith }: PlatformClient, tokens: Tokens, isAlive: boolean): boolean {
  if (!refresh) return false
  return renewsWith === 'refresh-token' ? tokens.refreshToken !== null : isAlive
}

/** Whether the account works only until its token expires, because the network has refused the renewal. */
function isRunningOut(client: PlatformClient, account: AccountRow, { refreshToken }: Tokens): boolean {
  return account.renews_itself && client.renewsWith === 'refresh-token' && refreshToken === null
}

/**
 * Renews an account's tokens, and stores them before their use. After a lost response, the network may have consumed a
 * single-use refresh token. A second request shows whether it still works.
 */
async function renew(parts: AccessParts, account: AccountRow, tokens: Tokens): Promise<Outcome<Access>> {
  const { client } = parts
  // Start the stopwatch before the lease, so that a frozen process does not use the refresh token after another
  // process has used it.
  const elapsedMs = stopwatch()
  const mayBegin = () => elapsedMs() <= BEGIN_WITHIN_MS
  // Do not abort the request at shutdown, because the network may already have consumed the refresh token.
  const ask = async () => (await client.refresh?.(tokens, new AbortController().signal, mayBegin)) ?? REVOKED
  const present = await parts.hold()
  if (present.sealed_tokens !== account.sealed_tokens) {
    // Since `account` was read, the user has reconnected it, or another process has renewed its tokens.
    Object.assign(account, present)
    return await usableAccess(parts, account)
  }
  // X's refresh tokens work only once. If this installation is a copy, a renewal would end the access of the original.
  if (await isPublishingHeld(parts.database)) return { ok: false, failure: { kind: 'not-sent', detail: null } }
  if (tokens.dpop) await markRenewal(parts, account, tokens, true)
  const since = performance.now()
  let renewed = await ask()
  const isLost = !renewed.ok && renewed.failure.kind === 'answer-lost'
  if (isLost && !tokens.dpop && performance.now() - since < RETRY_WITHIN_MS) renewed = await ask()
  if (tokens.dpop && !renewed.ok && !isLost)
    await retryUntilDatabaseAnswers(() => markRenewal(parts, account, tokens, false))
  if (renewed.ok) {
    const { value } = renewed
    await retryUntilDatabaseAnswers(() => saveRenewedTokens(parts, account, tokens, value))
    return accessOf(account, { server: tokens.server, ...value })
  }
  const { failure } = renewed
  const isConclusive = failure.kind === 'refused' ? failure.reason === 'configuration' : failure.kind !== 'answer-lost'
  // Other failures of a renewal may be temporary. Nothing was published, so the post can be retried.
  return isConclusive ? renewed : { ok: false, failure: { kind: 'not-sent', detail: failure.detail } }
}
