import type { Platform } from '#core/platforms/platform.ts'

/** Which of their APIs' versions the vendors are called by. */
export interface ApiVersions {
  /** A month as `202609`. */
  linkedin: string
  /** Meta's, for Facebook and Instagram, as `v26.0`. */
  graph: string
}

/** The newest that Frogy was written against. */
export const PINNED_VERSIONS: ApiVersions = { linkedin: '202609', graph: 'v26.0' }

/** LinkedIn ends a version after about twelve months, and Meta after two years: a warning leaves time for a newer one. */
const OLD_AFTER_MONTHS = 10

/** When each version of the Graph API came out. One that is not here is older than the first or younger than the last. */
const GRAPH_DATES: Record<string, string> = {
  'v22.0': '2025-01-21',
  'v23.0': '2025-05-20',
  'v24.0': '2025-10-08',
  'v25.0': '2026-02-18',
  'v26.0': '2026-07-29',
}

/** The settings whose version will soon be refused, of the networks that are in use. */
export function oldVersions(
  versions: ApiVersions,
  inUse: (platform: Platform) => boolean,
  now: Date,
): ('LINKEDIN_VERSION' | 'GRAPH_VERSION')[] {
  const isLinkedinOld = inUse('linkedin') && isOld(monthOf(versions.linkedin), now)
  const isGraphOld = (inUse('facebook') || inUse('instagram')) && isOld(graphDate(versions.graph), now)
  return [
    ...(isLinkedinOld ? (['LINKEDIN_VERSION'] as const) : []),
    ...(isGraphOld ? (['GRAPH_VERSION'] as const) : []),
  ]
}

const monthOf = (version: string): Date => new Date(`${version.slice(0, 4)}-${version.slice(4)}-01`)

/** Undefined for one that came out after this was written. */
function graphDate(version: string): Date | undefined {
  const known = GRAPH_DATES[version]
  if (known) return new Date(known)
  return Number.parseFloat(version.slice(1)) < 22 ? new Date(0) : undefined
}

function isOld(since: Date | undefined, now: Date): boolean {
  if (!since) return false
  const oldFrom = new Date(since)
  oldFrom.setUTCMonth(oldFrom.getUTCMonth() + OLD_AFTER_MONTHS)
  return now >= oldFrom
}
