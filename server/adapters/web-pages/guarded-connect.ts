import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { AppError } from '#core/errors.ts'
import { isPublicAddress } from './public-address.ts'

export type Lookup = (hostname: string, signal: AbortSignal) => Promise<string[]>

/** Connects to exactly the checked addresses, so DNS rebinding has no effect. Else fails with `url_forbidden`. */
export function guardedConnect(
  build: typeof buildConnector,
  lookup: Lookup,
  mayBePrivate: boolean,
  signal: AbortSignal,
): buildConnector.connector {
  return async (options, callback) => {
    try {
      const addresses = await orAborted(addressesOf(options.hostname, lookup, signal), signal)
      if (!mayBePrivate && !addresses.every(isPublicAddress)) throw new AppError('url_forbidden')
      // Use only HTTP/1.1. It works everywhere, and HTTP/2 would need another parser. `signal` limits the time.
      build({ lookup: answering(addresses), signal, timeout: 0, allowH2: false })(options, callback)
    } catch (error) {
      callback(error as Error, null)
    }
  }
}

async function addressesOf(host: string, lookup: Lookup, signal: AbortSignal): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await lookup(host, signal) : [host]
  if (addresses.length === 0) throw Object.assign(new Error(`No address for ${host}`), { code: 'ENOTFOUND' })
  return addresses
}

function answering(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, callback) => {
    const [first = { address: '', family: 0 }] = answers
    if (all) callback(null, answers)
    else callback(null, first.address, first.family)
  }
}

/**
 * Stops waiting when `signal` aborts. A name server may never answer, and undici can abort only a connected request.
 */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason as Error)
  signal.addEventListener('abort', giveUp)
  if (signal.aborted) giveUp()
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
