import type { Platform } from '../platforms/platform.ts'

// This file does not import zod, so that the browser loads little code.

export const MAX_EVERGREEN = 100
export const MAX_PAUSE_DAYS = 365
/** How many days ahead evergreen posts fill free times. */
export const FILL_DAYS = 28

export interface EvergreenCandidate {
  postId: string
  platform: Platform
  /** The minimum number of days between two posts with this text. */
  pauseDays: number
  /** When a post with this text was or will be published. */
  times: readonly Date[]
}

interface Free {
  at: Date
  /** The only network that may use the weekly time; null for any network. */
  platform: Platform | null
}

const DAY_MS = 86_400_000
/** A clock change moves a weekly time by at most two hours, so a week can be up to two hours shorter. */
const CLOCK_CHANGE_MS = 2 * 3_600_000

/**
 * Gives each free time the evergreen post that has been unused longest. A time stays free if every post for its network is
 * within its pause. @param free in order of time
 */
export function fillTimes(free: readonly Free[], posts: readonly EvergreenCandidate[]): { postId: string; at: Date }[] {
  const times = new Map(posts.map(({ postId, times }) => [postId, times.map((time) => time.getTime())]))
  return free.flatMap(({ at, platform }) => {
    const ms = at.getTime()
    let chosen: { own: number[]; postId: string; last: number } | undefined
    for (const post of posts) {
      const own = times.get(post.postId) ?? []
      if (platform !== null && post.platform !== platform) continue
      if (own.some((time) => Math.abs(time - ms) + CLOCK_CHANGE_MS < post.pauseDays * DAY_MS)) continue
      const last = own.reduce((latest, time) => (time < ms ? Math.max(latest, time) : latest), 0)
      if (!chosen || last < chosen.last) chosen = { own, postId: post.postId, last }
    }
    chosen?.own.push(ms)
    return chosen ? [{ postId: chosen.postId, at }] : []
  })
}
