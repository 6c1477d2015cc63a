import { MOST_PARTS } from '#core/posts/follow-ups.ts'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { PICTURES, type MediaName } from './chaos-media.ts'
import { seeded } from './mutate.ts'
import type { Fault } from './simulator.ts'

type Range = readonly [least: number, most: number]

export interface ChaosSize {
  posts: number
  /** The number of users, each with accounts on all platforms. */
  people: number
  /** The time within which all posts are due and all faults happen, in ms. */
  overMs: number
  /** The time between two kills of a worker. Without it, no worker is killed. */
  killEveryMs?: Range | undefined
  /** The time between two kills of the web process. While it is down, platforms cannot fetch pictures. */
  killWebEveryMs?: Range | undefined
  /** The number of faults, each of which hits one request. */
  faults: number
  /** The kinds of faults. A kind that is listed twice is drawn twice as often. */
  publishFaults?: readonly FaultKind[]
  /** The platforms that report a rate limit. Those of Meta then require a pause of at least a minute. */
  rateLimited: readonly Platform[]
  /**
   * Whether platforms refuse duplicates and X lists new posts late. This hides duplicate posts, but shows whether Frogy
   * ever misses an existing post.
   */
  refuseDuplicates?: boolean
  /** Whether the first user's account on one platform is revoked halfway. */
  revokes: boolean
  /** The number of web processes that serve the users. */
  webs?: number
  /** The minimum response time of the platforms in ms. */
  latencyMs?: number
  /**
   * The clock errors of an additional worker, one for each of its runs, such as `+8s` in the notation of libfaketime.
   */
  wrongClocks?: readonly string[]
  /** The time between two restarts of the worker with a wrong clock. */
  wrongClockEveryMs?: Range
  /** The time between two freezes of an additional worker. `freezeForMs` is how long each freeze lasts. */
  freezeEveryMs?: Range
  freezeForMs?: Range
  /** The time between two faults of the database: it stalls, is killed or loses its connections. */
  databaseEveryMs?: Range
  databaseAwayMs?: Range
  /** For how long the database's disk is full, which happens once. */
  diskFullMs?: number
  /** How often users edit, move, delete or cancel a post, mostly around the time when it is due. */
  acts?: number
  /** How often an account is disconnected, and reconnected seconds later. */
  disconnects?: number
  /** The number of posts whose text equals that of another post of the same account. */
  sameTexts?: number
  /** The number of posts that continue as a thread of up to 25 parts, or with a first comment. */
  followUps?: number
  /** For how long one platform is down, which happens once. */
  outageMs?: number
  /** Whether posts also have HEIC photos, videos and documents, and are published from all pages of their user. */
  hasAllContent?: boolean
  /**
   * Whether each account has one more post that is due after all faults. It shows that Frogy publishes normally again.
   */
  calm?: boolean
}

export type AuthorAction = 'edit' | 'move' | 'delete' | 'take-back'

/** A user's action on a planned post. Its times are in ms after the start of the chaos run. */
export interface PlannedAction {
  atMs: number
  post: number
  act: AuthorAction
  /** The new text, if the action is an edit. */
  text: string
  /** The new due time, if the action is a move. */
  dueMs: number
}

type DatabaseTrouble = 'stall' | 'kill' | 'cut-off'

/** A planned post. If a platform shows a text more often than the plan has posts with it, Frogy posted twice. */
export interface PlannedPost {
  number: number
  person: number
  platform: Platform
  /**
   * Selects one of the user's accounts on the platform. A number above their count starts again at the first account.
   */
  account: number
  text: string
  media: MediaName[]
  /** The due time in ms after the start of the chaos run. */
  dueMs: number
  /** The parts of the thread after the first. */
  parts: { text: string; media: MediaName[] }[]
  /** The text of the first comment. */
  comment: string | null
}

type ContentKind = 'text' | 'pictures' | 'HEIC photo' | 'video' | 'document' | 'thread' | 'first comment'

export function kindOf({ media, parts, comment }: PlannedPost): ContentKind {
  if (parts.length > 0) return 'thread'
  if (comment !== null) return 'first comment'
  if (media.includes('photo')) return 'HEIC photo'
  const [first] = media
  return first === undefined ? 'text' : first === 'video' || first === 'document' ? first : 'pictures'
}

/** All random choices of a run, made in advance. The same seed gives the same plan. */
export interface ChaosPlan {
  seed: number
  size: ChaosSize
  posts: PlannedPost[]
  kills: { atMs: number; worker: number }[]
  webKills: { atMs: number }[]
  faults: { atMs: number; fault: Fault }[]
  revocation: { atMs: number; platform: Platform } | undefined
  freezes: { atMs: number; forMs: number }[]
  /** The times at which the worker with a wrong clock restarts with the next clock error. */
  clockChanges: { atMs: number }[]
  databaseTroubles: { atMs: number; forMs: number; trouble: DatabaseTrouble }[]
  diskFull: { atMs: number; forMs: number } | undefined
  acts: PlannedAction[]
  disconnects: { atMs: number; forMs: number; person: number; platform: Platform }[]
  outage: { atMs: number; forMs: number; platform: Platform } | undefined
}

/** The end of the last fault, in ms after the start of the chaos run. */
export const endsMs = ({ size, outage }: ChaosPlan): number =>
  Math.max(size.overMs, outage ? outage.atMs + outage.forMs : 0)

export const WORKERS = 2

type RandomPick = <T>(from: readonly T[]) => T

export function chaosPlan(seed: number, size: ChaosSize): ChaosPlan {
  const random = seeded(seed)
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
  const pick: RandomPick = (from) => from[between(0, from.length - 1)]!

  const posts = Array.from({ length: size.posts }, (_, number): PlannedPost => {
    const platform = pick(PLATFORMS)
    return {
      number,
      person: between(0, size.people - 1),
      platform,
      account: size.hasAllContent ? between(0, 5) : 0,
      text: textOf(number, pick),
      media: mediaFor(platform),
      dueMs: between(0, size.overMs),
      parts: [],
      comment: null,
    }
  })

  const texts = posts.map(({ text }) => text)

  const timesEvery = function* ([least, most]: Range = [size.overMs + 1, size.overMs + 1]) {
    for (let atMs = between(least, most); atMs <= size.overMs; atMs += between(least, most)) yield { atMs }
  }
  const kills = [...timesEvery(size.killEveryMs)].map((at) => ({ ...at, worker: between(0, WORKERS - 1) }))

  const faults: ChaosPlan['faults'] = Array.from({ length: size.faults }, () => {
    const drawn = pick(['publish', 'publish', 'publish', 'upload', 'upload', 'list'] as const)
    const kind = pick(drawn === 'publish' ? (size.publishFaults ?? PUBLISH_FAULTS) : OTHER_FAULTS)
    const delayMs = between(500, 6_000)
    const retryAfter = between(1, 4)
    const platform = pick(PLATFORMS_OF[kind] ?? (kind.includes('rate') ? size.rateLimited : PLATFORMS))
    // Frogy sends only publishing requests to Telegram, so faults of other operations would never happen.
    const operation = platform === 'telegram' ? 'publish' : drawn
    return {
      atMs: between(0, size.overMs),
      fault: { platform, operation, ...faultOf(kind, { delayMs, retryAfter }) },
    }
  }).toSorted((one, other) => one.atMs - other.atMs)

  const revocation = size.revokes
    ? { atMs: between(Math.floor(size.overMs / 4), Math.floor(size.overMs / 2)), platform: pick(PLATFORMS) }
    : undefined
  const webKills = [...timesEvery(size.killWebEveryMs)]

  for (let n = 0; n < (size.sameTexts ?? 0); n++) {
    const first = pick(posts)
    const twin = posts.find(
      (one) =>
        one.number > first.number &&
        one.platform === first.platform &&
        one.person === first.person &&
        one.account === first.account &&
        one.text === textBefore(one),
    )
    if (twin) Object.assign(twin, { text: first.text, media: first.media })
  }
  const isTwin = (post: PlannedPost) =>
    posts.some((one) => one !== post && one.text === post.text && one.platform === post.platform)
  const acted = distinct(size.acts ?? 0, () => between(0, size.posts - 1)).filter((number) => !isTwin(posts[number]!))
  const acts = acted.map((number): PlannedAction => {
    const { dueMs } = posts[number]!
    const atMs = Math.max(0, dueMs + (random() < 0.7 ? between(-400, 400) : between(-20_000, 2_000)))
    return {
      atMs,
      post: number,
      act: pick(['edit', 'edit', 'move', 'delete', 'delete', 'take-back']),
      text: `${textOf(number, pick)} — 2`,
      dueMs: between(Math.min(atMs + 1_000, size.overMs), size.overMs),
    }
  })
  const freezes = [...timesEvery(size.freezeEveryMs)].map((at) => ({ ...at, forMs: within(size.freezeForMs) }))
  const databaseTroubles = [...timesEvery(size.databaseEveryMs)].map((at) => ({
    ...at,
    forMs: within(size.databaseAwayMs),
    trouble: pick<DatabaseTrouble>(['stall', 'kill', 'cut-off']),
  }))
  const disconnects = Array.from({ length: size.disconnects ?? 0 }, () => ({
    atMs: between(0, size.overMs),
    forMs: between(2_000, 6_000),
    person: between(1, size.people - 1),
    platform: pick(PLATFORMS),
  }))
  const diskFull = size.diskFullMs
    ? { atMs: between(Math.floor(size.overMs / 2), size.overMs), forMs: size.diskFullMs }
    : undefined
  const outage = size.outageMs
    ? { atMs: between(0, Math.floor(size.overMs / 4)), forMs: size.outageMs, platform: pick(PLATFORMS) }
    : undefined
  for (const number of distinct(size.followUps ?? 0, () => between(0, size.posts - 1))) {
    const post = posts[number]!
    if (isTwin(post)) continue
    const { threads, commentLimit } = rulesOf(post.platform)
    if (threads) {
      const further = pick([1, 1, 2, 4, between(1, MOST_PARTS - 1), MOST_PARTS - 1])
      post.parts = Array.from({ length: further }, (_, n) => ({
        text: `${textOf(number, pick)} — part ${n + 2}`,
        media: size.hasAllContent && random() < 0.15 ? [pick(PICTURES)] : [],
      }))
    }
    // A network with threads gets the first comment as the last reply of the thread.
    if (threads ? !size.hasAllContent || random() < 0.7 : commentLimit === undefined) continue
    post.comment = `Comment — ${number}`
    const kind = pick(OTHER_FAULTS.filter((one) => one !== 'rate-limited'))
    const fault = {
      platform: post.platform,
      operation: threads ? 'publish' : 'comment',
      ...faultOf(kind, { delayMs: 1_000, retryAfter: 1 }),
    } as const
    if (random() < 0.5) faults.push({ atMs: post.dueMs, fault })
  }
  faults.sort((one, other) => one.atMs - other.atMs)
  const clockChanges = size.wrongClocks ? [...timesEvery(size.wrongClockEveryMs)] : []
  return {
    seed,
    size,
    posts,
    kills,
    webKills,
    faults,
    revocation,
    freezes,
    clockChanges,
    databaseTroubles,
    diskFull,
    acts: acts.toSorted((one, other) => one.atMs - other.atMs),
    disconnects: disconnects.toSorted((one, other) => one.atMs - other.atMs),
    outage,
  }

  function mediaFor(platform: Platform): MediaName[] {
    const { needsMedia, document } = rulesOf(platform)
    const share = size.hasAllContent ? random() : 1
    if (share < 0.04) return ['video']
    if (share < 0.1) return document ? ['document'] : ['photo']
    const pictures = distinct(between(1, 3), () => pick(PICTURES))
    if (share < 0.16) return [...pictures.slice(1), 'photo']
    return needsMedia || random() < 0.2 ? pictures : []
  }

  function within([least, most]: Range = [0, 0]): number {
    return between(least, most)
  }

  function textBefore({ number }: PlannedPost): string {
    return texts[number] ?? ''
  }
}

/**
 * `dropped-before` loses the request, and `dropped-after` the response. `accepted-500` publishes but answers 500.
 * `too-slow` publishes after Frogy's timeout, and `far-too-slow` long after it. `token-refused` rejects the token.
 * `long-rate-limit` asks for a pause of one or two minutes.
 */
type FaultKind =
  | 'dropped-before'
  | 'dropped-after'
  | 'accepted-500'
  | 'unavailable'
  | 'garbage'
  | 'rate-limited'
  | 'slow'
  | 'too-slow'
  | 'far-too-slow'
  | 'long-rate-limit'
  | 'token-refused'

/** The kinds of faults that only some platforms have. Only X renews a rejected token without the user. */
const PLATFORMS_OF: Partial<Record<FaultKind, readonly Platform[]>> = { 'token-refused': ['twitter'] }

/** The default kinds of faults. A kind that is listed twice is drawn twice as often. */
export const PUBLISH_FAULTS: FaultKind[] = [
  'dropped-before',
  'dropped-before',
  'dropped-after',
  'dropped-after',
  'dropped-after',
  'accepted-500',
  'accepted-500',
  'unavailable',
  'garbage',
  'garbage',
  'rate-limited',
  'slow',
  'slow',
]

const OTHER_FAULTS: FaultKind[] = ['dropped-before', 'dropped-after', 'unavailable', 'garbage', 'rate-limited', 'slow']

function faultOf(
  kind: FaultKind,
  { delayMs, retryAfter }: { delayMs: number; retryAfter: number },
): Omit<Fault, 'platform' | 'operation'> {
  switch (kind) {
    case 'dropped-before':
      return { fault: 'drop_before' }
    case 'dropped-after':
      return { fault: 'drop_after' }
    case 'accepted-500':
      return { fault: 'status', status: 500, afterWork: true }
    case 'unavailable':
      return { fault: 'status', status: 503 }
    case 'garbage':
      return { fault: 'garbage' }
    case 'rate-limited':
      return { fault: 'status', status: 429, retryAfter }
    case 'slow':
      return { fault: 'slow', delayMs }
    case 'too-slow':
      return { fault: 'slow', delayMs: 22_000 }
    case 'far-too-slow':
      return { fault: 'slow', delayMs: 45_000 }
    case 'long-rate-limit':
      return { fault: 'status', status: 429, retryAfter: 30 * retryAfter }
    case 'token-refused':
      return { fault: 'status', as: 'token' }
  }
}

const PHRASES = [
  'Doors open at nine',
  'نفتح عند التاسعة',
  'a (small) change, [again]',
  'شكرًا لكم جميعًا 🌿',
  '50 % off | today < tomorrow',
  '👩🏽‍🚀 lift-off',
  'two *stars* and a ~wave~',
  '«قريبًا جدًا»',
  'first line\nsecond line',
  'السطر الأول\n\nthe third line',
] as const

function textOf(number: number, pick: RandomPick): string {
  return `${pick(PHRASES)} — ${number} — ${pick(PHRASES)}`
}

function distinct<T>(count: number, draw: () => T): T[] {
  return [...new Set(Array.from({ length: count }, draw))]
}
