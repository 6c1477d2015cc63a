import { isIP } from 'node:net'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isPublicAddress } from '../adapters/web-pages/public-address.ts'
import type { Config } from '../config.ts'

/** The networks that fetch pictures by themselves, and cannot from this installation: by its address they don't get here. */
export function cutOffPlatforms({ platforms, publicUrl }: Pick<Config, 'platforms' | 'publicUrl'>): Set<Platform> {
  if (isReachable(publicUrl)) return new Set()
  // One whose calls go to an address of one's own may well be on this machine.
  return new Set(PLATFORMS.filter((one) => rulesOf(one).fetchesPictures && platforms[one] && !platforms[one].baseUrl))
}

/** Whether an address can be one that the internet knows, over https as the networks ask. Nobody is asked. */
export function isReachable(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') return false
  const host = hostname.replaceAll(/[[\]]/g, '')
  return isIP(host) === 0 ? host.includes('.') && !OWN_NAMES.test(host) : isPublicAddress(host)
}

/** Names that stay within a machine or a house (RFC 6761, 6762, 8375, and what routers hand out). */
const OWN_NAMES = /\.(?:localhost|local|internal|lan|home\.arpa|test|example|invalid)\.?$/
