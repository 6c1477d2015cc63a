import { FieldRefused } from '../connection-error.ts'
import { ask } from '../http.ts'
import type { Outcome } from '../platform-client.ts'
import type { MastodonRequests } from './requests.ts'
import { anyFailure, parseServer, readFacts, readHost, webfingerRequest, type ServerFacts } from './servers.ts'

/** Finds the server that the user means. @throws FieldRefused */
export async function findServer(
  requests: MastodonRequests,
  given: string,
  signal: AbortSignal,
): Promise<{ server: string; facts: ServerFacts }> {
  const { own, serverAt, guarded } = requests
  const { host, name } = given === own?.host ? { host: own.hostname } : (parseServer(given) ?? {})
  if (!host) throw new FieldRefused('server', 'server_invalid')
  const asked = await factsOf(requests, serverAt(host), signal)
  if (asked.ok) return { server: serverAt(host), facts: asked.value }
  // The Mastodon API may have another host than the account names.
  const finger =
    name && (await ask(guarded(webfingerRequest(serverAt(host), name, host)), signal, readHost, anyFailure))
  if (finger && finger.ok && parseServer(finger.value)) {
    const moved = await factsOf(requests, serverAt(finger.value), signal)
    if (moved.ok) return { server: serverAt(finger.value), facts: moved.value }
  }
  const { failure } = asked
  const hasAnswered = failure.kind === 'refused' || ('detail' in failure && isNoSuchCall(failure.detail))
  throw new FieldRefused('server', hasAnswered ? 'server_other' : 'server_unreachable')
}

/** Reads the Mastodon server's limits: by the newer call, or on servers before 4.0 by the older one. */
export async function factsOf(
  requests: MastodonRequests,
  server: string,
  signal: AbortSignal,
): Promise<Outcome<ServerFacts>> {
  const about = (version: string) =>
    ask(requests.guarded({ method: 'GET', url: `${server}/api/${version}/instance` }), signal, readFacts, anyFailure)
  const newer = await about('v2')
  if (newer.ok) return newer
  const { failure } = newer
  const isUnknown = failure.kind === 'refused' || ('detail' in failure && isNoSuchCall(failure.detail))
  return isUnknown ? await about('v1') : newer
}

/** Whether the response comes from a site without Mastodon's API: a web page, or a redirect to one. */
const isNoSuchCall = (detail: string | null): boolean =>
  detail === 'unreadable answer' || detail?.startsWith('HTTP 3') === true
