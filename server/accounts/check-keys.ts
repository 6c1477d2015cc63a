import { randomUUID } from 'node:crypto'
import type { NetworkCheck } from '#core/accounts/networks-contract.ts'
import { NotConnected } from '../adapters/platforms/connection-error.ts'
import type { PlatformClient } from '../adapters/platforms/platform-client.ts'

export const CHECK_WITHIN_MS = 20_000

/** Exchanges an invented OAuth code. A network that rejects only the code has accepted the keys. */
export async function checkKeys(
  client: PlatformClient,
  redirectUri: string,
  signal: AbortSignal,
): Promise<NetworkCheck & { said: string | null }> {
  const code = `frogy-check-${randomUUID()}`
  try {
    await client.connect?.({ code, codeVerifier: `${code}-${randomUUID()}`, redirectUri }, signal)
    return { trouble: null, said: null }
  } catch (error) {
    if (!(error instanceof NotConnected)) throw error
    return { trouble: error.trouble === 'connection_expired' ? null : error.trouble, said: error.message }
  }
}
