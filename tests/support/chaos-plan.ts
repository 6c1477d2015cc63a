import { PLATFORMS, type Platform } from '#core/platforms/platform.ts'
import { seeded } from './mutate.ts'
import type { Fault } from './simulator.ts'

export interface ChaosSize {
  posts: number
  /** Each with an account on all five networks. */
  people: number
  /** Within so long all of them are due, and everything goes wrong. */
  overMs: number
  /** Between one kill of a worker and the next; undefined where none is killed. */
  killEveryMs?: readonly [least: number, most: number] | undefined
  /** Between one kill of the web process and the next. While it is away, nobody can fetch a picture from it. */
  killWebEveryMs?: readonly [least: number, most: number] | undefined
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
}

/** One post of the plan. Its text is at its network at most once, and nothing else is. */
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
}

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

  const timesEvery = function* ([least, most]: readonly [number, number] = [size.overMs + 1, size.overMs + 1]) {
    for (let atMs = between(least, most); atMs <= size.overMs; atMs += between(least, most)) yield { atMs }
  }
  const kills = [...timesEvery(size.killEveryMs)].map((at) => ({ ...at, worker: between(0, WORKERS - 1) }))

  const faults = Array.from({ length: size.faults }, () => {
    const operation = pick(['publish', 'publish', 'publish', 'upload', 'upload', 'list'] as const)
    const kind = pick(operation === 'publish' ? (size.publishFaults ?? PUBLISH_FAULTS) : OTHER_FAULTS)
    const delayMs = between(500, 6_000)
    const retryAfter = between(1, 4)
    const platform = pick(kind === 'rate-limited' ? size.rateLimited : PLATFORMS)
    return {
      atMs: between(0, size.overMs),
      fault: { platform, operation, ...faultOf(kind, { delayMs, retryAfter }) },
    }
  }).toSorted((one, other) => one.atMs - other.atMs)

  const revocation = size.revokes
    ? { atMs: between(Math.floor(size.overMs / 4), Math.floor(size.overMs / 2)), platform: pick(PLATFORMS) }
    : undefined
  const webKills = [...timesEvery(size.killWebEveryMs)]
  return { seed, size, posts, kills, webKills, faults, revocation }
}

/**
 * `dropped-before`: the request is lost, `dropped-after`: its answer is; `accepted-500` does the work and says 500,
 * `too-slow` does it after Frogy has given up.
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
