import { createHash } from 'node:crypto'
import type { Platform } from './platform.ts'
import { secret, type Code, type Token, type World } from './world.ts'

type CodeTrouble = 'unknown' | 'expired' | 'client' | 'redirect' | 'verifier'

/** Redeems an authorization code if the app, redirect address and PKCE verifier match. */
export function redeemCode(
  world: World,
  platform: Platform,
  given: { code: string; clientId: string; redirectUri: string; verifier?: string },
): Code | CodeTrouble {
  const code = world.codes.get(given.code)
  if (!code || code.platform !== platform || code.used) return 'unknown'
  if (code.expiresAt <= world.now()) return 'expired'
  if (code.clientId !== given.clientId) return 'client'
  if (code.redirectUri !== given.redirectUri) return 'redirect'
  if (code.challenge && !answersChallenge(given.verifier ?? '', code.challenge)) return 'verifier'
  world.codes.put(given.code, { ...code, used: true })
  return code
}

function answersChallenge(verifier: string, challenge: NonNullable<Code['challenge']>): boolean {
  if (!/^[A-Za-z0-9\-._~]{43,128}$/.test(verifier)) return false
  if (challenge.method === 'plain') return verifier === challenge.value
  return createHash('sha256').update(verifier).digest('base64url') === challenge.value
}

/** Stores the address and secret of an app, because some networks later send it signed callbacks. */
export function rememberApp(world: World, { platform, accountId, redirectUri }: Code, clientSecret: string): void {
  world.apps.put(`${platform} ${accountId}`, {
    origin: /^(.*?)\/api\//.exec(redirectUri)?.[1] ?? new URL(redirectUri).origin,
    clientSecret,
  })
}

export function issueToken(
  world: World,
  prefix: string,
  lifeMs: number | null,
  token: Omit<Token, 'issuedAt' | 'expiresAt'>,
): string {
  const text = secret(prefix)
  const issuedAt = world.now()
  world.tokens.put(text, { ...token, issuedAt, expiresAt: lifeMs === null ? null : issuedAt + lifeMs })
  return text
}

type TokenState =
  | { token: Token; text: string }
  | 'missing'
  | 'unknown'
  | 'expired'
  | Exclude<NonNullable<Token['dead']>, 'used'>

export function readToken(world: World, platform: Platform, kinds: Token['kind'][], text?: string): TokenState {
  if (text === undefined || text === '') return 'missing'
  const token = world.tokens.get(text)
  if (!token || token.platform !== platform || !kinds.includes(token.kind)) return 'unknown'
  if (token.dead) return token.dead === 'used' ? 'unknown' : token.dead
  if (token.expiresAt !== null && token.expiresAt <= world.now()) return 'expired'
  return { token, text }
}

/** Ends every token for which `fits` returns true. @returns how many it ended */
export function endTokens(world: World, dead: NonNullable<Token['dead']>, fits: (token: Token) => boolean): number {
  let ended = 0
  for (const [text, token] of world.tokens.entries()) {
    if (token.dead || !fits(token)) continue
    world.tokens.put(text, { ...token, dead })
    ended++
  }
  return ended
}
