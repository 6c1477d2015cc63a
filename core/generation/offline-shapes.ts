import type { Platform } from '../platforms/platform.ts'

/** How long a draft reads well on a platform, in UTF-16 units, besides the limit that the network sets. */
export type Shape = { least: number; most: number; hashtagCount: number }

export const SHAPES: Record<Platform, Shape> = {
  linkedin: { least: 600, most: 1300, hashtagCount: 5 },
  twitter: { least: 0, most: 280, hashtagCount: 2 },
  facebook: { least: 300, most: 800, hashtagCount: 3 },
  instagram: { least: 300, most: 1200, hashtagCount: 5 },
  threads: { least: 0, most: 450, hashtagCount: 3 },
}

/** How many sentences of each kind a draft has. */
export type Plan = {
  framings: number
  points: number
  stances: number
  quotes: number
  /** Names the source by its title. */
  isTitled: boolean
  /** Has framings and points beside what the person or the source say, instead of where they say nothing. */
  addsToSubstance: boolean
}

/** From the richest to the leanest, which fits everywhere whatever the topic. */
export const PLANS: readonly Plan[] = [
  plan({ framings: 3, points: 5, stances: 2, quotes: 4 }),
  plan({ framings: 2, points: 4, stances: 2, quotes: 3 }),
  plan({ framings: 1, points: 4, stances: 1, quotes: 3 }),
  plan({ framings: 1, points: 3, stances: 1, quotes: 2 }),
  plan({ framings: 1, points: 3, stances: 0, quotes: 2 }),
  plan({ framings: 1, points: 2, stances: 0, quotes: 1 }),
  plan({ framings: 2, points: 4, stances: 2, quotes: 3, addsToSubstance: true }),
  plan({ framings: 3, points: 5, stances: 2, quotes: 2, addsToSubstance: true }),
  plan({ framings: 1, points: 0, stances: 0, quotes: 1 }),
  plan({ framings: 0, points: 2, stances: 0, quotes: 1 }),
  plan({ framings: 0, points: 0, stances: 0, quotes: 1, isTitled: false }),
  plan({ framings: 0, points: 0, stances: 0, quotes: 0, isTitled: false }),
]

type Counts = Pick<Plan, 'framings' | 'points' | 'stances' | 'quotes'>

function plan(counts: Counts & Partial<Plan>): Plan {
  return { isTitled: true, addsToSubstance: false, ...counts }
}
