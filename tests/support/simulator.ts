import type { Platform } from '#core/platforms/platform.ts'

export interface SimulatedPost {
  platform: Platform
  id: string
  accountId: string
  text: string
  media: {
    type: string
    altText: string | null
    /** The title that a network shows for a document. */
    title?: string
    pages?: number
    /** The cover of a video: the hash of a picture, or the time of a frame in milliseconds. */
    cover?: string | number
    captions?: { language: string; text: string }
    contentType: string
    width: number
    height: number
    sha256: string
  }[]
  link?: string
  replyTo?: string
  /** The visibility of a post on Mastodon. */
  visibility?: string
  language?: string
  /** The content warning of a post on Mastodon, and whether its media are hidden. */
  spoilerText?: string
  isSensitive?: true
  /** Whether a post on Telegram came without a sound, and without a preview of its link. */
  isSilent?: true
  isWithoutPreview?: true
  comments?: string[]
  createdAt: string
  deleted: boolean
}

type HiddenPost = Pick<SimulatedPost, 'platform' | 'id' | 'accountId' | 'text'>

export interface SimulatedAccount {
  platform: Platform
  id: string
  pages?: { id: string; name: string }[]
}

export interface Fault {
  platform: Platform
  operation: 'publish' | 'upload' | 'token' | 'refresh' | 'list' | 'metrics' | 'comment' | 'instance' | 'register'
  fault: 'status' | 'drop_before' | 'drop_after' | 'slow' | 'garbage'
  status?: number
  retryAfter?: number
  delayMs?: number
  bodyBytes?: number
  as?: 'rate' | 'quota' | 'server' | 'token' | 'permission'
  body?: object
  headers?: Record<string, string>
  afterWork?: boolean
  count?: number
}

/** Makes calls to the simulator's control API, for tests and benchmarks. */
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
    /** The processor time of the simulator's process so far, in ms. */
    cpuMs: async () => {
      const { userMs, systemMs } = (await send('GET', '/usage')) as { userMs: number; systemMs: number }
      return userMs + systemMs
    },
    accounts: async () => (await send('GET', '/accounts')) as SimulatedAccount[],
    posts: async (platform: Platform) => (await send('GET', `/posts?platform=${platform}`)) as SimulatedPost[],
    /** Returns the posts that were created but are not public. */
    hidden: async (platform: Platform) => (await send('GET', `/hidden?platform=${platform}`)) as HiddenPost[],
    /** Returns the SHA-256 of each file that was uploaded for a post. */
    uploads: async (platform: Platform) => (await send('GET', `/uploads?platform=${platform}`)) as string[],
    /** Publishes or deletes a post as a user does on the platform's own pages. */
    byHand: (platform: Platform, id: string, does: 'publish' | 'delete') =>
      send('POST', '/by-hand', { platform, id, does }),
    fault: (fault: Fault) => send('POST', '/faults', { count: 1, ...fault }),
    faults: async () => (await send('GET', '/faults')) as Fault[],
    clearFaults: () => send('DELETE', '/faults'),
    /** The number of sessions that Frogy can still renew. */
    sessions: async (platform: Platform) =>
      ((await send('GET', `/sessions?platform=${platform}`)) as { live: number }).live,
    revoke: (platform: Platform, accountId: string) => send('POST', '/revoke', { platform, accountId }),
    /** Removes the app as the user, or requests deletion of their data. The platform then calls Frogy. */
    callBack: async (platform: Platform, accountId: string, kind: 'deauthorize' | 'delete-data') =>
      (await send('POST', '/callback', { platform, accountId, kind })) as { status: number; body: string },
    /** Creates a user at the simulated Google. */
    googlePerson: async (person: { sub: string; email: string; verified: boolean; given: string; family?: string }) => {
      await send('POST', '/google', person)
      return person
    },
    /** Replaces the key that signs Google's ID tokens. */
    rotateGoogleKeys: () => send('POST', '/google', { rotate: true }),
    /** Removes all rate limits. */
    liftLimits: () => send('POST', '/limits', { most: null }),
    limit: (platform: Platform, name: string, most: number | null) => send('POST', '/limits', { platform, name, most }),
    /** Advances the clock of the platforms, but not Frogy's clock. A negative time sets it back by at most a minute. */
    passes: (advanceMs: number) => send('POST', '/clock', { advanceMs }),
    /** Sets how the platforms behave where their documentation is unclear. */
    manners: (manners: Record<string, unknown>) => send('POST', '/manners', manners),
    /** Adds engagement to a post. */
    engage: (post: { platform: Platform; id: string } & Record<string, unknown>) => send('POST', '/engage', post),
    reset: () => send('POST', '/reset'),
  }
}

export type SimulatorControl = ReturnType<typeof simulatorAt>
