import { randomUUID } from 'node:crypto'
import type { PlatformAnswer, RequestSigner } from './http.ts'
import { textAt } from './json.ts'
import { dateOf } from './response-date.ts'
import { hashOf, keyIdOf, publicKeyOf, signJwt, type SigningKey } from './signing-key.ts'

/** This installation as the client of an authorization server. A client without a key is public. */
export interface OAuthClient {
  id: string
  key?: SigningKey | undefined
}

export interface DpopSigners {
  /** Signs API requests with a proof that belongs to the access token. */
  forToken(key: SigningKey, accessToken: string): RequestSigner
  /** Signs requests to an authorization server. The signature also authenticates the client (RFC 7523). */
  forClient(key: SigningKey, client: OAuthClient, issuer: string): RequestSigner
}

interface KnownServer {
  nonce: string | undefined
  /** How far the server's clock is ahead of ours. Servers reject a proof whose time differs from theirs. */
  aheadMs: number
}

const MAX_SERVERS = 1_000
const CLOCKS_AGREE_MS = 5_000
/**
 * Servers accept an assertion for a minute, and none from the future. Frogy dates it back, because their clock may be
 * some seconds behind.
 */
const ASSERTION_S = 60
const ISSUED_EARLIER_S = 15

/** Signs requests with DPoP proofs (RFC 9449). Remembers the nonce and the clock of each server. */
export function dpopSigners(now: () => Date): DpopSigners {
  const servers = new Map<string, KnownServer>()

  function signer(key: SigningKey, accessToken?: string, formAt?: (seconds: number) => Record<string, string>) {
    let usedAheadMs = 0
    return {
      sign({ method, url }) {
        const { origin, pathname } = new URL(url)
        const { nonce, aheadMs } = servers.get(origin) ?? UNKNOWN
        usedAheadMs = aheadMs
        const seconds = Math.floor((now().getTime() + aheadMs) / 1_000)
        const claims = {
          jti: randomUUID(),
          htm: method,
          htu: origin + pathname,
          iat: seconds,
          ...(nonce !== undefined && { nonce }),
          ...(accessToken !== undefined && { ath: hashOf(accessToken) }),
        }
        return {
          headers: {
            dpop: signJwt(key, { typ: 'dpop+jwt', jwk: publicKeyOf(key) }, claims),
            ...(accessToken !== undefined && { authorization: `DPoP ${accessToken}` }),
          },
          form: formAt?.(seconds) ?? {},
        }
      },
      isRepeatable({ url }, answer) {
        const { aheadMs } = learn(new URL(url).origin, answer)
        const error = proofErrorIn(answer)
        if (error === 'use_dpop_nonce') return true
        return CLOCK_ERRORS.has(error) && Math.abs(aheadMs - usedAheadMs) > CLOCKS_AGREE_MS
      },
    } satisfies RequestSigner
  }

  function learn(origin: string, { headers }: PlatformAnswer): KnownServer {
    const before = servers.get(origin) ?? UNKNOWN
    const time = dateOf(headers)
    const aheadMs = time === undefined ? before.aheadMs : time.getTime() - now().getTime()
    const known = {
      nonce: headers.get('dpop-nonce') ?? before.nonce,
      aheadMs: Math.abs(aheadMs) < CLOCKS_AGREE_MS ? 0 : aheadMs,
    }
    servers.delete(origin)
    servers.set(origin, known)
    if (servers.size > MAX_SERVERS) servers.delete(servers.keys().next().value ?? '')
    return known
  }

  return {
    forToken: (key, accessToken) => signer(key, accessToken),
    forClient: (key, client, issuer) =>
      signer(key, undefined, (seconds) => ({
        client_id: client.id,
        ...(client.key && {
          client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
          client_assertion: signJwt(
            client.key,
            { typ: 'JWT', kid: keyIdOf(client.key) },
            {
              iss: client.id,
              sub: client.id,
              aud: issuer,
              jti: randomUUID(),
              iat: seconds - ISSUED_EARLIER_S,
              exp: seconds - ISSUED_EARLIER_S + ASSERTION_S,
            },
          ),
        }),
      })),
  }
}

const UNKNOWN: KnownServer = { nonce: undefined, aheadMs: 0 }

/** The errors for a signature with a wrong time. */
const CLOCK_ERRORS = new Set(['invalid_dpop_proof', 'invalid_client'])

/** The error of a refused proof. Authorization servers name it in the body, other servers in a header. */
export function proofErrorIn({ status, headers, json }: PlatformAnswer): string {
  if (status !== 400 && status !== 401) return ''
  const challenge = /^DPoP\b.*\berror="(\w+)"/i.exec(headers.get('www-authenticate') ?? '')
  return challenge?.[1] ?? textAt(json, 'error') ?? ''
}
