import { isIP } from 'node:net'
import { PLATFORMS, rulesOf, type Platform } from '#core/platforms/platform.ts'
import { isPublicAddress } from '../adapters/web-pages/public-address.ts'
import type { Config } from '../config.ts'

/** The networks that fetch pictures but cannot reach this installation's address. */
export function unreachablePlatforms({ platforms, publicUrl }: Pick<Config, 'platforms' | 'publicUrl'>): Set<Platform> {
  if (isReachable(publicUrl)) return new Set()
  // A network with its own base address may run on this machine.
  return new Set(PLATFORMS.filter((one) => rulesOf(one).fetchesPictures && platforms[one] && !platforms[one].baseUrl))
}

/** As the networks require: public, and https. Makes no request. */
export function isReachable(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  if (protocol !== 'https:') return false
  const host = hostname.replaceAll(/[[\]]/g, '')
  return isIP(host) === 0 ? host.includes('.') && !OWN_NAMES.test(host) : isPublicAddress(host)
}

/** Names within a machine or a local network (RFC 6761, 6762, 8375, and common router defaults). */
const OWN_NAMES = /\.(?:localhost|local|internal|lan|home\.arpa|test|example|invalid)\.?$/
