import type { Socket } from 'node:net'
import { guardedConnect, type Lookup } from './guarded-connect.ts'
import { localLookup, publicLookup } from './lookups.ts'
import { hostAndPort } from './page-address.ts'

/** Opens a new connection for each request. A pooled connection could bypass the check of the address. */
export async function guardedClient(url: URL, allowHosts: readonly string[], signal: AbortSignal, lookup?: Lookup) {
  // Load undici only for the first request, because it takes 27 MB of memory.
  const { buildConnector, Client } = await import('undici')
  const isAllowed = allowHosts.includes(hostAndPort(url))
  const connect = guardedConnect(buildConnector, lookup ?? (isAllowed ? localLookup : publicLookup), isAllowed, signal)
  return new Client(url.origin, { connect, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 })
}

/** A connection for one request. The caller destroys it. */
export async function guardedSocket(
  url: URL,
  allowHosts: readonly string[],
  signal: AbortSignal,
  lookup?: Lookup,
): Promise<Socket> {
  const { buildConnector } = await import('undici')
  const isAllowed = allowHosts.includes(hostAndPort(url))
  const connect = guardedConnect(buildConnector, lookup ?? (isAllowed ? localLookup : publicLookup), isAllowed, signal)
  const { host, protocol } = url
  const port = url.port || (protocol === 'https:' ? '443' : '80')
  return await new Promise((resolve, reject) => {
    connect({ hostname: url.hostname.replaceAll(/[[\]]/g, ''), host, protocol, port }, (error, socket) =>
      error ? reject(error) : resolve(socket),
    )
  })
}
