import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { seeded } from './mutate.ts'
import type { Fault } from './simulator.ts'

type Range = readonly [least: number, most: number]

export interface ChaosSize {
  posts: number
  /** Each with an account on all five networks. */
  people: number
  /** Within so long all of them are due, and everything goes wrong. */
  overMs: number
  /** Between one kill of a worker and the next; undefined where none is killed. */
  killEveryMs?: Range | undefined
  /** Between one kill of the web process and the next. While it is away, nobody can fetch a picture from it. */
  killWebEveryMs?: Range | undefined
  /** Faults, each for one request. */
  faults: number
  /** The kinds that are drawn, those named more than once more often. */
  publishFaults?: readonly FaultKind[]
  /** The networks that say "too often". Meta's then want at least a minute of peace. */
  rateLimited: readonly Platform[]
  /**
   * Whether networks refuse what they have already, and X is slow to list what it has. That would hide what was sent
   * twice, and shows whether a post that is there is ever said not to be.
   */
  refuseDuplicates?: boolean
  /** Whether the permission of the first person's account on one network is taken back in the midst of it. */
  revokes: boolean
  /** How many web processes people are spread over. */
  webs?: number
  /** How long an answer of a network takes at least. */
  latencyMs?: number
  /** What the clock of one more worker is off by, another one each of its lives: `+8s`, as libfaketime reads it. */
  wrongClocks?: readonly string[]
  /** Between one life of that worker and the next. */
  wrongClockEveryMs?: Range
  /** Between one freeze of one more worker and the next, and how long it lasts. */
  freezeEveryMs?: Range
  freezeForMs?: Range
  /** Between one trouble of the database and the next: it stalls, is killed, or is cut off. */
  databaseEveryMs?: Range
  databaseAwayMs?: Range
  /** How long the database's disk is full, once. */
  diskFullMs?: number
  /** How often people edit, move, delete or take back a post, most of them about the moment at which it is due. */
  acts?: number
  /** How often an account is disconnected, and connected again a few seconds later. */
  disconnects?: number
  /** How many posts say what another post of their account says. */
  sameTexts?: number
  /** How long one network is away altogether. */
  outageMs?: number
  /** Whether a post of each account is due once all is over, to see that nothing was left behind. */
  calm?: boolean
}

export type OwnersAct = 'edit' | 'move' | 'delete' | 'take-back'

/** What somebody does to a planned post, after the beginning. */
export interface PlannedAct {
  atMs: number
  post: number
  act: OwnersAct
  /** Of an edit. */
  text: string
  /** Of a move: after the beginning. */
  dueMs: number
}

export type DatabaseTrouble = 'stall' | 'kill' | 'cut-off'

/** One post of the plan. Its text is at its network at most once (as often as there are posts with it), and nothing else is. */
export interface PlannedPost {
  number: number
  person: number
  platform: Platform
  text: string
  /** Which of its person's pictures it carries. */
  pictures: number[]
  /** After the beginning. */
  dueMs: number
}

/** All that is left to chance, drawn beforehand: the same seed gives the same plan. */
export interface ChaosPlan {
  seed: number
  size: ChaosSize
  posts: PlannedPost[]
  kills: { atMs: number; worker: number }[]
  webKills: { atMs: number }[]
  faults: { atMs: number; fault: Fault }[]
  revocation: { atMs: number; platform: Platform } | undefined
  freezes: { atMs: number; forMs: number }[]
  /** When the worker with a wrong clock is killed, to go on with another one. */
  clockChanges: { atMs: number }[]
  databaseTroubles: { atMs: number; forMs: number; trouble: DatabaseTrouble }[]
  diskFull: { atMs: number; forMs: number } | undefined
  acts: PlannedAct[]
  disconnects: { atMs: number; forMs: number; person: number; platform: Platform }[]
  outage: { atMs: number; forMs: number; platform: Platform } | undefined
}

/** When the last trouble of a plan is over, after the beginning. */
export const endsMs = ({ size, outage }: ChaosPlan): number =>
  Math.max(size.overMs, outage ? outage.atMs + outage.forMs : 0)

export const WORKERS = 2
export const PICTURES_A_PERSON = 4

type Pick = <T>(from: readonly T[]) => T

export function chaosPlan(seed: number, size: ChaosSize): ChaosPlan {
  const random = seeded(seed)
  const between = (least: number, most: number): number => least + Math.floor(random() * (most - least + 1))
  const pick: Pick = (from) => from[between(0, from.length - 1)]!

  const posts = Array.from({ length: size.posts }, (_, number): PlannedPost => {
    const platform = pick(PLATFORMS)
    const person = between(0, size.people - 1)
    const isShown = platform === 'instagram' || random() < 0.2
    return {
      number,
      person,
      platform,
      text: textOf(number, pick),
      pictures: isShown ? distinct(between(1, 3), () => between(0, PICTURES_A_PERSON - 1)) : [],
      dueMs: between(0, size.overMs),
    }
  })

  const texts = posts.map(({ text }) => text)

  const timesEvery = function* ([least, most]: Range = [size.overMs + 1, size.overMs + 1]) {
    for (let atMs = between(least, most); atMs <= size.overMs; atMs += between(least, most)) yield { atMs }
  }
  const kills = [...timesEvery(size.killEveryMs)].map((at) => ({ ...at, worker: between(0, WORKERS - 1) }))

  const faults = Array.from({ length: size.faults }, () => {
    const operation = pick(['publish', 'publish', 'publish', 'upload', 'upload', 'list'] as const)
    const kind = pick(operation === 'publish' ? (size.publishFaults ?? PUBLISH_FAULTS) : OTHER_FAULTS)
    const delayMs = between(500, 6_000)
    const retryAfter = between(1, 4)
    const platform = pick(PLATFORMS_OF[kind] ?? (kind.includes('rate') ? size.rateLimited : PLATFORMS))
    return {
      atMs: between(0, size.overMs),
      fault: { platform, operation, ...faultOf(kind, { delayMs, retryAfter }) },
    }
  }).toSorted((one, other) => one.atMs - other.atMs)

  const revocation = size.revokes
    ? { atMs: between(Math.floor(size.overMs / 4), Math.floor(size.overMs / 2)), platform: pick(PLATFORMS) }
    : undefined
  const webKills = [...timesEvery(size.killWebEveryMs)]

  // What came later is drawn last, so that a plan without it stays what it was.
  for (let n = 0; n < (size.sameTexts ?? 0); n++) {
    const first = pick(posts)
    const twin = posts.find(
      (one) =>
        one.number > first.number &&
        one.platform === first.platform &&
        one.person === first.person &&
        one.text === textBefore(one),
    )
    if (twin) Object.assign(twin, { text: first.text, pictures: first.pictures })
  }
  const isTwin = (post: PlannedPost) =>
    posts.some((one) => one !== post && one.text === post.text && one.platform === post.platform)
  const acted = distinct(size.acts ?? 0, () => between(0, size.posts - 1)).filter((number) => !isTwin(posts[number]!))
  const acts = acted.map((number): PlannedAct => {
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

  function within([least, most]: Range = [0, 0]): number {
    return between(least, most)
  }

  function textBefore({ number }: PlannedPost): string {
    return texts[number] ?? ''
  }
}

/**
 * `dropped-before`: the request is lost, `dropped-after`: its answer is; `accepted-500` does the work and says 500,
 * `too-slow` does it after Frogy has given up, `far-too-slow` long after. `token-refused` says that the token is no good;
 * `long-rate-limit` wants a minute or two of peace.
 */
export type FaultKind =
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

/** Only X gives another token without the person. */
const PLATFORMS_OF: Partial<Record<FaultKind, readonly Platform[]>> = { 'token-refused': ['twitter'] }

/** Each weighs as often as it stands here. */
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

function textOf(number: number, pick: Pick): string {
  return `${pick(PHRASES)} — ${number} — ${pick(PHRASES)}`
}

function distinct(count: number, draw: () => number): number[] {
  return [...new Set(Array.from({ length: count }, draw))]
}
