import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Whether an address is public. Stricter than IANA's special-purpose registries: unknown ranges count as private. */
export function isPublicAddress(address: string): boolean {
  // Reject an address with a zone, such as `fe80::1%eth0`, which names a local network interface.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  return parsed instanceof ipaddr.IPv4 ? isPublicIPv4(parsed) : isPublicIPv6(parsed)
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== AZURE_HOST
}

/**
 * An address outside the private ranges that Frogy never requests. On every Azure machine, it reaches the machine's
 * host, which has secrets.
 */
const AZURE_HOST = '168.63.129.16'

/**
 * The only IPv6 range assigned to the public (RFC 4291, 2.4). IPv4-mapped, IPv4-compatible and reserved addresses are
 * outside.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

function isPublicIPv6(address: ipaddr.IPv6): boolean {
  // Check the IPv4 address that NAT64 embeds (RFC 6052), because it may be private.
  if (address.match(NAT64)) return isPublicIPv4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast' && !isIsatap(address)
}

/** Whether an address is of the type ISATAP, which embeds an IPv4 address behind a router (RFC 5214, 6.1). */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4] === 0 || parts[4] === 0x200) && parts[5] === 0x5efe
}
