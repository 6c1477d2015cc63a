import { isIP, type LookupFunction } from 'node:net'
import type { buildConnector } from 'undici'
import { AppError } from '#core/errors.ts'
import { isPublicAddress } from './public-address.ts'

/** All IP addresses of a name; an abort ends the asking. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<string[]>

/**
 * Opens connections to public hosts only. The addresses that were looked at are the ones connected to: a name that
 * says something else a moment later gains nothing by it.
 * @param mayBePrivate for a host that the installation allows wherever it is
 * @throws AppError `url_forbidden`, handed on by the connection
 */
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
      // HTTP/1.1 is understood everywhere, and is one parser less; the time limit is the signal's.
      build({ lookup: answering(addresses), signal, timeout: 0, allowH2: false })(options, callback)
    } catch (error) {
      callback(error as Error, null)
    }
  }
}

async function addressesOf(host: string, lookup: Lookup, signal: AbortSignal): Promise<string[]> {
  // Nobody is asked about an address written out.
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

/** A name server may never answer, and a request is only broken off once its connection stands. */
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
