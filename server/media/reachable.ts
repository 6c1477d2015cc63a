import { isIP } from 'node:net'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isPublicAddress } from '../adapters/web-pages/public-address.ts'
import type { Config } from '../config.ts'

/** The networks that must fetch pictures, but cannot reach this Frogy. */
export function unreachablePlatforms({ platforms, publicUrl }: Pick<Config, 'platforms' | 'publicUrl'>): Set<Platform> {
  if (isReachable(publicUrl)) return new Set()
  // Leave out networks with a configured base address. They may run on this machine and then reach this Frogy.
  return new Set(PLATFORMS.filter((one) => rulesOf(one).fetchesPictures && platforms[one] && !platforms[one].baseUrl))
}

/** Whether networks can fetch from an address: it must be public and use https. Makes no request. */
export function isReachable(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') return false
  const host = hostname.replaceAll(/[[\]]/g, '')
  return isIP(host) === 0 ? host.includes('.') && !OWN_NAMES.test(host) : isPublicAddress(host)
}

/** Host names that work only on one machine or in a local network (RFC 6761, 6762, 8375, and common router names). */
const OWN_NAMES = /\.(?:localhost|local|internal|lan|home\.arpa|test|example|invalid)\.?$/
