import type { PublishFailure } from '#core/publishing/failure.ts'
import type { PlatformAnswer, PlatformRequest } from '../http.ts'
import { at, listAt, numberAt, textAt } from '../json.ts'

/** Facts about a server that Frogy reads before an account connects. */
export interface ServerFacts {
  textLimit: number | null
}

const HOST =
  /^(?=.{4,253}$)(?:[\p{L}\p{M}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{M}\p{N}-]{2,63}$/u

/** A server as people write it: `mastodon.social`, `@nadia@mastodon.social`, or the address of a profile. */
export function parseServer(given: string): { host: string; name: string | undefined } | undefined {
  const [, name, handleHost] = /^@?([\p{L}\p{N}_.-]{1,100})@([^@/\s]+)$/u.exec(given) ?? []
  const url = URL.parse(handleHost ? `https://${handleHost}` : /^https?:\/\//i.test(given) ? given : `https://${given}`)
  // Reject an address with a port, because Mastodon servers are public web sites.
  if (!url || url.port || url.username || !HOST.test(url.hostname)) return undefined
  const [, profileName] = /^\/@([\w.-]{1,100})/.exec(url.pathname) ?? []
  return { host: url.hostname, name: name ?? profileName }
}

export function readFacts({ json }: PlatformAnswer): ServerFacts | undefined {
  // Every Mastodon server states its name: in v2 as `domain`, in v1 as `uri`.
  if (!textAt(json, 'domain') && !textAt(json, 'uri')) return undefined
  const limit = numberAt(json, 'configuration', 'statuses', 'max_characters') ?? numberAt(json, 'max_toot_chars')
  return { textLimit: limit !== undefined && limit > 0 ? limit : null }
}

/** The address of the server that hosts an account of this name (RFC 7033). */
export function webfingerRequest(server: string, name: string, host: string): PlatformRequest {
  const query = new URLSearchParams({ resource: `acct:${name}@${host}` })
  return { method: 'GET', url: `${server}/.well-known/webfinger?${query}` }
}

export function readHost({ json }: PlatformAnswer): string | undefined {
  const self = listAt(json, 'links').find((link) => at(link, 'rel') === 'self')
  return URL.parse(textAt(self, 'href') ?? '')?.hostname
}

/** The scopes to request. Servers since 4.3 list `profile`, which reveals less than `read:accounts`. */
export function scopesFor(supported: readonly string[] | undefined): string[] {
  const who = supported?.includes('profile') ? 'profile' : 'read:accounts'
  return [who, 'read:statuses', 'write:statuses', 'write:media']
}

export const MAY_POST = 'write:statuses'

/** Adds the narrow scopes that a broad scope contains, because some servers grant only broad ones. */
export const withContained = (granted: readonly string[]): string[] =>
  granted.includes('write') ? [...granted, MAY_POST] : [...granted]

/** Reads only the status of a failure, because servers write messages in their own language. */
export const anyFailure = ({ status }: PlatformAnswer): PublishFailure => ({
  kind: 'refused',
  reason: 'other',
  detail: `HTTP ${status}`,
})
