import { AppError } from '#core/errors.ts'
import { checkAddress } from '../../web-pages/page-address.ts'
import type { DpopSigners } from '../dpop.ts'
import type { PlatformRequest } from '../http.ts'
import { bearer } from '../oauth.ts'
import type { Access, PlatformApp } from '../platform-client.ts'

/** Bluesky's own server. */
export const ENTRY = 'https://bsky.social'

/** The addresses of Bluesky. A configured base URL replaces all of them. */
export interface Servers {
  /** The Bluesky server for accounts that name no server. */
  entry: string
  /** The directory of `did:plc` ids. */
  directory: string
  /** Calls Bluesky's API of profiles and counts. It is public, except on an operator's own server. */
  view(method: string, access: Access): PlatformRequest
  /** The base URL of the web app, where people read posts. */
  web: string
  of(access: Pick<Access, 'server'>): string
  /** Calls a server. Rejects private addresses of servers that only a user has named. */
  call(server: string, method: string, request?: Partial<PlatformRequest>): PlatformRequest
  /** Calls the account's server with its token. */
  callAs(access: Access, method: string, request?: Partial<PlatformRequest>): PlatformRequest
  request(url: string): PlatformRequest
  /** Requests a short document, such as a server's metadata or tokens. */
  document(url: string): PlatformRequest
  /** Whether Frogy may contact this URL, which another server has named. */
  isAllowed(url: string): boolean
}

export function serversOf({ baseUrl, server }: Pick<PlatformApp, 'baseUrl' | 'server'>, signers: DpopSigners): Servers {
  const trusted = [baseUrl, server].map((url) => URL.parse(url ?? '')?.origin)
  const isForeign = (url: string) => {
    const { origin, hostname, protocol } = new URL(url)
    return !trusted.includes(origin) && !(protocol === 'https:' && isOfVendor(hostname))
  }
  const request = (url: string): PlatformRequest => ({
    method: 'GET',
    url,
    ...(isForeign(url) && { isForeign: true as const }),
  })
  const own = baseUrl ?? (server === ENTRY ? undefined : server)
  const authorized = (access: Access, { headers, ...rest }: PlatformRequest): PlatformRequest =>
    access.dpop
      ? { ...rest, ...(headers && { headers }), signer: signers.forToken(access.dpop.key, access.accessToken) }
      : { ...rest, headers: { ...bearer(access), ...headers } }
  const of = (access: Pick<Access, 'server'>) => baseUrl ?? access.server ?? server ?? ENTRY
  const call = (at: string, method: string, more: Partial<PlatformRequest> = {}) => ({
    ...request(`${at}/xrpc/${method}`),
    ...more,
  })
  return {
    entry: baseUrl ?? server ?? ENTRY,
    directory: baseUrl ?? 'https://plc.directory',
    view: (method, access) =>
      own
        ? authorized(access, request(`${own}/xrpc/${method}`))
        : request(`https://public.api.bsky.app/xrpc/${method}`),
    web: baseUrl ?? 'https://bsky.app',
    of,
    call,
    callAs: (access, method, more) => authorized(access, call(of(access), method, more)),
    request,
    document: (url) => ({ ...request(url), maxAnswerBytes: MAX_DOCUMENT_BYTES }),
    isAllowed: (text) => {
      const url = URL.parse(text)
      // Check the scheme too, because `blob:https://…` also has an https origin.
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return false
      return trusted.includes(url.origin) || serverAddress(url.origin) !== undefined
    },
  }
}

/**
 * The longest accepted document from a Bluesky server. Frogy stores parts of it, which a hostile server could make very
 * long.
 */
export const MAX_DOCUMENT_BYTES = 256_000

const isOfVendor = (host: string): boolean =>
  host === 'plc.directory' || /^(?:[a-z0-9-]+\.)*(?:bsky\.social|bsky\.network|bsky\.app)$/.test(host)

/** Reads a server's address as people type it. Undefined unless it is an https address of a public host. */
export function serverAddress(typed: string): string | undefined {
  const url = URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (!url || url.protocol !== 'https:' || (url.pathname !== '/' && url.pathname !== '')) return undefined
  try {
    checkAddress(url, [])
    return url.origin
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
