import { lookup, Resolver } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Lookup } from './guarded-connect.ts'

/** How long the addresses of the other kind are waited for once there are some: a name server may never tell them. */
const OTHER_KIND_MS = 300

/**
 * Asks the name servers themselves. The machine's own look-up is done by a few threads that everything else in this
 * process needs, too, and cannot be called off: names that are answered late would hold up the publishing.
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

/** As the machine itself looks names up, its own table of hosts included: for hosts that the installation names. */
export const localLookup: Lookup = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)
