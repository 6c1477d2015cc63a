import type { Platform } from '#core/platforms/platform.ts'

export interface ApiVersions {
  /** LinkedIn's version: a month, such as `202609`. */
  linkedin: string
  /** Meta's version for Facebook and Instagram, such as `v26.0`. */
  graph: string
}

/** The newest API versions that Frogy was tested with. */
export const PINNED_VERSIONS: ApiVersions = { linkedin: '202609', graph: 'v26.0' }

/**
 * An API version of this age or more counts as old. LinkedIn ends a version after about twelve months, Meta after two
 * years.
 */
const OLD_AFTER_MONTHS = 10

/** Release dates of the Graph API. A version that is missing here is either older or newer than all of these. */
const GRAPH_DATES: Record<string, string> = {
  'v22.0': '2025-01-21',
  'v23.0': '2025-05-20',
  'v24.0': '2025-10-08',
  'v25.0': '2026-02-18',
  'v26.0': '2026-07-29',
}

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
