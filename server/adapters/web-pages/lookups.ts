import { lookup, Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lookup } from './guarded-connect.ts'

/** After one address family has answered, wait only this long for the other, because a name server may never answer. */
const OTHER_KIND_MS = 300

/**
 * Asks name servers directly. The system lookup cannot be aborted and shares few threads, so slow names would block
 * publishing.
 */
export const publicLookup: Lookup = async (hostname, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 3 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  const found: string[] = []
  const asked = [resolver.resolve4(hostname), resolver.resolve6(hostname)].map(async (answer) =>
    found.push(...(await answer)),
  )
  try {
    await Promise.any(asked)
    await Promise.race([Promise.allSettled(asked), pause(OTHER_KIND_MS)])
    return found
  } catch (error) {
    throw error instanceof AggregateError ? error.errors[0] : error
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

/** Uses the system lookup, including its hosts file, for hosts that the configuration allows. */
export const localLookup: Lookup = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)
