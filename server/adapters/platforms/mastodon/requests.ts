import type { PlatformRequest } from '../http.ts'
import { bearer } from '../oauth.ts'
import type { Access, PlatformApp } from '../platform-client.ts'

export type MastodonRequests = ReturnType<typeof mastodonRequests>

/** Addresses and requests of Mastodon servers. Users name the server, so private addresses are rejected. */
export function mastodonRequests(app: Pick<PlatformApp, 'baseUrl' | 'server'>) {
  const own = app.server === undefined ? undefined : new URL(app.server)

  const serverAt = (host: string): string => {
    if (app.baseUrl) return `${app.baseUrl}/${host}`
    return own?.hostname === host ? own.origin : `https://${host}`
  }
  const serverOf = ({ server, remoteId }: Access): string => server ?? serverAt(hostIn(remoteId))
  const guarded = (request: PlatformRequest): PlatformRequest =>
    app.baseUrl || (own && new URL(request.url).host === own.host) ? request : { ...request, isForeign: true }
  const call = (access: Access, path: string, more: Partial<PlatformRequest> = {}): PlatformRequest =>
    guarded({
      method: 'GET',
      url: `${serverOf(access)}${path}`,
      ...more,
      headers: { ...bearer(access), ...more.headers },
    })

  return { own, serverAt, serverOf, guarded, call }
}

// Ids are unique per server only, so an account's id begins with its server.
const hostIn = (remoteId: string): string => remoteId.slice(0, remoteId.indexOf('/'))
export const idIn = (remoteId: string): string => encodeURIComponent(remoteId.slice(remoteId.indexOf('/') + 1))
