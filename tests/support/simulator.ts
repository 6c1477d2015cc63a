import type { Platform } from '#core/platforms/platform.ts'

export interface SimulatedPost {
  platform: Platform
  id: string
  accountId: string
  text: string
  media: { type: string; altText: string | null; contentType: string; width: number; height: number }[]
  link?: string
  createdAt: string
  deleted: boolean
}

export type HiddenPost = Pick<SimulatedPost, 'platform' | 'id' | 'accountId' | 'text'>

export interface SimulatedAccount {
  platform: Platform
  id: string
  pages?: { id: string }[]
}

export interface Fault {
  platform: Platform
  operation: 'publish' | 'upload' | 'token' | 'refresh' | 'list' | 'metrics'
  fault: 'status' | 'drop_before' | 'drop_after' | 'slow' | 'garbage'
  status?: number
  retryAfter?: number
  delayMs?: number
  as?: 'rate' | 'quota' | 'server' | 'token' | 'permission'
  body?: object
  headers?: Record<string, string>
  afterWork?: boolean
  count?: number
}

/** The simulator's control calls, for tests and benchmarks. */
export function simulatorAt(url: string) {
  const send = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/_sim${path}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.status === 204 ? undefined : await response.json().catch(() => undefined)
  }
  return {
    url,
    /** The processor time that its process has used so far, in ms. */
    cpuMs: async () => {
      const { userMs, systemMs } = (await send('GET', '/usage')) as { userMs: number; systemMs: number }
      return userMs + systemMs
    },
    accounts: async () => (await send('GET', '/accounts')) as SimulatedAccount[],
    posts: async (platform: Platform) => (await send('GET', `/posts?platform=${platform}`)) as SimulatedPost[],
    /** What was made there and nobody sees. */
    hidden: async (platform: Platform) => (await send('GET', `/hidden?platform=${platform}`)) as HiddenPost[],
    /** Somebody does it on the network's own pages. */
    byHand: (platform: Platform, id: string, does: 'publish' | 'delete') =>
      send('POST', '/by-hand', { platform, id, does }),
    fault: (fault: Fault) => send('POST', '/faults', { count: 1, ...fault }),
    faults: async () => (await send('GET', '/faults')) as Fault[],
    clearFaults: () => send('DELETE', '/faults'),
    revoke: (platform: Platform, accountId: string) => send('POST', '/revoke', { platform, accountId }),
    /** Somebody removes the app in their settings there, or wants their data deleted: the network calls the app back. */
    callBack: async (platform: Platform, accountId: string, kind: 'deauthorize' | 'delete-data') =>
      (await send('POST', '/callback', { platform, accountId, kind })) as { status: number; body: string },
    /** Somebody who can sign in with Google from now on. */
    googlePerson: async (person: { sub: string; email: string; verified: boolean; given: string; family?: string }) => {
      await send('POST', '/google', person)
      return person
    },
    /** Another key signs what tells who signed in. */
    rotateGoogleKeys: () => send('POST', '/google', { rotate: true }),
    /** Nobody counts how often they are called any more. */
    liftLimits: () => send('POST', '/limits', { most: null }),
    limit: (platform: Platform, name: string, most: number | null) => send('POST', '/limits', { platform, name, most }),
    /** Moves the networks' clock on, and only theirs. */
    passes: (advanceMs: number) => send('POST', '/clock', { advanceMs }),
    /** Plays the other side of something that the networks' documents leave open. */
    manners: (manners: Record<string, unknown>) => send('POST', '/manners', manners),
    /** How people took a post. */
    engage: (post: { platform: Platform; id: string } & Record<string, unknown>) => send('POST', '/engage', post),
    reset: () => send('POST', '/reset'),
  }
}

export type SimulatorControl = ReturnType<typeof simulatorAt>
